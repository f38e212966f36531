"""Type hints: what lies beneath them, and what they are called."""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Mapping
from typing import Any, Final

from flink_agents_bridge.memory.classes import class_name
from flink_agents_bridge.memory.shown import cut
from flink_agents_bridge.memory.values import MemoryValue

_CONCRETE: Final[dict[Any, type]] = {
    collections.abc.Iterable: list,
    collections.abc.Collection: list,
    collections.abc.Sequence: list,
    collections.abc.MutableSequence: list,
    collections.abc.Mapping: dict,
    collections.abc.MutableMapping: dict,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
}
_WRAPPERS: Final = (typing.Annotated, typing.Final, typing.ClassVar, *(
    getattr(typing, name) for name in ("Required", "NotRequired") if hasattr(typing, name)
))  # fmt: skip


def bare(hint: Any) -> Any:
    """Return ``hint`` without ``Annotated``, ``NewType``, ``type`` statements and their like."""
    while True:
        if hint is None:
            return type(None)
        if typing.get_origin(hint) in _WRAPPERS:
            hint = typing.get_args(hint)[0]
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":
            hint = hint.__value__
        else:
            return hint


EMPTY: Final = ((),)
"""What ``tuple[()]`` is built of; since Python 3.11 typing leaves that out."""


def args_of(hint: Any) -> tuple[Any, ...]:
    """Return what ``hint`` is built of; nothing for a bare class."""
    is_empty_tuple = typing.get_origin(hint) is tuple and hint is not typing.Tuple  # noqa: UP006
    return typing.get_args(hint) or (EMPTY if is_empty_tuple else ())


def is_open(hint: Any) -> bool:
    """Whether any memory value is meant, so that there is nothing to read."""
    named = getattr(hint, "__forward_arg__", hint) == "MemoryValue"
    return hint is Any or hint is object or named or hint == MemoryValue


def concrete(origin: Any) -> Any:
    """Return the built-in class that stands for an abstract one of ``collections.abc``."""
    return _CONCRETE.get(origin, origin) if isinstance(origin, collections.abc.Hashable) else origin


def field_types(cls: Any) -> dict[str, Any]:
    """Return the types of the fields of a class by name; Any where it gives none."""
    known = dict.fromkeys(getattr(cls, "_fields", ()), Any)
    known |= dict.fromkeys((field.name for field in getattr(cls, "__attrs_attrs__", ())), Any)
    return known | typing.get_type_hints(cls, localns={"MemoryValue": MemoryValue})


def name_of(hint: Any) -> str:
    """Return the name of a class, or the bounded text of a type built of classes."""
    is_class = isinstance(hint, type) and typing.get_origin(hint) is None
    return class_name(hint) if is_class else cut(str(hint))


def look_up(hooks: Mapping[Any, Any], hint: Any) -> Any:
    """Return the hook for ``hint``, or None."""
    return hooks.get(hint) if hooks and isinstance(hint, collections.abc.Hashable) else None

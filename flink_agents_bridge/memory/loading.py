"""``from_memory_value``: a stored form back to the type that the caller names."""

from __future__ import annotations

import contextlib
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar, Union, overload

from flink_agents_bridge.memory import hints
from flink_agents_bridge.memory.catalogue import Conversion
from flink_agents_bridge.memory.classes import class_name
from flink_agents_bridge.memory.errors import MemoryValueError, Offence
from flink_agents_bridge.memory.keys import plain_keys
from flink_agents_bridge.memory.rows import row_for
from flink_agents_bridge.memory.shown import cut, printable, short_form, step_text
from flink_agents_bridge.memory.storing import to_memory_value
from flink_agents_bridge.memory.validation import refusal
from flink_agents_bridge.memory.values import PLAIN, conforms

T = TypeVar("T")
Hook = Callable[[Any], Any]


@overload
def from_memory_value(
    value: object, as_type: type[T], /, *, hooks: Mapping[Any, Hook] | None = None
) -> T: ...
@overload
def from_memory_value(
    value: object, as_type: Any, /, *, hooks: Mapping[Any, Hook] | None = None
) -> Any: ...
def from_memory_value(
    value: object, as_type: Any, /, *, hooks: Mapping[Any, Hook] | None = None
) -> Any:
    """Return what ``to_memory_value`` made ``value`` of.

    Args:
        value: a memory value.
        as_type: a class of the catalogue or a type built of such: ``list[UUID]``,
            ``dict[int, Order]``, ``X | None``, ``Literal``, ``Annotated``, ``TypedDict``. Of a
            union the first member that fits is taken, in the order written.
        hooks: for a type, a function from its stored form. A hook goes before the catalogue.

    Raises:
        MemoryValueError: ``value`` is no memory value, or does not fit; the first misfit is named.
    """
    attempt = f"this value cannot be read as {hints.name_of(as_type)}"
    if not conforms(value):
        raise refusal(attempt, value)
    return _Loading(attempt, hooks or {}).load(value, as_type, "$")


class _Loading:
    """One reading. Recursive: a memory value has at most ``MAX_DEPTH`` levels."""

    def __init__(self, attempt: str, hooks: Mapping[Any, Hook]) -> None:
        self._attempt = attempt
        self._hooks = hooks

    def load(self, value: Any, hint: Any, path: str) -> Any:
        hook = hints.look_up(self._hooks, hint)
        if hook is not None:
            return self._run(path, value, hint, lambda: hook(value))
        hint = hints.bare(hint)
        if hints.is_open(hint):
            return value
        origin, args = typing.get_origin(hint) or hint, hints.args_of(hint)
        if origin is Union or origin is types.UnionType:
            return self._union(value, hint, args, path)
        if origin is Literal:
            return self._member(value, hint, args, path)
        if typing.is_typeddict(origin):
            return self._fields(value, origin, path)
        cls = hints.concrete(origin)
        if cls in PLAIN:
            return self._plain(value, cls, args, path)
        row = row_for(cls) if isinstance(cls, type) else None
        if not isinstance(row, Conversion):
            raise self._error(path, "a type of the catalogue", value,
                         f"pass hooks={{{hints.name_of(hint)}: function}}")  # fmt: skip
        return self._by_row(row, value, cls, args, path)

    def _by_row(self, row: Conversion, value: Any, cls: type, args: Any, path: str) -> Any:
        if row.shape == "enum":
            return self._enum(value, cls, path)
        if type(value) not in row.stored:
            wanted = " or ".join(class_name(kind) for kind in row.stored)
            raise self._error(path, f"{wanted}, the stored form of {class_name(cls)}", value)
        if row.shape == "items":
            value = self._items(value, cls, args, path)
        elif row.shape == "mapping":
            value = self._mapping(value, args, path)
        elif row.shape == "fields":
            value = self._fields(value, cls, path)
        return self._run(path, value, cls, lambda: row.load(value, cls))

    def _plain(self, value: Any, cls: Any, args: Any, path: str) -> Any:
        if not (isinstance(value, cls) or (cls is float and type(value) is int)):
            raise self._error(path, class_name(cls), value)
        if type(value) is list:
            return self._items(value, cls, args, path)
        return self._mapping(value, args, path) if type(value) is dict else value

    def _items(self, items: list[Any], cls: type, args: Any, path: str) -> list[Any]:
        kinds: Sequence[Any] = (args[0] if args else Any,) * len(items)
        if issubclass(cls, tuple) and args and args[-1] is not ...:
            kinds = () if args == hints.EMPTY else args
        if len(kinds) != len(items):
            raise self._error(path, f"a list of {len(kinds)}", items)
        pairs = enumerate(zip(items, kinds, strict=True))
        return [self.load(item, kind, f"{path}[{i}]") for i, (item, kind) in pairs]

    def _mapping(self, items: dict[str, Any], args: Any, path: str) -> dict[Any, Any]:
        of_key, of_value = (*args, Any, Any)[:2]  # a Counter has the type of its keys alone
        read = {}
        for text, item in items.items():
            place = path + step_text(text)
            read[self._key(text, of_key, place)] = self.load(item, of_value, place)
        return read

    def _key(self, text: str, hint: Any, path: str) -> Any:
        tries = ((plain, hint) for plain in plain_keys(text))
        return self._first(tries, path, f"a key that reads as {hints.name_of(hint)}", text)

    def _fields(self, value: Any, cls: Any, path: str) -> dict[str, Any]:
        """Read the fields that are there.

        A missing one is the class's business; one that the class does not know was written by
        another version of it and is left out.
        """
        if type(value) is not dict:
            raise self._error(path, f"dict, the stored form of {class_name(cls)}", value)
        known = self._run(path, value, cls, lambda: hints.field_types(cls))
        required: frozenset[str] = getattr(cls, "__required_keys__", frozenset())
        missing = required - value.keys()
        if missing:
            raise self._error(path, f"a dict with the key {min(missing)!r}", value)
        return {
            name: self.load(item, known[name], path + step_text(name))
            for name, item in value.items()
            if name in known
        }

    def _union(self, value: Any, hint: Any, arms: tuple[Any, ...], path: str) -> Any:
        return self._first(((value, arm) for arm in arms), path, hints.name_of(hint), value)

    def _first(self, tries: Iterable[Any], path: str, expected: str, value: Any) -> Any:
        for stored, hint in tries:
            with contextlib.suppress(MemoryValueError):
                return self.load(stored, hint, path)
        raise self._error(path, expected, value)

    def _enum(self, value: Any, cls: Any, path: str) -> Any:
        members = [member for member in cls if _same(_stored(member.value), value)]
        if members:
            return members[0]
        return self._run(path, value, cls, lambda: cls(value))  # flags, and _missing_

    def _member(self, value: Any, hint: Any, members: tuple[Any, ...], path: str) -> Any:
        for member in members:
            if _same(_stored(member), value):
                return member
        raise self._error(path, hints.name_of(hint), value)

    def _run(self, path: str, value: Any, hint: Any, load: Callable[[], Any]) -> Any:
        try:
            return load()
        except MemoryValueError:
            raise
        except Exception as failure:
            reason = f"{class_name(type(failure))}: {cut(printable(str(failure)))}"
            expected = f"the stored form of {hints.name_of(hint)} ({reason})"
            raise self._error(path, expected, value) from failure

    def _error(self, path: str, expected: str, value: Any, remedy: str = "") -> MemoryValueError:
        found, shown = class_name(type(value)), short_form(value)
        remedy = remedy or "read it as the type that was stored, or pass a hook for this type"
        return MemoryValueError(self._attempt, (Offence(path, expected, found, shown, remedy),))


def _stored(member: object) -> Any:
    try:
        return to_memory_value(member)
    except MemoryValueError:
        return object()  # equal to nothing


def _same(one: Any, other: Any) -> bool:
    """Whether two scalars are equal and of one type: a 1 that was stored is no True."""
    return type(one) is type(other) and bool(one == other)

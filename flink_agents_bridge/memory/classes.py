"""What a class is called and comes from, asked without running any code of that class."""

from __future__ import annotations

from typing import Any, Final

_mro_of: Final[Any] = type.__dict__["__mro__"].__get__
_dict_of: Final[Any] = type.__dict__["__dict__"].__get__
_module_of: Final[Any] = type.__dict__["__module__"].__get__
_name_of: Final[Any] = type.__dict__["__qualname__"].__get__

MARKERS: Final = ("__dataclass_fields__", "__attrs_attrs__", "_field_defaults")
"""Attributes by which dataclasses, attrs classes and named tuples are known."""

_LONGEST_NAME: Final = 120


def class_name(cls: type) -> str:
    """Return ``module.qualified_name``, cut to a bound; built-in classes without their module."""
    name = full_name(cls).removeprefix("builtins.")
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"


def full_name(cls: type) -> str:
    """Return ``module.qualified_name``; a metaclass or a false ``__module__`` cannot break it."""
    try:
        module = _module_of(cls)
    except AttributeError:
        module = None
    return f"{module}.{_name_of(cls)}" if type(module) is str else str(_name_of(cls))


def names_of(cls: type) -> frozenset[str]:
    """Return the full names of ``cls`` and its bases, and the ``MARKERS`` that they carry."""
    bases = _mro_of(cls)
    marked = (marker for marker in MARKERS if any(marker in _dict_of(base) for base in bases))
    return frozenset((*map(full_name, bases), *marked))

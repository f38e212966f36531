"""What a memory value is: the type, and the check that decides (R19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from flink_agents_bridge.memory.limits import INT_BITS, INT_MIN, MAX_DEPTH

MemoryValue: TypeAlias = (
    bool | int | float | str | bytes | list["MemoryValue"] | dict[str, "MemoryValue"] | None
)
"""A value that Flink memory holds and gives back unchanged (R19)."""

PLAIN: Final = (type(None), bool, int, float, str, bytes, list, dict)
"""The classes of memory values, and no others, not even theirs by inheritance."""


BYTE_ORDER_MARKS: Final = ("\ufeff", "\ufffe")
"""What Pemja takes for a mark at the start of a text from Java, and drops or obeys."""


def is_text(value: str) -> bool:
    """Whether ``value`` comes back: no lone surrogate (V2), no byte order mark in front."""
    if value.startswith(BYTE_ORDER_MARKS):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_scalar(value: Any) -> bool:
    """Whether ``value`` is a memory value that holds no others (R19)."""
    kind: type = type(value)
    if kind is int:
        fits: bool = value.bit_length() < INT_BITS or value == INT_MIN
        return fits
    if kind is str:
        text: bool = value.isascii() or is_text(value)
        return text
    return value is None or kind is float or kind is bool or kind is bytes


def conforms(root: Any) -> bool:
    """Whether ``root`` is a memory value (R19), in one pass that calls no code of the value.

    Types are compared by identity: a subclass becomes another value or a handle in Java (V5, V6),
    and a hash or an equality of a foreign metaclass never runs. The stack holds one iterator per
    open container, at most ``MAX_DEPTH``, so a cycle (V3) ends here as a value too deep (V4).
    The tests of ``is_scalar`` stand in the loop again: a call per item doubles the time.

    Raises:
        RuntimeError: another thread changed the size of a dict meanwhile.
    """
    if (type(root) is dict or type(root) is list) and not root:
        return True
    outer: list[Iterator[Any]] = []
    items: Iterator[Any] = iter((root,))
    while True:
        for item in items:
            kind = type(item)
            if kind is str:
                if item.isascii() or is_text(item):
                    continue
            elif kind is dict:
                for key in item:
                    if type(key) is str and (key.isascii() or is_text(key)):
                        continue
                    return False
                if len(outer) < MAX_DEPTH:
                    outer.append(items)
                    items = iter(item.values())
                    break
            elif kind is int:
                if item.bit_length() < INT_BITS or item == INT_MIN:
                    continue
            elif kind is list:
                if len(outer) < MAX_DEPTH:
                    outer.append(items)
                    items = iter(item)
                    break
            elif kind is float or item is None or kind is bool or kind is bytes:
                continue
            return False
        else:
            if not outer:
                return True
            items = outer.pop()

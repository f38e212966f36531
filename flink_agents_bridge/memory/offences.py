"""The slow second pass over a refused value: it finds every offence and its path (R20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flink_agents_bridge.memory.catalogue import Conversion
from flink_agents_bridge.memory.classes import class_name
from flink_agents_bridge.memory.errors import Offence
from flink_agents_bridge.memory.limits import INT_BITS, MAX_DEPTH
from flink_agents_bridge.memory.rows import row_for
from flink_agents_bridge.memory.shown import short_form, step_text
from flink_agents_bridge.memory.values import BYTE_ORDER_MARKS, PLAIN, is_scalar

ANY_VALUE: Final = "None, bool, int, float, str, bytes, list or dict"
_INT_RANGE: Final = f"an int from -2**{INT_BITS - 1} to 2**{INT_BITS - 1} - 1"

_CONVERT_DICT: Final = "convert the dict with to_memory_value, or write str keys"


def find_offences(root: object) -> Iterator[Offence]:
    """Yield the offences of ``root`` in order. Holds one iterator per open container (V3, V4)."""
    levels = [iter([("$", root, False)])]
    steps: list[str] = []
    containers: list[object] = []
    while levels:
        path = "".join(steps)
        try:
            entry = next(levels[-1], None)
        except RuntimeError:
            yield changed_offence(path)
            entry = None
        if entry is None:
            levels.pop()
            if steps:
                steps.pop()
                containers.pop()
            continue
        step, item, is_key = entry
        offence = _offence(path + step, item, is_key, containers)
        if offence is not None:
            yield offence
        elif type(item) is list or type(item) is dict:
            levels.append(_entries(item))
            steps.append(step)
            containers.append(item)


def value_offence(path: str, value: Any) -> Offence | None:
    """Return what is wrong with ``value`` by itself, whatever it holds (R19)."""
    kind = type(value)
    if kind is list or kind is dict or is_scalar(value):
        return None
    if kind is int:
        return _make(path, _INT_RANGE, value, "write str(value)")
    if kind is str:
        remedy = 'write value.encode("utf-8", "surrogatepass")'
        return _make(path, f"a str without {_text_fault(value)}", value, remedy)
    row = row_for(kind)
    name = class_name(kind)
    remedy = row.remedy if row else f"write to_memory_value(value, hooks={{{name}: function}})"
    return _make(path, ANY_VALUE, value, remedy)


def key_offence(path: str, key: Any) -> Offence | None:
    """Return what is wrong with a key: memory keys are ``str`` (R19)."""
    if type(key) is str:
        return None if is_scalar(key) else _text_key_offence(path, key)
    if type(key) is int:
        return _make(path, "a str as key", key, "write str(key)")
    row = row_for(type(key))
    has_text = (
        isinstance(row, Conversion)
        and str in row.stored
        and all(type(key) is not plain for plain in PLAIN)
    )
    remedy = row.remedy.replace("value", "key", 1) if row and has_text else _CONVERT_DICT
    return _make(path, "a str as key", key, remedy)


def _text_key_offence(path: str, key: str) -> Offence:
    remedy = 'write key.encode("utf-8", "replace").decode()'
    if key.startswith(BYTE_ORDER_MARKS):
        remedy = "write key[1:]"
    return _make(path, f"a key without {_text_fault(key)}", key, remedy)


def _text_fault(text: str) -> str:
    has_mark = text.startswith(BYTE_ORDER_MARKS)
    return "a byte order mark in front" if has_mark else "lone surrogates"


def changed_offence(path: str) -> Offence:
    """Return the offence of a dict that another thread resized during the check."""
    expected = "a value that no other thread changes meanwhile"
    remedy = "copy it under the lock that its writers hold, and store the copy"
    return Offence(path, expected, "dict", "that changed during the check", remedy)


def container_offence(path: str, value: Any, containers: list[Any]) -> Offence | None:
    """Return what is wrong with a container inside ``containers``: a cycle or too deep."""
    if any(container is value for container in containers):
        remedy = "store an id or a path in place of the inner one"
        return _make(path, "a value that does not hold itself", value, remedy)
    if len(containers) >= MAX_DEPTH:
        remedy = "store the inner part under a memory path of its own"
        return _make(path, f"at most {MAX_DEPTH} containers in one another", value, remedy)
    return None


def _offence(path: str, item: Any, is_key: bool, containers: list[Any]) -> Offence | None:
    if is_key:
        return key_offence(path, item)
    if type(item) is list or type(item) is dict:
        return container_offence(path, item, containers)
    return value_offence(path, item)


def _entries(container: Any) -> Iterator[tuple[str, object, bool]]:
    if type(container) is list:
        for index, item in enumerate(container):
            yield f"[{index}]", item, False
        return
    for key, item in container.items():
        step = step_text(key)
        if type(key) is not str or not is_scalar(key):
            yield step, key, True
        yield step, item, False


def _make(path: str, expected: str, value: Any, remedy: str) -> Offence:
    return Offence(path, expected, class_name(type(value)), short_form(value), remedy)

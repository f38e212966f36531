"""``to_memory_value``: any value of the catalogue to its stored form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flink_agents_bridge.memory.catalogue import Conversion, Row
from flink_agents_bridge.memory.classes import class_name
from flink_agents_bridge.memory.errors import MemoryValueError, Offence
from flink_agents_bridge.memory.keys import key_text
from flink_agents_bridge.memory.offences import container_offence, value_offence
from flink_agents_bridge.memory.rows import row_for
from flink_agents_bridge.memory.shown import short_form, step_text
from flink_agents_bridge.memory.values import PLAIN, MemoryValue

Hook = Callable[[Any], Any]


def to_memory_value(value: object, *, hooks: Mapping[Any, Hook] | None = None) -> MemoryValue:
    """Return ``value`` in a form that ``validate_memory_value`` accepts (R19, V5-V7).

    The catalogue in ``docs/memory-contract.md`` says what becomes of each type. ``value`` is not
    changed; containers are copied. Code of the value may run: properties, ``model_dump``, hooks.

    Args:
        value: anything of the catalogue, or of a type in ``hooks``.
        hooks: for a class and its subclasses, a function that returns something convertible.
            A hook goes before the catalogue.

    Raises:
        MemoryValueError: with up to ten offences: types without a row or a hook, a conversion
            that failed (the first failure is the cause), keys that become equal, ints beyond 64
            bits, lone surrogates, cycles, too great a depth.
    """
    storing = _Storing(hooks or {})
    stored: MemoryValue = storing.store(value, "$", [])
    if not storing.offences:
        return stored
    attempt = f"a value of type {class_name(type(value))} cannot be converted for memory"
    raise MemoryValueError.of(attempt, storing.offences) from storing.cause


class _Storing:
    """One conversion. Recursive, two frames per level and at most ``MAX_DEPTH`` levels."""

    def __init__(self, hooks: Mapping[Any, Hook]) -> None:
        self._hooks = hooks
        self._rows: dict[int, tuple[type, Row | None]] = {}
        self.offences: list[Offence] = []
        self.cause: BaseException | None = None

    def store(self, value: Any, path: str, containers: list[Any]) -> Any:
        plain: Any = self._plain(value, path)
        if type(plain) is not list and type(plain) is not dict:
            return plain
        # The cycle is one of the originals: their plain copies are new each time.
        offence = container_offence(path, value, containers)
        if offence is not None:
            self.offences.append(offence)
            return None
        inner = [*containers, value]
        if isinstance(plain, list):
            return [self.store(item, f"{path}[{i}]", inner) for i, item in enumerate(plain)]
        return self._store_dict(plain, path, inner)

    def _store_dict(self, items: dict[Any, Any], path: str, containers: list[Any]) -> Any:
        stored: dict[str, Any] = {}
        for key, item in items.items():
            place = path + step_text(key)
            text = self._key(key, place)
            if text in stored:
                self._refuse(place, f"keys that differ as text; {text!r} is there twice", key,
                             "rename one of the two keys")  # fmt: skip
            stored[text] = self.store(item, place, containers)
        return stored

    def _key(self, key: Any, path: str) -> str:
        refused = len(self.offences)
        plain = self._plain(key, path)
        text = key_text(plain)
        if text is None and len(self.offences) == refused:
            self._refuse(path, "a key with a text form", key, "write a str key")
        return text or ""

    def _plain(self, value: Any, path: str) -> Any:
        """Convert ``value`` by hooks and rows until it is of a contract type.

        A type is converted once only, so a hook that returns its own kind comes to an end.
        """
        done: list[type] = []
        while True:
            kind = type(value)
            convert = None if any(kind is before for before in done) else self._conversion(kind)
            if convert is None:
                offence = value_offence(path, value)
                if offence is not None:
                    self.offences.append(offence)
                    return None
                return value
            done.append(kind)
            try:
                value = convert(value)
            except Exception as failure:  # noqa: BLE001 - it becomes the cause of our error
                self.cause = self.cause or failure
                expected = f"a value that converts ({class_name(type(failure))} was raised)"
                self._refuse(path, expected, value, f"pass hooks={{{class_name(kind)}: function}}")
                return None

    def _conversion(self, kind: type) -> Hook | None:
        for base in kind.__mro__ if self._hooks else ():
            if base in self._hooks:
                return self._hooks[base]
        if any(kind is plain for plain in PLAIN):
            return None
        if id(kind) not in self._rows:  # by id: a metaclass may forbid hashing
            self._rows[id(kind)] = kind, row_for(kind)
        row = self._rows[id(kind)][1]
        return row.dump if isinstance(row, Conversion) else None

    def _refuse(self, path: str, expected: str, value: object, remedy: str) -> None:
        name = class_name(type(value))
        self.offences.append(Offence(path, expected, name, short_form(value), remedy))

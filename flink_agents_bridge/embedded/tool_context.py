"""The tool context of Flink Agents 0.2.x in contract form (R21).

The built-in chat action keeps UUID keys and values, chat messages and an output schema in sensory
memory. Its own code goes on doing so, on a view of the memory that stores all of it as one text and
gives it back as it was. A text goes over to Java at once; a tree of maps and lists costs as much as
half a chat whose model answers at once (``make throughput``).
"""

from __future__ import annotations

import functools
import importlib
import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, Flag
from types import ModuleType
from typing import Any
from uuid import UUID

from flink_agents_bridge.memory import from_memory_value, to_memory_value, validate_memory_value

_FUNCTIONS = (
    "_update_tool_call_context",
    "_save_tool_request_event_context",
    "_get_tool_request_event_context",
)

# Marks what stands for a value that memory does not take. A string that happens to start like a
# mark is itself marked, so everything comes back as it was.
_MARK = "$bridge:"
_TEXT, _UUID, _CLASS, _ENUM, _FLAG = (
    f"{_MARK}{kind}:" for kind in ("text", "uuid", "class", "enum", "flag")
)
_COLLECTION, _MODEL, _OWN_FORM, _OBJECT, _LEAF = (
    f"{_MARK}{kind}:" for kind in ("collection", "model", "own-form", "object", "leaf")
)

_BYTES = f"{_MARK}bytes"

_AS_THEY_ARE = frozenset({type(None), bool, int, float, bytes})
_COLLECTIONS = (tuple, set, frozenset)
_LEAVES = (datetime, date, time, timedelta, Decimal, bytearray, complex)
_CONTAINERS = (list, dict)

# The state of a Pydantic model.
_FIELDS = ("__dict__", "__pydantic_fields_set__")
_OFTEN_NONE = ("__pydantic_extra__", "__pydantic_private__")
_USUAL = {*_FIELDS, *_OFTEN_NONE}


def store_plainly(module: ModuleType) -> None:
    """Gives the functions that keep the context the view; 0.3.x stores plain values by itself."""
    if hasattr(module, "_serialize_messages"):
        return
    release_functions = [getattr(module, name) for name in _FUNCTIONS]
    for function in release_functions:
        setattr(module, function.__name__, _on_view(function))


def _on_view(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def with_view(sensory_memory: Any, *args: Any, **kwargs: Any) -> Any:
        return function(PlainMemoryView(sensory_memory), *args, **kwargs)

    return with_view


class PlainMemoryView:
    """A memory object whose values may be of the kinds that the tool context consists of."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory

    def get(self, path: str) -> Any:
        """The value as it was given to :meth:`set`; None if there is none."""
        stored = self._memory.get(path)
        if type(stored) is not str:
            return stored
        return decode(json.loads(stored, object_hook=_with_bytes))

    def set(self, path: str, value: Any) -> Any:
        """Stores the value as a text.

        Raises:
            MemoryValueError: it holds something that has no contract form; the message says where.
        """
        plain = encode(value)
        validate_memory_value(path, plain)
        return self._memory.set(path, json.dumps(plain, default=_as_text))


def _as_text(value: bytes) -> dict[str, str]:
    """The one kind of contract value that JSON does not have."""
    return {_BYTES: b64encode(value).decode("ascii")}


def _with_bytes(value: dict[str, Any]) -> Any:
    return b64decode(value[_BYTES]) if _BYTES in value else value


def encode(value: Any) -> Any:
    """The contract form of a value; what has none is left for the memory's own check to refuse."""
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is str:
        return _TEXT + value if value.startswith(_MARK) else value
    if kind is list:
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {_encode_key(key): encode(item) for key, item in value.items()}
    if kind is UUID:
        return _UUID + str(value)
    if isinstance(value, (Enum, type)):
        return _encode_name(value)
    if kind in _COLLECTIONS:
        return {_COLLECTION + kind.__name__: [encode(item) for item in value]}
    if kind in _LEAVES:
        return {_LEAF + kind.__name__: to_memory_value(value)}
    return _encode_object(value)


def _encode_key(key: Any) -> Any:
    encoded = encode(key)
    return encoded if type(encoded) is str else key


def _encode_name(value: Any) -> Any:
    """An enum member or a class, if it can be found again."""
    if isinstance(value, type):
        return _CLASS + _name(value) if _is_found(value) else value
    if not _is_found(type(value)):
        return value
    if isinstance(value, Flag):
        return f"{_FLAG}{_name(type(value))}.{value.value}"
    return f"{_ENUM}{_name(type(value))}.{value.name}"


def _encode_object(value: Any) -> Any:
    """A model by its state, so that nothing is validated again; a dataclass by its fields."""
    kind = type(value)
    if not _is_found(kind):
        return value
    if hasattr(kind, "__pydantic_decorators__"):
        if kind.__pydantic_decorators__.model_serializers:
            return {_OWN_FORM + _name(kind): encode(value.model_dump())}
        return {_MODEL + _name(kind): _encode_state(value.__getstate__())}
    if is_dataclass(kind) or kind.__module__ == "pyflink.common.types":
        return {_OBJECT + _name(kind): encode(vars(value))}
    return value


def _encode_state(state: dict[str, Any]) -> list[Any]:
    """Fields and names of those that were given; all of it where a model has more than that."""
    if state.keys() == _USUAL and all(state[key] is None for key in _OFTEN_NONE):
        fields, given = (state[key] for key in _FIELDS)
        return [{name: _encode_field(field) for name, field in fields.items()}, sorted(given)]
    return [[key, encode(state[key])] for key in sorted(state)]


def _encode_field(value: Any) -> Any:
    """As :func:`encode`, with no call for what a message mostly consists of."""
    kind = type(value)
    if (kind is str and not value.startswith(_MARK)) or (kind in _CONTAINERS and not value):
        return value
    return encode(value)


def decode(value: Any) -> Any:
    """The value that :func:`encode` was given; a dict of a class of its own as a plain one."""
    if type(value) is str and value.startswith(_MARK):
        return _decode_text(value)
    if type(value) is list:
        return [decode(item) for item in value]
    if type(value) is dict:
        return _decode_dict(value)
    return value


def _decode_text(text: str) -> Any:
    if text.startswith(_TEXT):
        return text[len(_TEXT) :]
    if text.startswith(_UUID):
        return UUID(text[len(_UUID) :])
    if text.startswith(_CLASS):
        return _find(text[len(_CLASS) :])
    mark = _FLAG if text.startswith(_FLAG) else _ENUM
    name, _, member = text[len(mark) :].rpartition(".")
    return _find(name)(int(member)) if mark is _FLAG else _find(name)[member]


def _decode_dict(value: dict[str, Any]) -> Any:
    mark, content = next(iter(value.items()), ("", None))
    start = mark[: mark.find(":", len(_MARK)) + 1]
    if start in _RESTORERS:
        return _RESTORERS[start](mark[len(start) :], content)
    return {decode(key): decode(item) for key, item in value.items()}


def _restore_collection(name: str, items: Any) -> Any:
    kind = next(kind for kind in _COLLECTIONS if kind.__name__ == name)
    return kind(decode(item) for item in items)


def _restore_leaf(name: str, stored: Any) -> Any:
    return from_memory_value(stored, next(kind for kind in _LEAVES if kind.__name__ == name))


def _restore_model(name: str, state: Any) -> Any:
    kind = _find(name)
    model = kind.__new__(kind)
    if state and type(state[0]) is dict:
        fields, given = state
        told = ({name: decode(field) for name, field in fields.items()}, set(given))
        model.__setstate__({**dict.fromkeys(_OFTEN_NONE), **dict(zip(_FIELDS, told, strict=True))})
    else:
        model.__setstate__({key: decode(item) for key, item in state})
    return model


def _restore_object(name: str, fields: Any) -> Any:
    kind = _find(name)
    restored = kind.__new__(kind)
    for field, item in decode(fields).items():
        object.__setattr__(restored, field, item)
    return restored


_RESTORERS: dict[str, Callable[[str, Any], Any]] = {
    _COLLECTION: _restore_collection,
    _LEAF: _restore_leaf,
    _MODEL: _restore_model,
    _OWN_FORM: lambda name, form: _find(name).model_validate(decode(form)),
    _OBJECT: _restore_object,
}


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _is_found(kind: type) -> bool:
    """Whether the name of a class leads back to it; that of one made in a function does not."""
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is kind:
        return True
    try:
        return _find(_name(kind)) is kind
    except (ImportError, AttributeError):
        return False


def _find(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = sys.modules.get(module) or importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found

"""The tool context of Flink Agents 0.2.x in contract form (R21).

The built-in chat action keeps UUID keys and values, chat messages and an output schema in sensory
memory. Its own code goes on doing so, on a view of the memory that stores all of it as plain values
and gives it back as it was.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from enum import Enum
from types import ModuleType
from typing import Any
from uuid import UUID

_FUNCTIONS = (
    "_update_tool_call_context",
    "_save_tool_request_event_context",
    "_get_tool_request_event_context",
)

# Marks what stands for a value that memory does not take. A string that happens to start like a
# mark is itself marked, so everything comes back as it was.
_UUID, _CLASS, _ENUM, _MODEL, _TUPLE, _TEXT = (
    f"$bridge:{kind}:" for kind in ("uuid", "class", "enum", "model", "tuple", "text")
)
_MARK = "$bridge:"


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
        return decode(self._memory.get(path))

    def set(self, path: str, value: Any) -> Any:
        """Stores the value in contract form."""
        return self._memory.set(path, encode(value))


def encode(value: Any) -> Any:
    """The contract form of a value; what has none is left for the memory's own check to refuse."""
    kind = type(value)
    if kind is str:
        return _TEXT + value if value.startswith(_MARK) else value
    if kind is list:
        return [encode(item) for item in value]
    if kind is dict:
        return {_encode_key(key): encode(item) for key, item in value.items()}
    if kind is UUID:
        return _UUID + str(value)
    if kind is tuple:
        return {_TUPLE: [encode(item) for item in value]}
    if isinstance(value, Enum):
        return _ENUM + _name(kind) + "." + value.name
    if isinstance(value, type):
        return _CLASS + _name(value)
    if hasattr(kind, "model_fields") and hasattr(kind, "model_validate"):
        return {_MODEL + _name(kind): _fields(value)}
    return value


def _encode_key(key: Any) -> Any:
    encoded = encode(key)
    return encoded if type(encoded) is str else key


def _fields(model: Any) -> Any:
    """A model's fields; in its own dumped form where it has one (as an output schema does)."""
    dumped = model.model_dump()
    fields = {name: getattr(model, name) for name in type(model).model_fields}
    own_form = type(model).__pydantic_decorators__.model_serializers
    return encode(dumped if own_form else fields)


def decode(value: Any) -> Any:
    """The value that :func:`encode` was given."""
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
    if text.startswith(_ENUM):
        name, _, member = text[len(_ENUM) :].rpartition(".")
        return _find(name)[member]
    return _find(text[len(_CLASS) :])


def _decode_dict(value: dict[str, Any]) -> Any:
    first = next(iter(value), "")
    if first == _TUPLE:
        return tuple(decode(item) for item in value[first])
    if first.startswith(_MODEL):
        return _find(first[len(_MODEL) :]).model_validate(decode(value[first]))
    return {decode(key): decode(item) for key, item in value.items()}


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _find(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found

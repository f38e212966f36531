"""The value contract in front of Flink Agents' memory (R19, R20)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from flink_agents_bridge.memory import validate_memory_value


def enforce_contract(module: ModuleType) -> None:
    """Checks every value that ``FlinkMemoryObject.set`` is about to hand to Java.

    Release 0.3.x asks ``validate_memory_value`` of its module, which ours takes the place of; 0.2.x
    checks nothing, so its method is wrapped. Both serve all kinds of memory.
    """
    memory_object = module.FlinkMemoryObject
    _tell_reasons(memory_object, getattr(module, "MemoryObjectError", None))
    if hasattr(module, "validate_memory_value"):
        vars(module)["validate_memory_value"] = validate_memory_value
        return
    release_set = memory_object.set

    @functools.wraps(release_set)
    def checked_set(self: Any, path: str, value: Any) -> Any:
        validate_memory_value(path, value)
        return release_set(self, path, value)

    memory_object.set = checked_set


def _tell_reasons(memory_object: Any, error_class: type[Exception] | None) -> None:
    """The release says which read failed and keeps the reason as cause, which Pemja drops (B9)."""
    for name in ("get", "get_fields"):
        if error_class is not None and hasattr(memory_object, name):
            read = getattr(memory_object, name)
            setattr(memory_object, name, _with_reason(read, error_class))


def _with_reason(read: Callable[..., Any], error_class: type[Exception]) -> Callable[..., Any]:
    @functools.wraps(read)
    def telling_read(*args: Any, **kwargs: Any) -> Any:
        try:
            return read(*args, **kwargs)
        except error_class as error:
            if error.__cause__ is None:
                raise
            raise error_class(f"{error}: {error.__cause__}") from error.__cause__

    return telling_read

"""The value contract in front of Flink Agents' memory (R19, R20)."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from flink_agents_bridge.memory import validate_memory_value


def enforce_contract(module: ModuleType) -> None:
    """Checks every value that ``FlinkMemoryObject.set`` is about to hand to Java.

    Release 0.3.x asks ``validate_memory_value`` of its module, which ours takes the place of; 0.2.x
    checks nothing, so its method is wrapped. Both serve all kinds of memory.
    """
    if hasattr(module, "validate_memory_value"):
        vars(module)["validate_memory_value"] = validate_memory_value
        return
    memory_object = module.FlinkMemoryObject
    release_set = memory_object.set

    @functools.wraps(release_set)
    def checked_set(self: Any, path: str, value: Any) -> Any:
        validate_memory_value(path, value)
        return release_set(self, path, value)

    memory_object.set = checked_set

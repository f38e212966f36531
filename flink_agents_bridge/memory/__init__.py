"""The contract of Python values in Flink memory: check them, convert them, read them back.

R19 says what a memory value is; ``docs/memory-contract.md`` says it at length. Nothing here needs
Flink, a JVM or any package beyond the standard library.
"""

from __future__ import annotations

from flink_agents_bridge.memory.errors import MemoryValueError, Offence
from flink_agents_bridge.memory.limits import MAX_DEPTH
from flink_agents_bridge.memory.loading import from_memory_value
from flink_agents_bridge.memory.storing import to_memory_value
from flink_agents_bridge.memory.validation import is_memory_value, validate_memory_value
from flink_agents_bridge.memory.values import MemoryValue

__all__ = [
    "MAX_DEPTH",
    "MemoryValue",
    "MemoryValueError",
    "Offence",
    "from_memory_value",
    "is_memory_value",
    "to_memory_value",
    "validate_memory_value",
]

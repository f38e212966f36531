"""The check at ``set()`` (R20)."""

from __future__ import annotations

from typing import TypeGuard

from flink_agents_bridge.memory.errors import MemoryValueError
from flink_agents_bridge.memory.offences import changed_offence, find_offences
from flink_agents_bridge.memory.shown import short_form
from flink_agents_bridge.memory.values import MemoryValue, conforms, is_scalar


def validate_memory_value(path: str, value: object) -> None:
    """Refuse a value that Flink memory could not give back unchanged (R19, R20, V1-V7).

    Callable on any thread; the value is neither changed nor kept, and none of its code runs.

    Args:
        path: the memory path that the value is meant for, such as ``payload.x``.
        value: anything.

    Raises:
        MemoryValueError: with up to ten offences, each with its path inside the value, the type
            found and the conversion to write. Also when another thread resizes a dict of the
            value meanwhile.
    """
    try:
        kind = type(value)
        if conforms(value) if kind is dict or kind is list else is_scalar(value):
            return
    except RecursionError:
        raise
    except RuntimeError:  # a dict changed its size: the second pass says which
        pass
    raise refusal(f"memory path {short_form(path)} cannot take this value", value)


def is_memory_value(value: object) -> TypeGuard[MemoryValue]:
    """Whether ``validate_memory_value`` accepts ``value`` (R19). Never raises."""
    try:
        return conforms(value)
    except RuntimeError:
        return False


def refusal(attempt: str, value: object) -> MemoryValueError:
    """Return the error for ``value``, of which the fast check said that it does not conform."""
    error = MemoryValueError.of(attempt, find_offences(value))
    # Nothing found: the value was mended between the two passes.
    return error if error.offences else MemoryValueError(attempt, (changed_offence("$"),))

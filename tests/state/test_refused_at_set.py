"""Refused values at the real ``FlinkMemoryObject.set`` inside the embedded interpreter."""

from typing import Any

import pytest

from tests.bridge.calls import plain
from tests.memory.test_memory_refused import REFUSED
from tests.state.conftest import Memory, Start

PLACES = ["$", "$.list[1]"]
MENDS = ("awaitables", "resources", "chat-close", "gateway", "failed-close", "pool-close")
SWITCHES = ["memory-contract", *(f"mend-{name}" for name in MENDS)]


@pytest.mark.parametrize("name", REFUSED)
def test_refused_before_java_sees_it(memory: Memory, name: str) -> None:
    """R20, V1-V7: in both kinds of memory, at both levels, bare and inside a value.

    The error names the path; not one call reaches Java, and the next call is as if nothing
    had been (V1, V2).
    """
    told: list[list[Any]] = plain(memory.ask("refusal", name))
    assert len(told) == 2 * 2 * 2
    for number, (kind, message, calls, next_call) in enumerate(told):
        assert kind == "MemoryValueError", message
        assert message.startswith("memory path 'payload.x' cannot take this value:\n  ")
        assert f"\n  {PLACES[number % 2]}: expected " in message
        assert calls == 0
        assert next_call is None


def test_the_switch_leaves_the_release_as_it_is(start_memory: Start) -> None:
    """R20, B9, V1: with all switches off nothing is checked, wrapped, guarded or patched."""
    with start_memory(dict.fromkeys(SWITCHES, False)) as memory:
        assert plain(memory.ask("release_state")) == {
            "wrapped": False,
            "finders": 0,
            "same object": True,
        }
        # Java got null, and the error is the next call's, which is inside set too.
        assert plain(memory.ask("overflow")) == ["OverflowError", "NoneType", "bool"]


def test_the_switch_is_on_by_default(memory: Memory) -> None:
    """R20: what the test above finds off is there."""
    with pytest.raises(Exception, match="memory path 'uuid' cannot take this value"):
        memory.ask("release_state")

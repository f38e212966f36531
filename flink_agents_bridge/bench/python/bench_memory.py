"""Our memory check beside something else done with the same value, in blocks that take turns.

bench_memory.py PAIRS     beside the check of an installed Flink Agents release
"""

from __future__ import annotations

import functools
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

BLOCK_NODES = 2_000
"""Nodes that a block handles at least, so that the clock's own time does not count."""
_WARM_UP = 3  # parts of the pairs beside them, for Java's compiler

Step = Callable[[object], object]


def count(value: object) -> int:
    """How many values it consists of, itself included; keys are not counted."""
    if isinstance(value, dict):
        return 1 + sum(map(count, value.values()))
    return 1 + sum(map(count, value)) if isinstance(value, list) else 1


def order(number: int) -> dict[str, object]:
    """An order with two lines."""
    lines = [{"sku": f"a-{i}", "count": i, "price": 3.5} for i in range(2)]
    customer = {"name": "Ännchen", "since": None, "score": 0.5}
    return {"id": number, "paid": True, "customer": customer, "lines": lines, "tags": ["a", "b"]}


def message(number: int) -> dict[str, object]:
    """A chat message with a tool call."""
    arguments = {"city": "Berlin", "days": number % 7}
    function = {"name": "weather", "arguments": arguments}
    return {
        "role": "assistant",
        "content": f"The weather of day {number} is fine.",
        "tool_calls": [{"id": f"call_{number}", "type": "function", "function": function}],
        "extra_args": {"usage": {"prompt": 12, "completion": 30}, "score": 0.25},
    }


VALUES: dict[str, object] = {
    "None": None,
    "int": 7,
    "float": 0.5,
    "str": "some text",
    "empty dict": {},
    "three fields": {"id": "o-1", "count": 2, "ok": True},
    "one order": order(1),
    "embedding": [0.5] * 1_536,
    "500 messages": [message(number) for number in range(500)],
    "500 orders": [order(number) for number in range(500)],
}


def block(step: Step, value: object, repeats: int) -> float:
    """Nanoseconds of one step, of so many in a row."""
    turns = range(repeats)
    begin = time.perf_counter_ns()
    for _ in turns:
        step(value)
    return (time.perf_counter_ns() - begin) / repeats


def compare(check: Step, other: Step, pairs: int) -> dict[str, float]:
    """Medians for each value over pairs of blocks; the one that goes first changes, too."""
    figures = {}
    for name, value in VALUES.items():
        repeats = max(1, BLOCK_NODES // count(value))
        times: tuple[list[float], list[float]] = ([], [])
        for turn in range(-pairs // _WARM_UP, pairs):
            steps = [(check, times[0]), (other, times[1])]
            for step, kept in steps if turn % 2 else reversed(steps):
                taken = block(step, value, repeats)
                if turn >= 0:
                    kept.append(taken)
        shares = [one / two for one, two in zip(*times, strict=True)]
        figures[f"{name}.check_ns"] = statistics.median(times[0])
        figures[f"{name}.other_ns"] = statistics.median(times[1])
        figures[f"{name}.share"] = statistics.median(shares)
    return figures


def beside(other: Step, pairs: int) -> str:
    """Measure in this interpreter, as JSON."""
    from flink_agents_bridge.memory import validate_memory_value

    gc.disable()
    try:
        figures = compare(functools.partial(validate_memory_value, "payload.x"), other, pairs)
    finally:
        gc.enable()
    return json.dumps(figures)


def beside_hand_off(holder: Any, pairs: int) -> str:
    """Beside handing the value to a Java object's ``set``, as memory does right after the check."""
    return beside(holder.set, pairs)


def main() -> None:
    """Measure beside the check of the release that is installed."""
    from flink_agents.api.memory_object import validate_memory_value as theirs

    print(beside(functools.partial(theirs, "payload.x"), int(sys.argv[1])))


if __name__ == "__main__":
    main()

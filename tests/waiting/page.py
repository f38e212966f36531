"""The page ``docs/measured/waiting.md``, made of what was measured."""

from collections.abc import Mapping
from typing import Any

from flink_agents_bridge.markdown import table

_STATES = ("busy", "idle", "backPressured")
_HEAD = """# What waiting costs

Measured on {date} by `make waiting` ({machine}; load average up to {load:.0f}):
two JVMs side by side, one with `idle-waiting=off`, one with `on`, each with a job of a Python agent
on a cluster of its own. What it is: [waiting.md](../waiting.md).

## Twelve actions asleep for 6 s

CPU in percent of one core, over the whole 6 s with the beginning and the end of the actions. A
thread that spins takes what the machine gives it.
"""
_LATE = """
## Are results later?

From the end of the awaited call to the next line of the action; the twelve from above and {rounds}
rounds of twelve calls of 50 to 500 ms.
"""
_TIMES = """
## What Flink's metrics say

Milliseconds per second of the operator's subtask, as Flink's REST interface tells them
after 65 s; they are means of the last minute.
"""
_SHORT = """
## Short awaits

Awaits of 1 to 20 ms, one for each record, on as many keys as there are asynchronous threads. Ratio
of `on` to `off`: the median over {pairs} times four blocks in turns (off, on, on, off), with a 95 %
bootstrap interval. Throughput is better above 1, the others below. CPU is that of the whole JVM,
for each record.
"""


def page(found: Mapping[str, Any], rounds: int) -> str:
    """The whole page."""
    asleep = [
        [f"`{switch}`", *(f"{each[part]:.1%}" for part in ("mailbox", "process", "idle"))]
        for switch, each in found["asleep"].items()
    ]
    late = [
        [f"`{switch}`", *(f"{seconds * 1000:.2f}" for seconds in each.values())]
        for switch, each in found["late"].items()
    ]
    times = [
        [f"`{switch}`, {phase}", *(f"{told[state]:.0f}" for state in _STATES)]
        for switch, phases in found["times"].items()
        for phase, told in phases.items()
    ]
    short = [
        [threads, *(_ratio(parts[part]) for part in ("throughput", "p99", "cpu"))]
        for threads, parts in found["short"].items()
    ]
    parts = [
        _HEAD.format(**found),
        *table(["", "mailbox thread", "whole process", "whole process without input"], asleep),
        _LATE.format(rounds=rounds),
        *table(["added delay in ms", "p50", "p95", "p99"], late),
        _TIMES,
        *table(["", *(f"`{state}TimeMsPerSecond`" for state in _STATES)], times),
        _SHORT.format(**found),
        *table(["`num-async-threads`", "throughput", "p99 latency of an action", "CPU"], short),
    ]
    return "\n".join(parts) + "\n"


def _ratio(told: Mapping[str, float]) -> str:
    return f"{told['median']:.3f} ({told['low']:.3f} to {told['high']:.3f})"

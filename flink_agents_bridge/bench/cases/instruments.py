"""What the bridge's own instruments cost a call, each on and off."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from flink_agents_bridge.bench.cases.price import calls
from flink_agents_bridge.bench.jvm_fork import agent, on_one_processor
from flink_agents_bridge.bench.model import Bench, Case, Comparison, Plot, Variant
from flink_agents_bridge.timeline.recording import CALLS

_OFF: dict[str, object] = {"jmx": False}
_OPTIONS = {
    "none": _OFF,
    "none again": _OFF,
    "JMX": {},
    "recording": _OFF,
    "one of 64 timed": {**_OFF, "time_inline": 64},
    "all timed": {**_OFF, "time_inline": 1},
}
# All events of the bridge, and none of the JDK's that cost.
_RECORDING = [f"-XX:StartFlightRecording=settings={CALLS}", "-Xlog:jfr+startup=off"]
_OF_LANES = ("none", "none again", "JMX", "recording")  # a lane's calls are timed in any case
_ROUTES = {"owner": tuple(_OPTIONS), "lane": _OF_LANES}
_METRICS = {"owner": "trivial.cpu_ns", "lane": "trivial.wall_ns"}


def _run(route: str, instrument: str) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        recording = _RECORDING if instrument == "recording" else []
        flags = [*recording, *agent(bench, **_OPTIONS[instrument])]
        with on_one_processor() if route == "lane" else nullcontext():
            return calls(bench, route, flags)

    return run


CASE = Case(
    name="instruments",
    question="What do the bridge's own instruments cost a call?",
    variants=[
        Variant(
            f"{route}, {instrument}", _run(route, instrument), in_smoke=instrument == "recording"
        )
        for route, instruments in _ROUTES.items()
        for instrument in instruments
    ],
    rounds=(1, 12),
    comparisons=[
        Comparison(
            f"{route} call: {instrument} / none",
            f"{route}, {instrument}",
            f"{route}, none",
            _METRICS[route],
            control=instrument == "none again",
        )
        for route, instruments in _ROUTES.items()
        for instrument in instruments
        if instrument != "none"
    ],
    plots=[
        Plot(
            "instruments",
            "CPU time of the calling thread for one call on the owner thread",
            ["trivial.cpu_ns"],
            "ns",
            [f"owner, {instrument}" for instrument in _OPTIONS],
        )
    ],
    notes=[
        "`JMX` is the bean, on by default. `recording` is one of Java's flight recorder with all",
        "of the bridge's events on, each operation's too, which no recording has unasked. `timed`",
        "are inline operations; none is by default. Calls through a lane share one processor.",
    ],
)

"""Whether anything gets dearer with the number of threads, lanes, managers and dead threads."""

from __future__ import annotations

from collections.abc import Callable

from flink_agents_bridge.bench.jvm_fork import agent, fork
from flink_agents_bridge.bench.model import Bench, Case, Comparison, Plot, Variant

_SEEN = {"fresh": "fresh", "fresh again": "fresh", "dead threads": "dead", "managers": "managers",
         "threads": "threads", "lanes": "lanes"}  # fmt: skip
# Lanes and their sources are 2,000 threads, which cost any JVM something.
_BESIDE = {"lanes": "threads"}
_CROWD = (1, 10, 100, 1000)
_LANES = (1, 4, 16)
_KINDS = ("threads", "managers", "managed", "lanes")
# Resident from the start, so that what comes or goes is not Java's heap.
_WHOLE_HEAP = ("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch")


def _seen(what: str) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        count = bench.choose(5, 1_000, 1_000)
        sizes = [count, bench.choose(4, 30, 40), bench.choose(20, 10_000, 10_000)]
        lanes = count + 1 if what == "lanes" else 4
        return fork(bench, "Scale", [what, *sizes], agent(bench, lanes=lanes))

    return run


def _crowd(lanes: int) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        threads = _CROWD[: bench.choose(2, 4, 4)]
        work = f"same={bench.choose(2, 20, 100)}"
        flags = agent(bench, lanes=lanes)
        return fork(bench, "Load", ["lanes", ",".join(map(str, threads)), work], flags)

    return run


def _each(kind: str) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        count = bench.choose(2, 64, 64)
        flags = [*agent(bench, lanes=count + 8), *_WHOLE_HEAP]
        return fork(bench, "Interpreters", [kind, count], flags)

    return run


CALLS = Case(
    name="scale",
    question="Does a call get dearer when 1,000 threads have died, 1,000 managers have been made "
    "(64 of them live), or 1,000 lanes are there, beside 2,000 threads without lanes?",
    variants=[
        Variant(name, _seen(what), in_smoke=what not in {"fresh", "threads"})
        for name, what in _SEEN.items()
    ],
    rounds=(2, 12),
    comparisons=[
        Comparison(
            f"{route} call: {name} / {_BESIDE.get(name, 'fresh')}",
            name, _BESIDE.get(name, "fresh"), metric,
            at_most=None if name in {"fresh again", "threads"} else 1.10, by_median=True,
            control=name == "fresh again",
        )
        for route, metric in (("owner", "owner.cpu_ns"), ("lane", "lane.wall_ns"))
        for name in _SEEN
        if name != "fresh"
    ],
    plots=[
        Plot(
            "scale-calls",
            "A trivial call in a JVM that has seen 1,000 of something",
            ["owner.cpu_ns", "lane.wall_ns"],
            "µs",
            tuple(_SEEN),
            scale=1e-3,
            logarithmic=True,
        )
    ],
)  # fmt: skip

CROWD = Case(
    name="crowd",
    question="How many trivial calls a second do 1 to 1,000 source threads make through 1 to 16 "
    "lanes?",
    variants=[Variant(f"{lanes} lanes", _crowd(lanes), in_smoke=lanes == 4) for lanes in _LANES],
    rounds=(2, 5),
    plots=[
        Plot(
            "crowd",
            "Trivial calls a second by source threads",
            ["same.{}.rate"],
            "calls/s",
            [f"{lanes} lanes" for lanes in _LANES],
            _CROWD,
            "source threads",
        )
    ],
    notes=["A new source thread's first call, which makes the lane's interpreter, is not counted."],
)

MEMORY = Case(
    name="interpreters",
    question="What time and memory does an interpreter take, its thread included: managers (one "
    "for each subtask), managed workers, lanes? 64 of each.",
    variants=[
        Variant(kind, _each(kind), in_smoke=kind in {"managers", "managed"}) for kind in _KINDS
    ],
    rounds=(2, 5),
    plots=[
        Plot(
            "interpreters-time",
            "Time to make one and call it",
            ["each_ns"],
            "ms",
            _KINDS,
            scale=1e-6,
        ),
        Plot("interpreters-memory", "Resident memory of each", ["each_kib"], "KiB", _KINDS),
    ],
    notes=[
        "`threads` is a Java thread without an interpreter. Java's heap is resident as a whole."
    ],
)

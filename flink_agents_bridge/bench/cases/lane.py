"""What a call through a lane costs beside the least that a hand-off to another thread can."""

from __future__ import annotations

import os

from flink_agents_bridge.bench.jvm_fork import agent, classes, fork, on_one_processor
from flink_agents_bridge.bench.model import Bench, Case, Comparison, Limit, Plot, Variant


def _hops(bench: Bench) -> dict[str, float]:
    sizes = [bench.choose(4, 40, 50), bench.choose(20, 1_000, 1_000)]
    with on_one_processor():
        figures = fork(bench, "Hops", sizes, agent(bench, lanes=1))
    return {**figures, "one": 1.0}


def _unparks(bench: Bench) -> dict[str, float]:
    jars = [classes(bench), bench.installation.flink_python_jar]
    options = [*agent(bench, lanes=1), f"-Dpython={bench.installation.executable}"]
    text = " ".join([*options, "-cp", os.pathsep.join(map(str, jars))])
    return fork(bench, "UnparkCounter", [text, bench.choose(50, 500, 2_000)])


CASE = Case(
    name="lane",
    question="What does a call through a lane cost, beside a bare hand-off to another thread "
    "that makes the same call?",
    variants=[Variant("hops", _hops), Variant("counted", _unparks)],
    rounds=(3, 10),
    comparisons=[
        Comparison(
            "lane / park and unpark with the call",
            "hops", "hops", "lane.to.park", "one", at_most=1.25, by_median=True,
        ),
        Comparison(
            "lane / executor with the call", "hops", "hops", "laneBesideExecutor.to.executor", "one"
        ),
        Comparison(
            "park and unpark again / the same", "hops", "hops", "control.to.parkControl", "one",
            control=True,
        ),
    ],
    limits=[
        Limit("unparks of a hop, counted", "counted", "unparks", 2.0),
        Limit("bytes of a hop, caller's and lane's", "hops", "lane.bytes", 320),
    ],
    plots=[
        Plot(
            "lane-floor",
            "A call through a lane and its floor: blocks that take turns in one JVM",
            ["lane.wall_ns", "park.wall_ns", "executor.wall_ns", "parkEmpty.wall_ns"],
            "µs",
            ["hops"],
            scale=1e-3,
        ),
    ],
    notes=[
        "`park` and `executor` hand the call to the interpreter's owner, who makes it inline;",
        "`parkEmpty` hands over nothing. All threads share one processor, since a hand-off between",
        "two takes what it takes to wake the other one. A debugger counts the unparks, in a JVM of",
        "their own.",
    ],
)  # fmt: skip

"""How far calls on several workers overlap."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

from flink_agents_bridge.bench.jvm_fork import PYTHON, agent, environment, fork
from flink_agents_bridge.bench.model import Bench, BenchError, Case, Comparison, Plot, Variant

WORKERS = (1, 2, 4, 8, 16)
WORK = {"sleep": (1, 10, 20), "ask": (1, 10, 20), "compress": (1, 6, 6), "multiply": (1, 6, 6),
        "loop": (1, 15, 15)}  # fmt: skip
"""Calls of each thread, for smoke, quick and full."""
_PAUSE_SECONDS = 0.02


def _work(bench: Bench) -> list[str]:
    return [f"{name}={bench.choose(*calls)}" for name, calls in WORK.items()]


def _threads(bench: Bench) -> str:
    return ",".join(map(str, WORKERS[: bench.choose(2, 5, 5)]))


def _efficient(figures: dict[str, float]) -> dict[str, float]:
    """The same with ``efficiency``: what was reached of n times one thread's own pauses."""
    for name in ("sleep", "ask"):
        for workers in WORKERS:
            rate = figures.get(f"{name}.{workers}.rate")
            if rate is not None:
                figures["one"] = 1.0
                figures[f"{name}.{workers}.efficiency"] = rate / (workers / _PAUSE_SECONDS)
    for name in ("compress", "multiply", "loop"):
        for workers in WORKERS:
            rate = figures.get(f"{name}.{workers}.rate")
            if rate is not None:
                figures[f"{name}.{workers}.speedup"] = rate / figures[f"{name}.1.rate"]
    return figures


def _run(door: str) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        flags = agent(bench, lanes=WORKERS[-1])
        return _efficient(fork(bench, "Load", [door, _threads(bench), *_work(bench)], flags))

    return run


def _python_alone(bench: Bench) -> dict[str, float]:
    command = [bench.installation.executable, str(PYTHON / "bench_threads.py"), _threads(bench)]
    done = subprocess.run(
        [*command, *_work(bench)], capture_output=True, text=True, check=False, timeout=600,
        env=environment(),
    )  # fmt: skip
    if done.returncode != 0:
        raise BenchError(f"{command[1]} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return _efficient(json.loads(done.stdout))


CASE = Case(
    name="overlap",
    question="Do calls on several workers overlap: sleeping, on a socket, in C code, in Python?",
    variants=[
        Variant("managed", _run("managed")),
        Variant("lanes", _run("lanes"), in_smoke=False),
        Variant("python alone", _python_alone),
    ],
    rounds=(2, 20),
    comparisons=[
        Comparison(
            f"{door}: {name} with 8 workers / the ideal",
            door, door, f"{name}.8.efficiency", "one", at_least=0.97,
        )
        for door in ("managed", "lanes")
        for name in ("sleep", "ask")
    ],
    plots=[
        Plot(
            f"overlap-{name}",
            f"{title}: calls a second by workers",
            [f"{name}.{{}}.rate"],
            "calls/s",
            ["managed", "lanes", "python alone"],
            WORKERS,
            "workers",
            logarithmic=name in {"sleep", "ask"},
            ideal=(lambda workers: workers / _PAUSE_SECONDS) if name in {"sleep", "ask"} else None,
        )
        for name, title in (
            ("sleep", "A sleep of 20 ms"),
            ("ask", "A socket that answers after 20 ms"),
            ("compress", "zlib on a megabyte"),
            ("multiply", "A numpy product"),
            ("loop", "A loop in Python"),
        )
    ],
    notes=[
        "`python alone` is the same work on as many threads of one CPython, without Java: what its",
        "lock (GIL) and the processors leave. A loop in Python has the lock all the time, so more",
        "threads do not make it faster, under the bridge or without it; nothing that keeps one",
        "CPython can. `compress` and `multiply` let go of it, and end at the number of processors.",
    ],
)  # fmt: skip

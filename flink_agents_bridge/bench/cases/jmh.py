"""The owner's call once more, measured by JMH: a second opinion on nanoseconds."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from flink_agents_bridge.bench.jvm_fork import agent, environment
from flink_agents_bridge.bench.model import (  # fmt: skip
    Bench,
    BenchError,
    Case,
    Comparison,
    Limit,
    MissingError,
    Plot,
    Variant,
)

_BUILD_SECONDS = 600
_FORK_SECONDS = 300
_NAMES = ("bare", "bare again", "owner", "owner unguarded")


def _jar(bench: Bench) -> Path:
    if bench.checkout is None:
        raise MissingError("JMH is built by the checkout's Maven: run 'make bench'.")
    project = bench.checkout / "benchmarks" / "jmh"
    marker = bench.scratch / "jmh-built"
    if not marker.exists():
        maven = [sys.executable, str(bench.checkout / "java" / "mvnw"), "-q"]
        command = [*maven, "-f", str(project / "pom.xml"), "package"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_BUILD_SECONDS
        )
        if done.returncode != 0:
            raise BenchError(f"Maven cannot build {project}:\n{done.stdout[-2000:]}")
        marker.touch()
    return project / "target" / "benchmarks.jar"


def _run(bridge: bool, **options: object) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        jar = _jar(bench)
        result = Path(tempfile.mkdtemp(dir=bench.scratch)) / "jmh.json"
        flags = [f"-Dpython={bench.installation.executable}"]
        flags += agent(bench, **options) if bridge else []
        turns, milliseconds = bench.choose(1, 3, 5), bench.choose(50, 500, 1_000)
        command = [str(bench.jdk.java), "-jar", str(jar), "OwnerCall", "-f", "1", "-foe", "true"]
        command += ["-wi", str(turns), "-i", str(turns), "-prof", "gc"]
        command += ["-w", f"{milliseconds}ms", "-r", f"{milliseconds}ms"]
        command += ["-jvmArgs", " ".join(flags), "-rf", "json", "-rff", str(result)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_FORK_SECONDS,
            env=environment(),
        )  # fmt: skip
        if done.returncode != 0:
            raise BenchError(f"JMH ended with {done.returncode}:\n{done.stdout[-2000:]}")
        return _figures(json.loads(result.read_text("utf-8")))

    return run


def _figures(results: list[dict[str, object]]) -> dict[str, float]:
    [told] = results
    primary, secondary = told["primaryMetric"], told["secondaryMetrics"]
    assert isinstance(primary, dict)
    assert isinstance(secondary, dict)
    bytes_name = next(name for name in secondary if name.endswith("gc.alloc.rate.norm"))
    return {
        "trivial.wall_ns": float(primary["score"]),
        "trivial.bytes": float(secondary[bytes_name]["score"]),
    }


CASE = Case(
    name="jmh",
    question="And what does JMH say of the owner's call?",
    variants=[
        Variant("bare", _run(bridge=False), in_smoke=False),
        Variant("bare again", _run(bridge=False), in_smoke=False),
        Variant("owner", _run(bridge=True)),
        Variant("owner unguarded", _run(bridge=True, guard_calls=False), in_smoke=False),
    ],
    rounds=(2, 4),
    comparisons=[
        Comparison("bare again / bare", "bare again", "bare", "trivial.wall_ns", control=True),
        Comparison("owner / bare", "owner", "bare", "trivial.wall_ns", at_most=1.05),
        Comparison(
            "owner unguarded / bare", "owner unguarded", "bare", "trivial.wall_ns", at_most=1.05
        ),
    ],
    limits=[Limit("bytes of an owner call (24 are Pemja's)", "owner", "trivial.bytes", 24.5)],
    plots=[
        Plot("jmh", "One call of a trivial function, by JMH", ["trivial.wall_ns"], "ns", _NAMES)
    ],
)

"""The price of a call on the owner thread: under the agent beside the bare call.

Paired forks: each pair runs the same JMH benchmark once bare and once woven, in fresh JVMs, in
alternating order. Reported is the median of the pairs' ratios with a bootstrap interval, and an
A/A control (bare against bare, the two halves of the bare forks) that shows the noise.

    python benchmarks/price.py --pairs 20 --json build/price.json
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POM = ROOT / "benchmarks" / "jmh" / "pom.xml"
JAR = ROOT / "benchmarks" / "jmh" / "target" / "benchmarks.jar"
AGENT = ROOT / "flink_agents_bridge" / "jars" / "flink-agents-bridge-agent.jar"
RESAMPLES = 10_000
FORK_TIMEOUT_SECONDS = 120


def build() -> None:
    """Builds the benchmark jar; a failing build ends the run."""
    subprocess.run(
        [sys.executable, str(ROOT / "java" / "mvnw"), "-q", "-f", str(POM), "package"], check=True
    )


def fork(java: str, woven: bool) -> float:
    """Nanoseconds per call, measured by one fresh JVM."""
    agent = [f"-javaagent:{AGENT}"] if woven else []
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "jmh.json"
        options = ["-f", "1", "-wi", "3", "-w", "1", "-i", "3", "-r", "1", "-foe", "true"]
        jvm = ["-jvmArgs", " ".join([f"-Dpython={sys.executable}", *agent])]
        command = [java, "-jar", str(JAR), "OwnerCall", *options, *jvm]
        subprocess.run(
            [*command, "-rf", "json", "-rff", str(result)],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=FORK_TIMEOUT_SECONDS,
            env={**os.environ, "PYTHONPATH": sysconfig.get_paths()["purelib"]},
        )
        return float(json.loads(result.read_text())[0]["primaryMetric"]["score"])


def interval(ratios: list[float]) -> tuple[float, float]:
    """A 95 % bootstrap interval of the median; the seed is fixed so that a report repeats."""
    chance = random.Random(20)
    medians = sorted(
        statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES)
    )
    return medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES)]


def summary(ratios: list[float]) -> dict[str, float]:
    low, high = interval(ratios)
    return {"median": statistics.median(ratios), "low": low, "high": high}


def measure(java: str, pairs: int) -> dict[str, object]:
    """Runs all pairs, printing each, and sums them up."""
    bare: list[float] = []
    woven: list[float] = []
    for pair in range(pairs):
        for kind in (False, True) if pair % 2 == 0 else (True, False):
            (woven if kind else bare).append(fork(java, kind))
        print(
            f"pair {pair + 1}/{pairs}: bare {bare[-1]:.1f} ns, woven {woven[-1]:.1f} ns,"
            f" ratio {woven[-1] / bare[-1]:.3f}",
            flush=True,
        )
    return {
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        "pairs": pairs,
        "bareNanoseconds": bare,
        "wovenNanoseconds": woven,
        "ratio": summary([w / b for w, b in zip(woven, bare, strict=True)]),
        "control": summary([b / a for a, b in zip(bare[::2], bare[1::2], strict=False)]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--java", default="java", help="the java command of the JVM to measure")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "price.json")
    arguments = parser.parse_args()
    if arguments.pairs < 2:
        parser.error("--pairs must be 2 or more, so that there is an interval")
    build()
    result = measure(arguments.java, arguments.pairs)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    for name in ("ratio", "control"):
        values = result[name]
        assert isinstance(values, dict)
        print(
            f"{name}: median {values['median']:.3f},"
            f" 95 % interval {values['low']:.3f} to {values['high']:.3f}"
        )


if __name__ == "__main__":
    main()

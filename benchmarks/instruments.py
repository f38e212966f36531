"""The price of each instrument, on and off: paired runs of calls on the owner thread and on a lane.

Each round runs every variant of both kinds of call once, each in a fresh JVM under the agent, in an
order that changes from round to round. A run's figure is the median over its blocks of the
processor time of a call, which others on the machine disturb less than the clock's. Reported are
the medians of the rounds' ratios to the variant without any instrument, each with a bootstrap
interval; "again" is that variant a second time, which shows the noise. ``--before JAR`` adds an
agent jar of a version without instruments.

    python benchmarks/instruments.py --rounds 20 --json build/instruments.json
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
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from flink_agents_bridge.bench.figures import Spread, ratio
from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.jvm import compile_java
from flink_agents_bridge.timeline.recording import CALLS

ROOT = Path(__file__).resolve().parent.parent
FORK_TIMEOUT_SECONDS = 120
SOURCE = ROOT / "benchmarks" / "java" / "CallBlocks.java"

# All events of the bridge, and none of the JDK's that cost.
RECORDING = f"-XX:StartFlightRecording=settings={CALLS}"


@dataclass(frozen=True)
class Variant:
    """How a JVM is started: the agent's options and the JVM's."""

    name: str
    options: Mapping[str, object] = field(default_factory=lambda: {"jmx": False})
    flags: tuple[str, ...] = ()
    agent: Path | None = None


NONE = Variant("none")
BOTH = [
    NONE,
    Variant("again"),
    Variant("jmx", {}),
    Variant("recording", flags=(RECORDING, "-Xlog:jfr+startup=off")),
]
VARIANTS = {
    "owner": [
        *BOTH,
        Variant("time-inline=1", {"jmx": False, "time-inline": 1}),
        Variant("time-inline=64", {"jmx": False, "time-inline": 64}),
    ],
    "lane": BOTH,
}


def fork(jdk: Jdk, classes: list[Path], kind: str, variant: Variant) -> float:
    """Nanoseconds of processor time per call, measured by one fresh JVM."""
    with tempfile.TemporaryDirectory() as folder:
        flags = [*variant.flags, f"-Djava.io.tmpdir={folder}"]
        flags += agent_flags(
            variant.agent or agent_jar(), jdk, {"startup-check": False, **variant.options}
        )
        path = os.pathsep.join(map(str, classes))
        command = [str(jdk.home / "bin" / "java"), *flags, "-cp", path, "CallBlocks"]
        told = subprocess.run(
            [*command, sys.executable, kind],
            check=True,
            capture_output=True,
            text=True,
            timeout=FORK_TIMEOUT_SECONDS,
            env={**os.environ, "PYTHONPATH": sysconfig.get_paths()["purelib"]},
        )
        return statistics.median(float(line) for line in told.stdout.split())


def measure(
    jdk: Jdk, classes: list[Path], rounds: int, before: Path | None
) -> dict[str, dict[str, list[float]]]:
    """Runs all rounds, printing each; nanoseconds by kind of call and variant."""
    chance = random.Random(8)
    extra = [Variant("before", {}, agent=before)] if before else []
    times: dict[str, dict[str, list[float]]] = {}
    for number in range(rounds):
        for benchmark, variants in VARIANTS.items():
            order = chance.sample([*variants, *extra], len(variants) + len(extra))
            for variant in order:
                took = fork(jdk, classes, benchmark, variant)
                times.setdefault(benchmark, {}).setdefault(variant.name, []).append(took)
            last = {name: round(values[-1], 1) for name, values in times[benchmark].items()}
            print(f"round {number + 1}/{rounds} {benchmark}: {last}", flush=True)
    return times


def ratios(times: dict[str, list[float]]) -> dict[str, Spread]:
    """Each variant's ratio to the one without instruments, of the same round."""
    return {
        name: ratio(values, times[NONE.name]) for name, values in times.items() if name != NONE.name
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--before", type=Path, help="an agent jar without instruments")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "instruments.json")
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("--rounds must be 2 or more, so that there is an interval")
    jdk, installation = find_jdk(), find_installation()
    with tempfile.TemporaryDirectory() as folder:
        pemja = [installation.flink_python_jar]
        blocks = Path(folder) / "blocks.jar"
        compile_java([SOURCE], blocks, java_home=jdk.home, classpath=pemja)
        times = measure(jdk, [*pemja, blocks], arguments.rounds, arguments.before)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    found = {benchmark: ratios(each) for benchmark, each in times.items()}
    report = {
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        "rounds": arguments.rounds,
        "nanoseconds": times,
        "ratios": {
            benchmark: {n: asdict(s) for n, s in each.items()} for benchmark, each in found.items()
        },
    }
    arguments.json.write_text(json.dumps(report, indent=2) + "\n")
    for benchmark, variants in found.items():
        print(f"{benchmark}: {statistics.median(times[benchmark][NONE.name]):.0f} ns without")
        for name, one in variants.items():
            print(f"    {name}: {one.median:.3f} ({one.low:.3f} to {one.high:.3f})")


if __name__ == "__main__":
    main()

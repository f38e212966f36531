"""The throughput of jobs that are safe without the bridge, without it and with it.

    python -m benchmarks.throughput.measure --sets 4 --rounds 4 --page docs/measured/throughput.md

All models are in Python and answer at once, so that what Flink Agents and the bridge do is all of
the work. Every round runs the same job in JVMs that stand side by side, in changing order; every
set has new JVMs. The exit code is 0 only if the protected rate of the job that is safe without the
bridge is at least 0.97 of the bare one.
"""

import argparse
import base64
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cloudpickle  # type: ignore[import-untyped]

from benchmarks.chat.places import JOB
from benchmarks.chat.plans import make_plan
from benchmarks.throughput.figures import Compared, compare, cpu_each, rate
from benchmarks.throughput.jvms import SIDES, Side, Span, sides
from benchmarks.throughput.page import page, ratios
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.jvm import compile_java
from flink_agents_bridge.outputs import write_whole

GOAL = 0.97
SAFE = "own async action"
KINDS = {
    SAFE: ("own", "8"),
    "built-in actions": ("builtin", "8"),
    "built-in actions, synchronous": ("builtin", "8", "synchronous"),
}
MORE = {SAFE: 4}
"""Times as many records, so that a job of each kind takes some seconds."""
_KEYS, _HISTORY = 16, 6


@dataclass
class Measurement:
    """All spans, by kind of job and side, in the order of the rounds."""

    kinds: Sequence[str]
    spans: dict[str, dict[str, list[Span]]] = field(init=False)

    def __post_init__(self) -> None:
        self.spans = {kind: {side: [] for side in SIDES} for kind in self.kinds}

    def compared(self) -> Mapping[str, Mapping[str, Compared]]:
        """Each other side beside the bare one."""
        return {
            kind: {side: compare(by["bare"], by[side]) for side in SIDES if side != "bare"}
            for kind, by in self.spans.items()
        }

    def reaches(self, goal: float) -> bool:
        """Whether the protected side does, in the kind of job that is safe without it."""
        safe = self.compared().get(SAFE)
        return safe is None or safe["protected"].throughput.median >= goal


def main() -> int:
    """Measure, tell each round, and keep the page."""
    arguments = _parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the JVMs end, too
    jdk = find_jdk(feature=arguments.jdk)
    installation = find_installation()
    measurement = Measurement(arguments.kind or list(KINDS))
    with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-throughput-") as name:
        folder = Path(name)
        jar = compile_java(
            sorted((Path(__file__).parent / "java").rglob("*.java")),
            folder / "throughput.jar",
            java_home=jdk.home,
            classpath=[*installation.flink_jars, *installation.flink_agents_jars],
        )
        records = {
            kind: _write_records(folder / f"{kind} records", arguments.records * MORE.get(kind, 1))
            for kind in measurement.kinds
        }
        plans = {kind: _write_plan(folder, KINDS[kind]) for kind in measurement.kinds}
        for number in range(arguments.sets):
            work = folder / f"set-{number}"
            work.mkdir()
            with sides(installation, jdk, jar, work) as started:
                jobs = Jobs(started, plans, records)
                jobs.warm_up(arguments.warm_up)
                jobs.measure(measurement, arguments.rounds)
    print(ratios(measurement.compared()))
    if arguments.page:
        told = page(measurement.spans, measurement.compared(), installation, jdk, arguments)
        write_whole(arguments.page, told)
    return 0 if measurement.reaches(arguments.goal) else 1


@dataclass(frozen=True)
class Jobs:
    """The jobs of one set of JVMs."""

    sides: Mapping[str, Side]
    plans: Mapping[str, Path]
    records: Mapping[str, Path]

    def warm_up(self, times: int) -> None:
        """Run each kind of job in each JVM, so that all is compiled."""
        for number in range(times):
            for kind, plan in self.plans.items():
                for side in self.sides.values():
                    side.run(plan, self.records[kind])
            print(f"warm-up {number + 1} of {times}", flush=True)

    def measure(self, measurement: Measurement, rounds: int) -> None:
        """Run them in turn; each round another JVM is the first."""
        names = list(self.sides)
        for number in range(rounds):
            order = names[number % len(names) :] + names[: number % len(names)]
            for kind, plan in self.plans.items():
                spans = {name: self.sides[name].run(plan, self.records[kind]) for name in order}
                for name, span in spans.items():
                    measurement.spans[kind][name].append(span)
                told = (
                    f"{name} {rate(spans[name]):.0f}/s {1000 * cpu_each(spans[name]):.2f} ms"
                    for name in names
                )
                print(f"{kind}: {', '.join(told)}", flush=True)


def _write_records(file: Path, count: int) -> Path:
    with file.open("w") as lines:
        for number in range(count):
            key = str(number % _KEYS)
            value = cloudpickle.dumps((key, "py_py", str(number), _HISTORY))
            lines.write(f"{key} {base64.b64encode(value).decode()}\n")
    return file


def _write_plan(folder: Path, given: tuple[str, ...]) -> Path:
    agent, threads, *more = given
    call = f"plan({agent!r}, {threads}, asynchronous={not more})"
    file = folder / "-".join(given)
    file.write_text(make_plan(JOB, "chat_plan", call, {"CHAT_PAUSE_MS": "0"}))
    return file


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", type=int, default=4, help="of new JVMs")
    parser.add_argument("--rounds", type=int, default=4, help="in each set")
    parser.add_argument("--warm-up", type=int, default=2, help="jobs of each kind in each JVM")
    parser.add_argument("--kind", choices=KINDS, action="append", help="of job; all by default")
    parser.add_argument("--records", type=int, default=1000, help="of each job")
    parser.add_argument("--jdk", type=int, default=17, help="its feature release")
    parser.add_argument("--goal", type=float, default=GOAL, help="of the protected rate")
    parser.add_argument("--page", type=Path, help="where to write the page")
    parser.add_argument("--command", default="make throughput", help="how this was called")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

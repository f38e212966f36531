"""The Flink Agents chat job as a whole, with model calls of 50 ms."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import flink_agents_bridge.demo
from flink_agents_bridge.bench.jvm_fork import PYTHON
from flink_agents_bridge.bench.model import Bench, BenchError, Case, Comparison, Plot, Variant
from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.flink.local_job import (
    crash_pattern,
    jar_without_blanks,
    job_environment,
    python_environment,
)
from flink_agents_bridge.flink.supervisor import Task, supervise
from flink_agents_bridge.jvm import compile_java

THREADS = (1, 2, 4, 8, 16)
_DEMO = Path(flink_agents_bridge.demo.__file__).parent / "job"
_PAUSE_MS = 50
_RESTING = "bridge, idle-waiting=on"
_KINDS = {"serial": "free", "global lock": "locked", "bridge": "free", _RESTING: "free"}
_WARM = 5  # of so many parts, the first does not count
_TIMEOUT_SECONDS = 300.0


def _models(bench: Bench) -> Path:
    jar = bench.scratch / "models.jar"
    if not jar.exists():
        needed = [*bench.installation.flink_jars, *bench.installation.flink_agents_jars]
        compile_java(sorted(_DEMO.rglob("*.java")), jar, java_home=bench.jdk.home, classpath=needed)
    return jar


def _run(kind: str, threads: Sequence[int]) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        figures: dict[str, float] = {}
        for count in threads:
            told = _job(bench, kind, 1 if kind == "serial" else count)
            figures |= {f"{name}.{count}{unit}": value for (name, unit), value in told.items()}
        return figures

    return run


def _job(bench: Bench, kind: str, threads: int) -> dict[tuple[str, str], float]:
    """Run the job once in processes of its own."""
    at_a_time = threads if kind in {"bridge", _RESTING} else 1
    records = bench.choose(10, 40 + 40 * at_a_time, 40 + 80 * at_a_time)
    work = Path(tempfile.mkdtemp(dir=bench.scratch, prefix="job-"))
    answers, log = work / "answers", work / "log"
    arguments = [_models(bench), answers, threads, records, _KINDS[kind]]
    with jar_without_blanks(agent_jar()) as jar, log.open("wb") as output:
        options = {"idle-waiting": "on"} if kind == _RESTING else {}
        env = _environment(bench, work, agent_flags(jar, bench.jdk, options))
        outcome = supervise(
            Task(
                command=[sys.executable, str(PYTHON / "bench_job.py"), *map(str, arguments)],
                env=env,
                crash_file=crash_pattern(env),
                agent_jar=jar,
                output=output,
                timeout=_TIMEOUT_SECONDS,
            )
        )
    lines = answers.read_text("utf-8").splitlines() if answers.exists() else []
    if outcome.code != 0 or len(lines) != records:
        last = "\n".join(log.read_text("utf-8", "replace").splitlines()[-15:])
        raise BenchError(
            f"The job ended with {outcome.code}, {len(lines)} of {records} records:\n{last}"
        )
    return _figures(lines)


def _figures(lines: Sequence[str]) -> dict[tuple[str, str], float]:
    """From the first fifth on: start-up and what the first calls load do not count."""
    rows = sorted(tuple(map(int, line.split())) for line in lines)
    rows.sort(key=lambda row: row[1])
    warm, counted = rows[len(rows) // _WARM - 1], rows[len(rows) // _WARM :]
    waits = sorted(end - begin for begin, end, _ in counted)
    return {
        ("rate", ""): len(counted) * 1e9 / (counted[-1][1] - warm[1]),
        ("p99", "_ns"): waits[min(len(waits) - 1, int(len(waits) * 0.99))],
        ("cpu", "_ns"): (max(row[2] for row in counted) - warm[2]) / len(counted),
    }


def _environment(bench: Bench, work: Path, flags: list[str]) -> dict[str, str]:
    packages = bench.installation.flink_python_jar.parents[2]
    before = {
        **python_environment([packages, _DEMO, PYTHON], work),
        "FLINK_AGENTS_BRIDGE_DEMO_PAUSE_MS": str(_PAUSE_MS),
    }
    return job_environment(before, bench.jdk, work, [f"-Djava.io.tmpdir={work}", *flags])


_NOTES = [
    "All run under the bridge, since without it the job's JVM dies. `serial` has one",
    "asynchronous thread; `global lock` has all, and one lock in Python round each model call, as",
    "one would put it there by hand. Start-up and the first fifth of the records do not count.",
    "`p99` is from the action's begin to the answer, `cpu` the whole JVM's for one record.",
]

CASE = Case(
    name="job",
    question="How many records a second does the chat job do at 8 asynchronous threads, with model "
    "calls of 50 ms?",
    variants=[Variant(kind, _run(kind, [8]), in_smoke=kind == "bridge") for kind in _KINDS],
    rounds=(2, 20),
    comparisons=[
        Comparison("bridge / global lock", "bridge", "global lock", "rate.8", at_least=6.0),
        Comparison(f"{_RESTING} / global lock", _RESTING, "global lock", "rate.8", at_least=6.0),
        Comparison("bridge / serial", "bridge", "serial", "rate.8"),
        Comparison("CPU of a record: bridge / global lock", "bridge", "global lock", "cpu.8_ns"),
    ],
    plots=[Plot("job", "The chat job at 8 threads", ["rate.8"], "records/s", tuple(_KINDS))],
    notes=_NOTES,
)

SWEEP = Case(
    name="job-threads",
    question="And at 1 to 16 asynchronous threads?",
    variants=[Variant(kind, _run(kind, THREADS)) for kind in _KINDS],
    rounds=(0, 1),
    plots=[
        Plot(
            "job-threads",
            "The chat job: records a second by asynchronous threads",
            ["rate.{}"],
            "records/s",
            tuple(_KINDS),
            THREADS,
            "asynchronous threads",
            ideal=lambda threads: threads * 1_000 / _PAUSE_MS,
        )
    ],
    notes=_NOTES,
)

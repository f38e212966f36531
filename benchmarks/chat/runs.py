"""One run of a cell, and the runs of a cell in a mini-cluster of their own process."""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.chat.answers import Verdict, judge
from benchmarks.chat.cells import LOADS, Cell
from benchmarks.chat.places import JOB, OPENED, Places, flags_without_agent
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, option_text, read_report
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.local_job import (
    crash_pattern,
    job_environment,
    python_environment,
)
from flink_agents_bridge.flink.supervisor import Outcome, Task, supervise
from flink_agents_bridge.jvm.crash import crash_frame

TIMEOUT = 600.0  # seconds for all runs of a cell that share a process; a busy machine is slow
ROUTES = ("ownerCalls", "workerCalls", "laneCalls")
UNEVEN = ("interpretersLeaked", "refusedCalls")


@dataclass(frozen=True)
class Death:
    """A JVM that died under a run; ``frame`` is None where it left no crash file."""

    frame: str | None


@dataclass(frozen=True)
class Run:
    """How one run went; ``failure`` tells why the job has not ended as it should."""

    verdict: Verdict
    death: Death | None = None
    failure: str | None = None

    @property
    def complete(self) -> bool:
        """A clean end with every answer exactly once."""
        return self.death is None and self.failure is None and self.verdict.right


@dataclass
class CellRuns:
    """All runs of a cell.

    Attributes:
        routes: how many calls of Python went which way, from the bridge's own report.
        uneven: what that report tells of interpreters that leaked and calls that were refused.
    """

    cell: Cell
    runs: list[Run] = field(default_factory=list)
    seconds: float = 0.0
    routes: Counter[str] = field(default_factory=Counter)
    uneven: Counter[str] = field(default_factory=Counter)

    @property
    def deaths(self) -> list[Death]:
        """Those of all runs."""
        return [run.death for run in self.runs if run.death]

    @property
    def passed(self) -> bool:
        """Every run was complete, under a bridge that has routed calls and kept its account."""
        routed = self.cell.way == "bare" or self.routes["ownerCalls"] > 0
        return all(run.complete for run in self.runs) and routed and not self.uneven.total()

    def add_report(self, events: Sequence[dict[str, Any]]) -> None:
        """Sum up the final numbers of managers."""
        for told in (event["statistics"] for event in events if event["event"] == "closed"):
            self.routes.update({name: told[name] for name in ROUTES})
            self.uneven.update({name: told[name] for name in UNEVEN})


def arguments(cell: Cell, runs: int, answers: Path) -> list[str]:
    """Those of the job's program."""
    load = LOADS[cell.load]
    numbers = (load.records, load.keys, load.threads, load.history, cell.parallelism, runs)
    return [cell.chat.action, cell.chat.pair, *map(str, numbers), str(answers)]


def variables(cell: Cell) -> dict[str, str]:
    """What the job's program takes from its environment."""
    load = LOADS[cell.load]
    return {
        "CHAT_PAUSE_MS": str(load.pause_ms),
        "CHAT_PYTHON": sys.executable,
    }


def read_answers(file: Path) -> list[str]:
    """Those that have come so far."""
    return file.read_text("utf-8").splitlines() if file.exists() else []


def run_in_mini_clusters(places: Places, cell: Cell, runs: int) -> CellRuns:
    """Run a cell's job in one process; without the bridge each run has a process of its own.

    A JVM that has died cannot run the next one.
    """
    made = CellRuns(cell)
    start = time.monotonic()
    for share in [1] * runs if cell.way == "bare" else [runs]:
        _run_process(places, made, share)
    made.seconds = time.monotonic() - start
    return made


def _run_process(places: Places, made: CellRuns, runs: int) -> None:
    cell, jdk = made.cell, find_jdk(feature=made.cell.jdk)
    with tempfile.TemporaryDirectory(dir=places.folder, prefix="run-") as name:
        work = Path(name)
        report = work / "report.jsonl"
        flags = _flags(cell, jdk, report)
        env = _environment(places, cell, jdk, work, flags, report)
        with (work / "log").open("wb") as output:
            task = Task(
                command=_command(places, cell, jdk, work, runs, env),
                env=env,
                crash_file=crash_pattern(env),
                agent_jar=agent_jar() if cell.way == "agent" else None,
                output=output,
                timeout=TIMEOUT,
            )
            outcome = supervise(task)
        if outcome.stopped_by is not None:
            sys.exit(128 + outcome.stopped_by)
        made.add_report(read_report(report))
        made.runs += judged(cell, work, runs, outcome)


def judged(cell: Cell, work: Path, runs: int, outcome: Outcome) -> list[Run]:
    """What became of each run; the first without all answers is the one that did not end well."""
    verdicts = [judge(cell.expected(), read_answers(work / f"{n}")) for n in range(runs)]
    ended = next((n for n, verdict in enumerate(verdicts) if not verdict.right), runs - 1)
    death = Death(_frame(outcome)) if outcome.deaths else None
    failure = _failure(work, outcome) if outcome.code != 0 and not death else None
    return [
        Run(verdict, death, failure) if n == ended else Run(verdict)
        for n, verdict in enumerate(verdicts)
    ]


def _frame(outcome: Outcome) -> str | None:
    files = [death.crash_file for death in outcome.deaths if death.crash_file]
    return crash_frame(files[0]) if files else None


def _failure(work: Path, outcome: Outcome) -> str:
    told = (work / "log").read_text("utf-8", errors="replace").splitlines()[-30:]
    end = "timed out" if outcome.timed_out else f"ended with {outcome.code}"
    return "\n".join([end, *told])


def _flags(cell: Cell, jdk: Jdk, report: Path) -> list[str]:
    if cell.way == "agent":
        return agent_flags(agent_jar(), jdk, {"report": report})
    return flags_without_agent(jdk)


def _command(
    places: Places, cell: Cell, jdk: Jdk, work: Path, runs: int, env: dict[str, str]
) -> list[str]:
    given = arguments(cell, runs, work)
    if cell.chat.agent == "python":
        return [sys.executable, str(JOB / "chat_job.py"), *given, f"--jar={places.jar}"]
    class_path = os.pathsep.join(map(str, places.class_path(patched=cell.way == "patched")))
    flags = [*OPENED, *env["JVM_ARGS"].split()]
    java = [str(jdk.java), *flags, "-cp", class_path, "chatjobs.ChatJob", *given]
    # The JVM is to be a child of the supervised process, as it is under PyFlink.
    return ["sh", "-c", '"$@"; exit $?', "sh", *java]


def _environment(
    places: Places, cell: Cell, jdk: Jdk, work: Path, flags: list[str], report: Path
) -> dict[str, str]:
    packages = places.site_packages
    more = variables(cell)
    if cell.way == "patched":
        packages = places.patched_packages
        more["FLINK_HOME"] = str(places.patched_home)
        more["FLINK_AGENTS_BRIDGE_OPTIONS"] = option_text({"report": report})
    before = {**python_environment([packages, JOB], work), **more}
    own = [f"-Djava.io.tmpdir={work}", "-XX:-UsePerfData"]
    return job_environment(before, jdk, work, [*own, *flags])

"""Run a case in processes of its own, without or with the bridge."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flink_agents_bridge.demo.cases import Case, Verdict, judge
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, read_report
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.local_job import (
    crash_pattern,
    jar_without_blanks,
    job_environment,
    python_environment,
)
from flink_agents_bridge.flink.supervisor import Outcome, Task, supervise
from flink_agents_bridge.jvm.compiler import compile_java
from flink_agents_bridge.jvm.crash import crash_frame
from flink_agents_bridge.timeline.recording import recording_flag

_JOB = Path(__file__).parent / "job"
_LOG_LINES = 40


@dataclass(frozen=True)
class Run:
    """How one run of a case went."""

    outcome: Outcome
    verdict: Verdict
    events: list[dict[str, Any]]
    log: str

    @property
    def died(self) -> bool:
        """Whether the JVM died under the job."""
        return bool(self.outcome.deaths)

    @property
    def crash_file(self) -> Path | None:
        """What its JVM has left."""
        return next((death.crash_file for death in self.outcome.deaths if death.crash_file), None)

    @property
    def frame(self) -> str | None:
        """Where its JVM died."""
        return crash_frame(self.crash_file) if self.crash_file else None

    @property
    def complete(self) -> bool:
        """A clean end with every answer exactly once."""
        return self.outcome.code == 0 and not self.outcome.timed_out and self.verdict.right


class Runner:
    """Runs cases on one JDK with one compiled set of Java models."""

    def __init__(self, jdk: Jdk, folder: Path) -> None:
        self._jdk = jdk
        self._folder = folder
        installation = find_installation()
        self._site_packages = installation.flink_python_jar.parent.parent.parent
        self._models = compile_java(
            sorted(_JOB.rglob("*.java")),
            folder / "models.jar",
            java_home=jdk.home,
            classpath=[*installation.flink_jars, *installation.flink_agents_jars],
        )

    def run(
        self,
        case: Case,
        *,
        protected: bool,
        timeout: float,
        on_count: Callable[[int], None] = lambda _: None,
        recording: Path | None = None,
    ) -> Run:
        """Run the case once; ``on_count`` hears how many answers there are so far.

        With ``recording`` Flight Recorder writes there what the bridge does.
        """
        work = Path(tempfile.mkdtemp(dir=self._folder, prefix=f"{case.name}-"))
        answers, report, log = (work / name for name in ("answers", "report.jsonl", "log"))
        with _agent(protected) as jar, log.open("wb") as output:
            flags = agent_flags(jar, self._jdk, {"report": report}) if jar else []
            if recording is not None:
                flags.append(recording_flag(recording))
            env = self._environment(case, work, flags)
            task = Task(
                command=self._command(case, answers),
                env=env,
                crash_file=crash_pattern(env),
                agent_jar=jar,
                output=output,
                timeout=timeout,
                on_tick=lambda: on_count(len(_lines(answers))),
            )
            outcome = supervise(task)
        return Run(
            outcome=outcome,
            verdict=judge(case, _lines(answers)),
            events=read_report(report),
            log="\n".join(_lines(log)[-_LOG_LINES:]),
        )

    def _command(self, case: Case, answers: Path) -> list[str]:
        numbers = {"records": case.records, "keys": case.keys, "threads": case.threads}
        options = [f"--{name}={value}" for name, value in numbers.items()]
        files = [f"--jar={self._models}", f"--answers={answers}"]
        return [sys.executable, str(_JOB / "echo_job.py"), case.agent, case.model, *options, *files]

    def _environment(self, case: Case, work: Path, flags: list[str]) -> dict[str, str]:
        before = {
            **python_environment([self._site_packages, _JOB], work),
            "FLINK_AGENTS_BRIDGE_DEMO_PAUSE_MS": str(case.pause_ms),
            "FLINK_AGENTS_BRIDGE_DEMO_HISTORY": str(case.history),
        }
        return job_environment(before, self._jdk, work, [f"-Djava.io.tmpdir={work}", *flags])


@contextmanager
def _agent(protected: bool) -> Iterator[Path | None]:
    if not protected:
        yield None
        return
    with jar_without_blanks(agent_jar()) as jar:
        yield jar


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []

"""Runs of the job of ``jobs``, each in processes of its own, ended by SIGKILL."""

import json
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.local_job import crash_pattern, job_environment, python_environment
from flink_agents_bridge.flink.supervisor import Outcome, Task, supervise

JOBS = Path(__file__).parent / "jobs"
TIMEOUT = 150.0  # seconds
HELD_ROUND = 1  # of the tool, as in state_agents.py


@dataclass
class JobRun:
    """One run.

    Args:
        folder: for all that the run reads and writes; made here.
        protected: whether under the agent.
        ends: asked again and again; the JVM is killed once it is true.
        restore: the checkpoint to start from; None for none.
        release: files that let the job go on, by name, there from the start.
        requests: the chat requests of each key; a key without any uses memory by itself.
        chat_async: whether the chat model is awaited. The release loses messages of requests that
            share a key if it is: each rewrites the context of all as it was before its wait.
        backend: where state is kept; ``incremental`` writes what has changed only.
        savepoints: formats of which the job takes one each when ``take-savepoints`` is let go.
    """

    folder: Path
    jdk: Jdk
    installation: Installation
    protected: bool
    ends: Callable[["JobRun"], bool]
    restore: Path | None = None
    release: Mapping[str, str] = field(default_factory=dict)
    requests: Sequence[Sequence[str]] = ((), ("pydantic", "row"), ("none",))
    chat_async: bool = False
    backend: str = "rocksdb"
    incremental: bool = False
    savepoints: Sequence[str] = ()
    killed: set[int] = field(default_factory=set)
    outcome: Outcome = field(default_factory=Outcome)

    def run(self) -> "JobRun":
        """Run it to its end, whichever that is."""
        for name in ("in", "checkpoints", "tmp"):
            (self.folder / name).mkdir(parents=True)
        records = [{"key": key, "requests": names} for key, names in enumerate(self.requests)]
        text = "".join(json.dumps(record) + "\n" for record in records)
        if self.restore is None:  # else they are in the checkpoint
            (self.folder / "in" / "records.txt").write_text(text)
        for name, content in self.release.items():
            self.let_go(name, content)
        with (self.folder / "log").open("wb") as log:
            env = self._environment()
            self.outcome = supervise(
                Task(
                    command=self._command(),
                    env=env,
                    crash_file=crash_pattern(env),
                    agent_jar=agent_jar() if self.protected else None,
                    output=log,
                    timeout=TIMEOUT,
                    grace=3.0,
                    on_tick=self._kill_when_due,
                )
            )
        return self

    def let_go(self, name: str, text: str = "") -> None:
        """Let the job go on; the file appears with its text in it."""
        (self.folder / f"{name}.new").write_text(text)
        (self.folder / f"{name}.new").replace(self.folder / name)

    def traced(self, at: str) -> list[dict[str, Any]]:
        """What the job has noted of that kind, complete lines only."""
        file = self.folder / "trace.jsonl"
        lines = file.read_text().split("\n")[:-1] if file.exists() else []
        return [told for told in map(json.loads, lines) if told["at"] == at]

    def checkpoints(self) -> dict[int, Path]:
        """The complete ones that are still there, by number."""
        done = (self.folder / "checkpoints").glob("*/chk-*/_metadata")
        return {int(file.parent.name.removeprefix("chk-")): file.parent for file in done}

    def savepoint(self, name: str) -> Path:
        """The one of that format."""
        [told] = [one for one in self.traced("savepoint") if one["format"] == name]
        return Path(told["path"].removeprefix("file:"))

    def log(self) -> str:
        """What the job has printed."""
        return (self.folder / "log").read_text(errors="replace")

    def crashes(self) -> list[str]:
        """The crash files of the JVMs that have died by themselves."""
        files = [death.crash_file for death in self.outcome.deaths if death.crash_file]
        return [file.read_text(errors="replace") for file in files]

    def _kill_when_due(self) -> None:
        if not self.killed and self.ends(self):
            for process in psutil.Process().children(recursive=True):
                if self._is_jvm_of_job(process):
                    self.killed.add(process.pid)
                    process.send_signal(signal.SIGKILL)

    def _is_jvm_of_job(self, process: psutil.Process) -> bool:
        try:
            arguments = process.cmdline()
        except psutil.Error:
            return False
        return f"-Djava.io.tmpdir={self.folder / 'tmp'}" in arguments

    def _command(self) -> Sequence[str]:
        command = [sys.executable, str(JOBS / "state_job.py")]
        command += [f"--input={self.folder / 'in'}", f"--checkpoints={self.folder / 'checkpoints'}"]
        command += ["--chat-async"] if self.chat_async else []
        command += [f"--backend={self.backend}", *(["--incremental"] if self.incremental else [])]
        command += ["--savepoints", *self.savepoints] if self.savepoints else []
        return [*command, *([f"--restore={self.restore}"] if self.restore else [])]

    def _environment(self) -> dict[str, str]:
        site_packages = self.installation.flink_python_jar.parents[2]
        before = {
            **python_environment([site_packages, JOBS], self.folder / "tmp"),
            "STATE_RUN": str(self.folder),
        }
        flags = [f"-Djava.io.tmpdir={self.folder / 'tmp'}", "-XX:-UsePerfData"]
        if self.protected:
            flags += agent_flags(agent_jar(), self.jdk, {})
        return job_environment(before, self.jdk, self.folder, flags)


@dataclass
class Checkpointed:
    """Ends a run once a checkpoint is complete that began after ``holds`` threads were held."""

    holds: int
    _first: int | None = None

    def __call__(self, run: JobRun) -> bool:
        """Whether it is there."""
        if self._first is not None:
            saved = len(run.traced("savepoint")) >= len(run.savepoints)
            return bool(self._fitting(run)) and saved
        held = [told for told in run.traced("tool") if told["number"] == HELD_ROUND]
        if len(held) + len(run.traced("held")) >= self.holds:
            # One may be under way that began before.
            self._first = max(run.checkpoints(), default=0) + 2
            run.let_go("take-savepoints")
        return False

    def of(self, run: JobRun) -> Path:
        """The first such one, which the kill cannot have cut short."""
        fitting = self._fitting(run)
        assert fitting, run.log()
        return fitting[min(fitting)]

    def _fitting(self, run: JobRun) -> dict[int, Path]:
        first = self._first
        return {n: path for n, path in run.checkpoints().items() if first and n >= first}


def all_answered(run: JobRun) -> bool:
    """Ends a run once every chat request has its answer."""
    return len(run.traced("answer")) >= sum(map(len, run.requests))


def all_read(run: JobRun) -> bool:
    """Ends a run once the values have been read."""
    return bool(run.traced("values done"))

"""Run a Flink job as a child process and see what becomes of its JVMs."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

from flink_agents_bridge.flink.processes import ProcessTree, end_all, wait_for

DIED = 134  # what a shell reports for a program that ended by SIGABRT, as a crashed JVM does
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_TICK = 0.2
# A JVM that ends this long before its client did not end because the client was closing down.
_TOO_EARLY = 2.0


@dataclass(frozen=True)
class Death:
    """A JVM that ended although its job still ran, with the crash file it left, if any."""

    pid: int
    crash_file: Path | None


@dataclass
class Outcome:
    """How a job ended.

    Attributes:
        code: the job's exit code as a shell would show it, or ``DIED``.
        deaths: the JVMs that died under it.
        unprotected: the JVMs (process ids) that ran without the agent they should have carried.
        timed_out: whether the job was ended because its time was up.
        stopped_by: the signal that asked us to end, which was passed on to the job.
        seconds: how long it took.
    """

    code: int = 0
    deaths: list[Death] = field(default_factory=list)
    unprotected: list[int] = field(default_factory=list)
    timed_out: bool = False
    stopped_by: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Task:
    """What to run.

    Attributes:
        command: the job's program and arguments.
        env: its whole environment.
        crash_file: the JVM's pattern of crash files, ``%p`` for the process id.
        agent_jar: the agent that each of its JVMs must carry; None if none has to.
        output: where the job's output goes; by default to our own.
        timeout: seconds after which the job is ended; None for never.
        grace: seconds that a process may take to end by itself once its end is due.
        on_tick: called now and then while the job runs.
    """

    command: Sequence[str]
    env: Mapping[str, str]
    crash_file: str
    agent_jar: Path | None = None
    output: IO[bytes] | None = None
    timeout: float | None = None
    grace: float = 10.0
    on_tick: Callable[[], None] = lambda: None


def supervise(task: Task) -> Outcome:
    """Run the job to its end, and end what it leaves behind."""
    return _Run(task).finish()


class _Run:
    def __init__(self, task: Task) -> None:
        self._task = task
        self._outcome = Outcome()
        self._start = time.monotonic()
        self._due: float | None = None
        self._client_end = float("inf")
        self._vanished: dict[int, float] = {}
        # In a terminal the job stays in the foreground group, which Ctrl-C reaches by itself.
        self._shares_terminal = task.output is None and _in_terminal()
        self._process = subprocess.Popen(
            task.command,
            env=dict(task.env),
            stdin=subprocess.DEVNULL if task.output else None,
            stdout=task.output,
            stderr=task.output,
            start_new_session=not self._shares_terminal,
        )
        self._tree = ProcessTree(self._process.pid)

    def finish(self) -> Outcome:
        with self._signals_passed_on():
            try:
                while not self._is_over():
                    self._task.on_tick()
                    self._wait(_TICK)
            finally:
                self._clean_up()
        self._judge()
        self._outcome.seconds = time.monotonic() - self._start
        return self._outcome

    def _is_over(self) -> bool:
        if self._process.poll() is not None:
            return True
        self._tree.look()
        self._outcome.unprotected = self._bare_jvms()
        limit = self._task.timeout
        self._outcome.timed_out = limit is not None and time.monotonic() - self._start > limit
        if self._outcome.unprotected or self._outcome.timed_out:
            return True
        if self._due is None and (self._crash_files() or self._lost_jvms(time.monotonic())):
            self._due = time.monotonic() + self._task.grace
        return self._due is not None and time.monotonic() > self._due

    def _bare_jvms(self) -> list[int]:
        jar = self._task.agent_jar
        return (
            [] if jar is None else [j.pid for j in self._tree.jvms.values() if not j.carries(jar)]
        )

    def _crash_files(self) -> dict[int, Path]:
        """By process id, also of JVMs that died before they could be told for one."""
        pattern = self._task.crash_file
        files = {pid: Path(pattern.replace("%p", str(pid))) for pid in self._tree.pids()}
        return {pid: file for pid, file in files.items() if file.exists()}

    def _lost_jvms(self, end: float) -> list[int]:
        """The JVMs gone too long before ``end``; a nested one goes with the one that started it."""
        for jvm in self._tree.jvms.values():
            if jvm.pid not in self._vanished and not jvm.lives() and not self._tree.is_nested(jvm):
                self._vanished[jvm.pid] = time.monotonic()
        return [pid for pid, since in self._vanished.items() if end - since > _TOO_EARLY]

    def _clean_up(self) -> None:
        """Leave nothing running, but only a JVM that still writes its crash file gets time."""
        self._tree.look()
        jvms = [jvm.process for jvm in self._tree.jvms.values()]
        self._client_end = time.monotonic()
        if self._process.poll() is None:
            self._stop_client()
            end_all(self._tree.living(), self._task.grace)
        elif self._due is not None:
            wait_for(jvms, self._task.grace)
            end_all(self._tree.living(), self._task.grace)
        else:
            end_all(wait_for(jvms, self._task.grace), self._task.grace)

    def _stop_client(self) -> None:
        self._process.terminate()
        if not self._wait(self._task.grace):
            self._process.kill()
            self._process.wait()

    def _judge(self) -> None:
        code = self._process.returncode
        self._outcome.code = 128 - code if code < 0 else code
        files = self._crash_files()
        lost = self._lost_jvms(self._client_end) if self._outcome.code != 0 else []
        self._outcome.deaths = [
            Death(pid, files.get(pid)) for pid in {**files, **dict.fromkeys(lost)}
        ]
        if self._outcome.deaths:
            self._outcome.code = DIED

    def _wait(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    @contextmanager
    def _signals_passed_on(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def pass_on(number: int, _: FrameType | None) -> None:
            self._outcome.stopped_by = number
            if self._due is None:
                self._due = time.monotonic() + self._task.grace
            if not (number == signal.SIGINT and self._shares_terminal):
                self._process.send_signal(number)

        before = {number: signal.signal(number, pass_on) for number in _PASSED_ON}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _in_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()

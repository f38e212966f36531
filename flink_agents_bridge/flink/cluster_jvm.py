"""One JVM of a cluster: its process, its log, and how it ended."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm.crash import CRASH_FILE, JvmDiedError

_GRACE = 20.0  # seconds to end after SIGTERM, and then after SIGKILL
_TICK = 0.05  # seconds
_TAIL = 60  # lines of a log


@dataclass
class ClusterJvm:
    """A process that becomes a JVM, and has processes of its own at most as a client.

    Attributes:
        kind: ``jobmanager``, ``taskmanager`` or ``client``.
        number: among those of its kind.
        command: what starts it.
        logs: where its output and its crash file go.
    """

    kind: str
    number: int
    command: Sequence[str]
    logs: Path
    _process: "subprocess.Popen[bytes] | None" = None
    _told: bool = field(default=False)

    @property
    def name(self) -> str:
        """Its kind and number."""
        return f"{self.kind}-{self.number}"

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._started().pid

    @property
    def code(self) -> int | None:
        """Its exit code, as ``Popen`` tells it; what it has started is killed with its end."""
        if self._has_ended():
            self._kill_all()
        return self._started().returncode

    def start(self, env: Mapping[str, str]) -> None:
        """Start it in a process group of its own."""
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self.command,
                env=dict(env),
                cwd=self.logs,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def lives(self) -> bool:
        """Whether it runs."""
        return self.code is None

    def check(self) -> None:
        """See that it lives, unless it was ended or its death was told before."""
        if self._told or self.lives():
            return
        self._told = True
        code = self._started().returncode
        crash = self.logs / CRASH_FILE.format(pid=self.pid)
        tail = "\n".join(self.output().splitlines()[-_TAIL:])
        raise JvmDiedError(self.name, code, crash if crash.exists() else None, tail)

    def output(self) -> str:
        """What it has printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def jcmd(self, jdk: Jdk, *command: str) -> str:
        """Have it carry out a diagnostic command of the JDK."""
        told = subprocess.run(
            [str(jdk.home / "bin" / "jcmd"), str(self.pid), *command],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return told.stdout

    def kill(self) -> None:
        """``kill -9`` it and what it has started, and wait."""
        self._told = True
        self._kill_all()
        # Through it a JVM was asked something by jcmd; a killed one leaves it behind.
        Path("/tmp", f".java_pid{self.pid}").unlink(missing_ok=True)  # noqa: S108

    def ask_to_end(self) -> None:
        """Send SIGTERM."""
        if self.lives():
            self._told = True
            self._signal(signal.SIGTERM)

    def end(self) -> None:
        """Give it some time to end; then kill it."""
        deadline = time.monotonic() + _GRACE
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(_TICK)
        self.kill()

    def _has_ended(self) -> bool:
        """Whether it has, without taking its exit code: that would free its number."""
        process = self._started()
        if process.returncode is not None:
            return True
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, process.pid, how) is not None

    def _kill_all(self) -> None:
        """Once: its group, what has left that, and itself; then take its exit code."""
        process = self._started()
        if process.returncode is not None:
            return
        # By identity: one whose number another process has got is left alone.
        below = psutil.Process(process.pid).children(recursive=True)
        self._signal(signal.SIGKILL)
        for one in below:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        process.wait(_GRACE)

    def _signal(self, number: int) -> None:
        """To its group, whose number is its own only until its exit code is taken."""
        if self._started().returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    @property
    def _log(self) -> Path:
        return self.logs / f"{self.name}.out"

    def _started(self) -> "subprocess.Popen[bytes]":
        assert self._process is not None
        return self._process

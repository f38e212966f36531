"""Asks a running JVM what its bridge is at, through the JDK's attach mechanism.

Nothing listens in that JVM for it. A JVM of ours does the asking, since Python cannot, and one
stays attached as long as it is asked again and again.
"""

import select
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal

import psutil

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.jvms import RunningJvm, is_jvm, other_user, running_jvms

Question = Literal["dump", "statistics"]
_NO_BRIDGE = 3
_LAST_WORDS = 2.0  # seconds that our own JVM has for its end
_MOST_NAMED = 12


class AttachError(BridgeError):
    """The JVM cannot be asked, or does not answer."""


def checked(pid: int) -> int:
    """The process id of a JVM that may be asked.

    Raises:
        AttachError: there is no such process, it is no JVM, or it is another user's.
    """
    try:
        process = psutil.Process(pid)
        if not is_jvm(process):
            raise AttachError(f"Process {pid} ({process.name()}) is no JVM{_others()}")
        other = other_user(process)
    except (psutil.NoSuchProcess, ValueError):  # the latter of a number below 0
        raise AttachError(f"There is no process {pid}{_others()}") from None
    if other is not None:
        raise AttachError(
            f"Process {pid} belongs to {other}, and a JVM answers its own user only: "
            f"run this command as that user."
        )
    return pid


class Asking:
    """Asks one JVM, while the ``with`` block lasts.

    Args:
        timeout: seconds that each answer may take.
    """

    def __init__(self, pid: int, question: Question, jdk: Jdk, timeout: float) -> None:
        self._pid = checked(pid)
        self._question = question
        self._java = jdk.java
        self._timeout = timeout
        self._folder = tempfile.TemporaryDirectory(prefix="flink-agents-bridge-attach-")
        self._file = Path(self._folder.name, "answer")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Asking":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        try:
            if self._process is not None:
                self._end(self._process)
        finally:
            self._folder.cleanup()

    def ask(self) -> str:
        """The answer as it is now.

        Raises:
            AttachError: there is none, or none in time.
        """
        if self._process is None:
            self._process = self._start()
        else:
            self._ask_again(self._process)
        self._await(self._process)
        return self._file.read_text(encoding="utf-8")

    def _start(self) -> "subprocess.Popen[bytes]":
        options = [f"-Djava.io.tmpdir={self._folder.name}", "-XX:-UsePerfData", "-Xshare:auto"]
        jar, pid = str(agent_jar()), str(self._pid)
        order = ["-jar", jar, "attach", pid, self._question, str(self._file), "follow"]
        return subprocess.Popen(
            [str(self._java), *options, *order],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def _ask_again(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            self._refuse(process)

    def _await(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], self._timeout)
        if not ready:
            raise self._late()
        if not process.stdout.readline():
            self._refuse(process)

    def _refuse(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stderr is not None
        try:
            code = process.wait(self._timeout)
        except subprocess.TimeoutExpired:
            raise self._late() from None
        said = process.stderr.read().decode(errors="replace").strip().splitlines()
        if code == _NO_BRIDGE:
            raise AttachError(f"Process {self._pid}: {said[0]}.")
        if not psutil.pid_exists(self._pid):
            raise AttachError(f"Process {self._pid} has ended.")
        raise AttachError(said[-1] if said else f"Process {self._pid} does not answer ({code}).")

    def _late(self) -> AttachError:
        return AttachError(
            f"Process {self._pid} has not answered within {self._timeout:g} s: it may be stopped, "
            f"or too busy to reach a safepoint; look with `jstack {self._pid}`, or give it more "
            f"time with --timeout."
        )

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        """The end of its input ends it; what waits for a JVM that does not answer is killed."""
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()


def chosen(pid: int | None) -> int:
    """The process named, or the only one that was given the agent.

    Raises:
        AttachError: none was named, and there is none or more than one; they are listed.
    """
    if pid is not None:
        return pid
    found = running_jvms()
    carrying = [one for one in found if one.carries]
    if len(carrying) == 1:
        return carrying[0].pid
    raise AttachError(f"No process was named{_listed(found)}")


def _others() -> str:
    return _listed(running_jvms())


def _listed(found: Sequence[RunningJvm]) -> str:
    if not found:
        return ": no JVM of this machine runs Flink or was given the bridge's agent."
    told = [
        f"{one.pid} {one.program} ({one.user}{', has the agent' if one.carries else ''})"
        for one in sorted(found, key=lambda one: not one.carries)[:_MOST_NAMED]
    ]
    more = len(found) - len(told)
    return f": name one of these: {'; '.join(told)}{f' and {more} more' if more else ''}."

"""The processes of a job as the operating system shows them; which of them are Flink's JVMs."""

import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

_TICK = 0.1
_GATEWAY = "org.apache.flink.client.python.PythonGatewayServer"


@dataclass(frozen=True)
class JobJvm:
    """A JVM that can hold the job's embedded interpreters.

    ``parent`` is the process id of the one that started it.
    """

    process: psutil.Process
    arguments: tuple[str, ...]
    parent: int

    @property
    def pid(self) -> int:
        """The process id."""
        return int(self.process.pid)

    def carries(self, agent_jar: Path) -> bool:
        """Whether it was started with this agent; one that ended unseen tells no arguments."""
        return not self.arguments or any(
            part.startswith(f"-javaagent:{agent_jar}") for part in self.arguments
        )

    def lives(self) -> bool:
        """Whether it still runs; a process that nobody has waited for yet does not."""
        return is_alive(self.process)


class ProcessTree:
    """All processes seen below one, also after their parents' end."""

    def __init__(self, pid: int) -> None:
        self._root = psutil.Process(pid)
        self._seen: set[psutil.Process] = set()
        self.jvms: dict[int, JobJvm] = {}

    def look(self) -> None:
        """Take in what runs now."""
        try:
            self._seen.update(self._root.children(recursive=True))
        except psutil.NoSuchProcess:
            return
        for process in self._seen:
            if process.pid not in self.jvms:
                self._judge(process)

    def is_nested(self, jvm: JobJvm) -> bool:
        """Whether another such JVM started it.

        The option module of Flink Agents, to 0.3.0, asks for a gateway of its own, in the embedded
        interpreter too. To be asked once all are taken in: one look may meet the child first.
        """
        return jvm.parent in self.jvms

    def pids(self) -> list[int]:
        """The process ids of all that was seen, dead or alive."""
        return [process.pid for process in self._seen]

    def living(self) -> list[psutil.Process]:
        """Every process below the root that still runs."""
        return [process for process in self._seen if is_alive(process)]

    def _judge(self, process: psutil.Process) -> None:
        try:
            name = process.name()
            arguments = () if is_dead(process) else tuple(process.cmdline())
            parent = process.ppid()
        except psutil.Error:
            return
        # Between fork and exec a child shows its parent's arguments: it is asked again next time.
        # A Java process that ended before it could be asked has none, and counts as Flink's.
        if name == "java" and (is_dead(process) or _runs_flink_python(arguments)):
            self.jvms[process.pid] = JobJvm(process, arguments, parent)


def is_dead(process: psutil.Process) -> bool:
    """Whether the process has ended and only waits to be reaped."""
    return bool(process.status() == psutil.STATUS_ZOMBIE)


def is_alive(process: psutil.Process) -> bool:
    """Whether the process runs; one that only waits to be reaped does not."""
    try:
        return bool(process.is_running() and not is_dead(process))
    except psutil.NoSuchProcess:
        return False


def wait_for(processes: Sequence[psutil.Process], patience: float) -> list[psutil.Process]:
    """Give the processes some seconds to end by themselves; return those that did not.

    psutil's own wait would count one that nobody reaps as running.
    """
    deadline = time.monotonic() + patience
    while (left := [one for one in processes if is_alive(one)]) and time.monotonic() < deadline:
        time.sleep(_TICK)
    return left


def end_all(processes: Sequence[psutil.Process], patience: float) -> None:
    """Ask the processes to end, and kill what has not after ``patience`` seconds."""
    for process in processes:
        _signal(process, signal.SIGTERM)
    for process in wait_for(processes, patience):
        _signal(process, signal.SIGKILL)
    wait_for(processes, patience)


def _signal(process: psutil.Process, number: int) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return


def _runs_flink_python(arguments: tuple[str, ...]) -> bool:
    return any(part == _GATEWAY or "flink-python" in part for part in arguments)

"""JVMs with a mini-cluster each, without and with the bridge, that run jobs when told to."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chat.places import JOB, OPENED, flags_without_agent
from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.local_job import python_environment

_GRACE = 20.0  # seconds
_PATIENCE = 900.0  # seconds for one job, which has some of them to do

# The second bare one is the control: what differs between it and the first is noise.
SIDES: Mapping[str, Mapping[str, object] | None] = {
    "bare": None,
    "control": None,
    "protected": {},
    "unguarded": {"guard-calls": False},
}


@dataclass(frozen=True)
class Span:
    """What one job took from its first result to its last.

    Attributes:
        seconds: by the clock.
        cpu_seconds: of all processors, as the process used them.
    """

    results: int
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True)
class Side:
    """One of the JVMs."""

    process: "subprocess.Popen[str]"
    log: Path

    def run(self, plan: Path, records: Path) -> Span:
        """Run a job to its end.

        Raises:
            RuntimeError: the JVM has ended, or has not answered in time and was killed; the
                message holds the end of its log.
        """
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{plan}\t{records}\n")
            self.process.stdin.flush()
        results, nanoseconds, cpu = self._answer("span ").split()
        return Span(int(results), int(nanoseconds) / 1e9, int(cpu) / 1e9)

    def wait_until_ready(self) -> None:
        """Wait for its first word."""
        self._answer("ready")

    def _answer(self, word: str) -> str:
        assert self.process.stdout is not None
        begun = time.monotonic()
        late = threading.Timer(_PATIENCE, _kill, [self.process])  # which ends what is read
        late.start()
        try:
            for line in self.process.stdout:
                if line.startswith(word):
                    return line.removeprefix(word)
        finally:
            late.cancel()
        raise RuntimeError(self._silence(late=time.monotonic() - begun >= _PATIENCE))

    def _silence(self, *, late: bool) -> str:
        code = self.process.wait(_GRACE)
        if late:
            ended = f"has not answered within {_PATIENCE:g} s, and was killed: give it less to do "
            ended += "(--records), or see in its log what it waits for"
        else:
            ended = f"ended with {code}"
        end = "\n".join(self.log.read_text("utf-8", errors="replace").splitlines()[-30:])
        return f"The JVM of {self.log.parent.name} {ended}:\n{end}"


@contextmanager
def sides(
    installation: Installation, jdk: Jdk, jar: Path, folder: Path
) -> Iterator[dict[str, Side]]:
    """All of ``SIDES`` while the block lasts."""
    with ExitStack() as stack:
        made = {
            name: stack.enter_context(_side(name, installation, jdk, jar, folder)) for name in SIDES
        }
        for side in made.values():
            side.wait_until_ready()
        yield made


@contextmanager
def _side(
    name: str, installation: Installation, jdk: Jdk, jar: Path, folder: Path
) -> Iterator[Side]:
    work = folder / name
    work.mkdir()
    jars = [jar, *installation.flink_jars, *installation.flink_agents_jars]
    options = SIDES[name]
    agent = flags_without_agent(jdk) if options is None else agent_flags(agent_jar(), jdk, options)
    flags = [*OPENED, *agent, "-Xmx1g", f"-Djava.io.tmpdir={work}", "-XX:-UsePerfData"]
    command = [str(jdk.java), *flags, "-cp", os.pathsep.join(map(str, jars)), "throughput.Jobs"]
    packages = installation.flink_python_jar.parents[2]
    env = {**python_environment([packages, JOB], work), "CHAT_PYTHON": sys.executable}
    log = work / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command,
            env=env,
            cwd=work,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    try:
        yield Side(process, log)
    finally:
        _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """End it, and the gateway JVM that the release starts in a bare one."""
    with suppress(BrokenPipeError, subprocess.TimeoutExpired):
        process.communicate(timeout=_GRACE)
    _kill(process)
    process.wait()


def _kill(process: "subprocess.Popen[str]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)

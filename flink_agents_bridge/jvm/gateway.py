"""A JVM of our own, reached through py4j. No other module imports py4j."""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from py4j.java_gateway import GatewayParameters, JavaGateway, find_jar_path

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.jvm.crash import CRASH_FILE, JvmDiedError, crash_frame

_STDOUT, _STDERR = "jvm-stdout.txt", "jvm-stderr.txt"


class JvmError(BridgeError):
    """The JVM did not start, or did not end, as it should."""


class Jvm:
    """Runs a JVM while the ``with`` block lasts.

    The gateway listens on loopback, on a free port, and asks for a token that only this process
    knows. The JVM holds our end of a pipe as its standard input and ends when that pipe breaks, so
    it outlives neither the block nor, however it dies, this process.

    As long as one Python thread at a time makes calls, all of them run on one Java thread: py4j
    takes another connection only for calls that overlap. The price is that Java objects handed to
    Python stay reachable in the JVM until it ends.

    Args:
        classpath: jars and class folders, after py4j's own jar.
        options: further options of ``java``.
        java_home: the JDK; by default ``$JAVA_HOME``, else the ``java`` found on ``PATH``.
        env: variables to set in the JVM's environment, on top of this process's own.
        folder: where its output and its crash file are kept; by default a temporary folder that
            is removed with the JVM.
        start_timeout: seconds that the JVM may take to answer.
        stop_timeout: seconds that it may take to end once asked; then it is killed.
    """

    def __init__(
        self,
        *,
        classpath: Sequence[Path | str] = (),
        options: Sequence[str] = (),
        java_home: Path | None = None,
        env: Mapping[str, str] | None = None,
        folder: Path | None = None,
        start_timeout: float = 60.0,
        stop_timeout: float = 20.0,
    ) -> None:
        self._classpath = [_py4j_jar(), *map(str, classpath)]
        self._options = list(options)
        self._java = _java(java_home)
        self._env = {**os.environ, **(env or {})}
        self._folder = folder
        self._own_folder = folder is None
        self._start_timeout = start_timeout
        self._stop_timeout = stop_timeout
        self._handshake: queue.Queue[str | None] = queue.Queue()
        self._process: subprocess.Popen[str] | None = None
        self._pump: threading.Thread | None = None
        self._gateway: JavaGateway | None = None
        self._end_known = False

    def __enter__(self) -> "Jvm":
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="flink-agents-bridge-jvm-"))
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._launch()
            self._connect()
        except BaseException:
            self._end()
            self._forget_folder()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """End the JVM; show what it printed when the block failed.

        Raises:
            JvmDiedError: it had died in the block, or crashed at its end, and neither an error nor
                ``wait_exit`` has told.
            JvmError: it did not end in time, and was killed.
        """
        try:
            died = self._started().poll() is not None
            ended = self._end()
            code = self._started().returncode
            if error is not None:
                sys.stderr.write(self.report())
            elif not self._end_known and (died or (ended and code != 0)):
                printed = f"{self.stdout()}{self.stderr()}"
                raise JvmDiedError(f"JVM {self.pid}", code, self.crash_file(), printed)
            elif not ended:
                raise JvmError(
                    f"JVM {self.pid} had not ended {self._stop_timeout:g} s after it was asked to, "
                    f"and was killed; it printed:\n{self.report()}"
                )
        finally:
            self._forget_folder()

    @property
    def view(self) -> Any:
        """py4j's view of the JVM: ``jvm.view.java.lang.System.nanoTime()``."""
        return self.gateway.jvm

    @property
    def gateway(self) -> JavaGateway:
        """py4j's gateway itself, for arrays, fields and casts."""
        if self._gateway is None:
            raise JvmError("the JVM is not running: use Jvm in a with statement")
        return self._gateway

    @property
    def port(self) -> int:
        """The loopback port that the gateway listens on."""
        return int(self.gateway.gateway_parameters.port)

    @property
    def pid(self) -> int:
        """The JVM's process id; it stays valid after the JVM's end."""
        return self._started().pid

    def wait_exit(self, timeout: float) -> int:
        """Wait for the JVM to end by itself; a negative code is minus the signal (-6: it crashed).

        Raises:
            JvmError: it still ran after ``timeout`` seconds.
        """
        try:
            code = self._started().wait(timeout)
            self._end_known = True
            return code
        except subprocess.TimeoutExpired:
            raise JvmError(f"JVM {self.pid} still ran after {timeout:g} s") from None

    def crash_file(self) -> Path | None:
        """The JVM's ``hs_err`` file, if it has crashed."""
        assert self._folder is not None
        file = self._folder / CRASH_FILE.format(pid=self.pid)
        return file if file.exists() else None

    def stdout(self) -> str:
        """What the JVM has printed so far, py4j's handshake left out."""
        return self._read(_STDOUT)

    def stderr(self) -> str:
        """What the JVM has printed to its standard error so far."""
        return self._read(_STDERR)

    def report(self) -> str:
        """How the JVM ended and what it printed, for a person to read."""
        process = self._started()
        crash = self.crash_file()
        frame = f", died in {crash_frame(crash)}" if crash else ""
        return (
            f"--- JVM {process.pid}: exit code {process.poll()}{frame}\n"
            f"--- its stdout\n{self.stdout()}--- its stderr\n{self.stderr()}---\n"
        )

    def _launch(self) -> None:
        assert self._folder is not None
        command = [self._java, *self._options]
        command += ["-classpath", os.pathsep.join(self._classpath), "py4j.GatewayServer"]
        command += ["--die-on-broken-pipe", "--enable-auth", "0"]
        with (self._folder / _STDERR).open("w") as stderr:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=self._env,
                cwd=self._folder,  # where the JVM leaves its crash file too
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        assert self._process.stdout is not None
        self._pump = threading.Thread(
            target=self._copy, args=(self._process.stdout, self._folder / _STDOUT), daemon=True
        )
        self._pump.start()

    def _copy(self, source: TextIO, target: Path) -> None:
        """The handshake is the first line that is a number (the port) and the next (the token)."""
        wanted = 2
        with source, target.open("w", encoding="utf-8") as file:
            for line in source:
                if wanted and (wanted == 1 or line.strip().isdigit()):
                    self._handshake.put(line.strip())
                    wanted -= 1
                    continue
                file.write(line)
                file.flush()
        self._handshake.put(None)

    def _connect(self) -> None:
        try:
            port = self._handshake.get(timeout=self._start_timeout)
            token = self._handshake.get(timeout=self._start_timeout) if port else None
        except queue.Empty:
            raise JvmError(
                f"{self._java} did not answer within {self._start_timeout:g} s; "
                f"it printed:\n{self.report()}"
            ) from None
        if port is None or token is None:
            self._started().wait(self._stop_timeout)
            raise JvmError(f"{self._java} ended before it answered; it printed:\n{self.report()}")
        self._gateway = JavaGateway(
            gateway_parameters=GatewayParameters(
                port=int(port),
                auth_token=token,
                auto_convert=True,
                # Its releases come at any moment on any thread, through connections of their own,
                # after which the next call would run on another Java thread.
                enable_memory_management=False,
            )
        )

    def _end(self) -> bool:
        """Let the JVM end; tell whether it did so without being killed."""
        if self._process is None:
            return True
        if self._gateway is not None:
            self._gateway.close()
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(self._stop_timeout)
            return True
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False
        finally:
            assert self._pump is not None
            self._pump.join(self._stop_timeout)

    def _forget_folder(self) -> None:
        if self._own_folder and self._folder is not None:
            shutil.rmtree(self._folder)

    def _read(self, name: str) -> str:
        assert self._folder is not None
        file = self._folder / name
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None:
            raise JvmError("the JVM was never started: use Jvm in a with statement")
        return self._process


def _py4j_jar() -> str:
    jar = find_jar_path()
    if not jar:
        raise JvmError("py4j is installed without its jar: reinstall the package py4j")
    return str(jar)


def _java(java_home: Path | None) -> str:
    home = java_home or (Path(os.environ["JAVA_HOME"]) if os.environ.get("JAVA_HOME") else None)
    if home is not None:
        return str(home / "bin" / "java")
    found = shutil.which("java")
    if found is None:
        raise JvmError("no java on PATH and no JAVA_HOME: install a JDK (11, 17, 21 or 25)")
    return found

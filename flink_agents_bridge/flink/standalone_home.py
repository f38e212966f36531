"""A Flink home of one's own out of the package apache-flink, with or without the bridge in it."""

import re
import shutil
import socket
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_jar, option_text
from flink_agents_bridge.flink.flink_config import KEY, entries
from flink_agents_bridge.flink.installation import Installation, NotInstalledError
from flink_agents_bridge.flink.installing import FlinkHome
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.local_job import python_environment
from flink_agents_bridge.flink.patching import Patcher
from flink_agents_bridge.jvm.crash import crash_option

Mode = Literal["agent", "patched", "bare"]
LOOPBACK = "127.0.0.1"
_PLAIN = re.compile(r"[\w/](?:[\w./=+,%-]|:(?=\S)| (?=\S))*")
_SECURITY_MANAGER_GONE = 24
# With a later JDK, which looks up services in another way, the client of Flink 2.2 finds no way to
# go on without Hadoop's classes; seen with 25.
_NEWEST_FOR_CLIENT = 21
_OLDER = 17


class ClusterError(BridgeError):
    """A cluster could not be made, or did not do what it was asked to in time."""


@dataclass(frozen=True)
class HomePlan:
    """What goes into a home.

    Attributes:
        folder: all of it is below; it must not be there yet.
        mode: ``agent`` as by ``install``, ``patched`` as by ``patch``, ``bare`` without the bridge.
        jdk: runs all JVMs.
        installation: whose packages are taken.
        options: of the bridge.
        settings: of Flink, beside and instead of the defaults made here.
        jars: go into ``lib``.
        patched_jars: a folder of jars that were patched before, which takes some seconds.
    """

    folder: Path
    mode: Mode
    jdk: Jdk
    installation: Installation
    options: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    jars: Iterable[Path] = ()
    patched_jars: Path | None = None

    @property
    def home(self) -> Path:
        """What is ``FLINK_HOME``."""
        return self.folder / "flink"

    @property
    def client_conf(self) -> Path:
        """The client's ``FLINK_CONF_DIR``, with which it may have a JDK of its own."""
        return self.folder / "client-conf"

    @property
    def scratch(self) -> Path:
        """For temporary files of all kinds."""
        return self.folder / "scratch"

    @property
    def logs(self) -> Path:
        """For logs and crash files."""
        return self.folder / "logs"

    def make(self) -> str:
        """Make the home; the address of its future REST interface."""
        if len(str(self.folder).split()) != 1:
            raise ClusterError(f"Flink's scripts split {self.folder} at its blanks: name another.")
        source = self.installation.pyflink_folder
        if source is None:
            raise NotInstalledError(f"apache-flink is not in {self.installation.executable}.")
        for folder in (self.home, self.scratch, self.logs, self.folder / "pids"):
            folder.mkdir(parents=True)
        for part in ("bin", "conf"):
            shutil.copytree(source / part, self.home / part)
        for part in ("lib", "opt", "plugins"):
            _link_tree(source / part, self.home / part)
        self._put_jars()
        port = _free_port()
        self._configure(port)
        if self.mode == "agent":
            FlinkHome(self.home, self.home / "conf").install(self.options, self.jdk.home)
        shutil.copytree(self.home / "conf", self.client_conf)
        if self.jdk.feature > _NEWEST_FOR_CLIENT:
            config = self.client_conf / "config.yaml"
            text, older = config.read_text("utf-8"), find_jdk(feature=_OLDER)
            config.write_text(text.replace(str(self.jdk.home), str(older.home)), "utf-8")
        return f"{LOOPBACK}:{port}"

    def variables(self, path: Iterable[Path], more: Mapping[str, str]) -> dict[str, str]:
        """The environment of all JVMs; ``path`` is where their Python finds modules."""
        ours = python_environment(path, self.scratch)
        return {
            **{name: ours[name] for name in ours if not name.startswith("FLINK_")},
            "JAVA_HOME": str(self.jdk.home),
            "FLINK_HOME": str(self.home),
            "FLINK_CONF_DIR": str(self.home / "conf"),
            "FLINK_LOG_DIR": str(self.logs),
            "FLINK_PID_DIR": str(self.folder / "pids"),
            **more,
        }

    def _put_jars(self) -> None:
        """Pemja and Flink Agents go into ``lib``, so that all jobs see one copy of them."""
        lib = self.home / "lib"
        python_jar = self.installation.flink_python_jar
        for jar in (python_jar, *self.installation.flink_agents_jars):
            if self.mode != "patched":
                (lib / jar.name).symlink_to(jar)
            elif self.patched_jars is not None:
                (lib / jar.name).symlink_to((self.patched_jars / jar.name).resolve(strict=True))
            else:
                self._patch(jar, lib)
        # The client takes it from there, and only one.
        (self.home / "opt" / python_jar.name).unlink()
        (self.home / "opt" / python_jar.name).symlink_to(lib / python_jar.name)
        for jar in self.jars:
            (lib / jar.name).symlink_to(jar.resolve())

    def _patch(self, jar: Path, lib: Path) -> None:
        options = option_text(self.options)
        patcher = Patcher(self.jdk, agent_jar(), version("flink-agents-bridge"), options)
        made = patcher.patch(jar, lib)
        if made.outcome != "patched":
            reason = made.reason or "it holds nothing that the bridge changes"
            raise ClusterError(f"{jar} cannot be patched: {reason}")

    def _configure(self, port: int) -> None:
        config = self.home / "conf" / "config.yaml"
        given = {entry.key: entry.value for entry in entries(config.read_text(encoding="utf-8"))}
        wanted = {**given, **self._defaults(port), **self.settings}
        flags = [
            f"-Djava.io.tmpdir={self.scratch}",
            crash_option(self.logs),
            "-XX:-UsePerfData",  # which a killed JVM would leave behind
        ]
        wanted[KEY] = " ".join([wanted.get(KEY, ""), *flags]).strip()
        # Flat, since Flink's scripts look for some keys at the start of a line.
        lines = [f"{key}: {_scalar(value)}\n" for key, value in wanted.items()]
        config.write_text("".join(lines), encoding="utf-8")

    def _defaults(self, port: int) -> dict[str, str]:
        settings = {
            "env.java.home": str(self.jdk.home),
            "python.executable": sys.executable,
            "python.client.executable": sys.executable,
            "rest.address": LOOPBACK,
            "rest.bind-address": LOOPBACK,
            "rest.port": str(port),
            "rest.bind-port": str(port),
            "jobmanager.bind-host": LOOPBACK,
            "jobmanager.rpc.address": LOOPBACK,
            "jobmanager.rpc.port": str(_free_port()),
            "jobmanager.memory.process.size": "900m",
            "taskmanager.bind-host": LOOPBACK,
            "taskmanager.host": LOOPBACK,
            "taskmanager.numberOfTaskSlots": "2",
            "taskmanager.memory.process.size": "1400m",
            "taskmanager.memory.managed.size": "128m",
            "taskmanager.memory.network.max": "64m",
            "parallelism.default": "4",
            "state.backend.type": "rocksdb",
            "execution.checkpointing.dir": (self.folder / "checkpoints").as_uri(),
            "execution.checkpointing.savepoint-dir": (self.folder / "savepoints").as_uri(),
            "io.tmp.dirs": str(self.scratch),
            "blob.storage.directory": str(self.scratch),
            # A TaskManager that is gone is missed within seconds.
            "heartbeat.interval": "1000",
            "heartbeat.timeout": "20000",
        }
        for kind in ("jobmanager", "taskmanager", "client"):
            settings[f"env.java.opts.{kind}"] = " ".join(self._flags_of(kind))
        return settings

    def _flags_of(self, kind: str) -> list[str]:
        # These JDKs do not start with what Flink's scripts switch on; of two the last one counts.
        gone = self.jdk.feature >= _SECURITY_MANAGER_GONE
        flags = ["-Djava.security.manager=disallow"] if gone else []
        # They do little, for which they start sooner like this.
        quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
        return flags if kind == "taskmanager" else [*flags, *quick]


def _link_tree(source: Path, target: Path) -> None:
    shutil.copytree(source, target, copy_function=lambda one, other: Path(other).symlink_to(one))


def _scalar(value: str) -> str:
    """As YAML; quoted only where it must be, which Flink's scripts do not read."""
    if _PLAIN.fullmatch(value):
        return value
    return "'" + value.replace("'", "''") + "'"


def _free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as server:
        return int(server.getsockname()[1])

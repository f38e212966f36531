"""Put the agent into a Flink home, so that each of its JVMs loads it, and take it out again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, option_text
from flink_agents_bridge.flink.agent_command import try_options
from flink_agents_bridge.flink.exact_files import (
    are_same,
    copy_exactly,
    digest,
    read_exactly,
    write_exactly,
)
from flink_agents_bridge.flink.flink_config import (
    add_flags,
    flags_in,
    has_flags_key,
    java_home,
    remove_flags,
)
from flink_agents_bridge.flink.jdk import Jdk, find_jdk

# Not lib, which is on every class path; not plugins, of which each folder is a plugin of Flink.
FOLDER = "bridge"
KEPT = ".bridge-original"
_RECORD = "installed.json"


class InstallError(BridgeError):
    """The Flink home is not one, or cannot be changed; it is as it was."""


@dataclass(frozen=True)
class Record:
    """What an installation has changed.

    Attributes:
        config: the file that was changed.
        flags: those that were put in.
        own_line: whether the key was not there before.
        written: a hash of the file after the change.
    """

    config: str
    flags: list[str]
    own_line: bool
    written: str


@dataclass(frozen=True)
class Change:
    """What was done; ``kept`` is a copy of the configuration from before, where there is one."""

    outcome: Literal["installed", "already", "removed", "absent"]
    config: Path | None = None
    jar: Path | None = None
    flags: tuple[str, ...] = ()
    kept: Path | None = None


@dataclass(frozen=True)
class FlinkHome:
    """A Flink distribution, or the folder of the package pyflink, and its configuration."""

    home: Path
    conf: Path

    @property
    def jar(self) -> Path:
        """Where the agent goes."""
        return self.home / FOLDER / "flink-agents-bridge-agent.jar"

    @property
    def config(self) -> Path:
        """The file that this Flink reads.

        Raises:
            InstallError: there is none.
        """
        current, legacy = self.conf / "config.yaml", self.conf / "flink-conf.yaml"
        if current.is_file() and (not legacy.is_file() or not self._prefers_legacy()):
            return current
        if legacy.is_file():
            return legacy
        raise InstallError(
            f"{self.conf} holds neither config.yaml nor flink-conf.yaml: name a Flink "
            f"distribution with --flink-home, or its configuration with --conf-dir."
        )

    def _prefers_legacy(self) -> bool:
        """Flink 1.19 and 1.20 read the legacy file if it is there, 2.x never does."""
        return any((self.home / "lib").glob("flink-dist-1.*.jar"))

    def install(self, options: Mapping[str, object], jdk_home: Path | None = None) -> Change:
        """Have each JVM load the agent; whatever an earlier installation did is replaced.

        Raises:
            InstallError: a file cannot be written, or another one still names the agent.
            AgentError: a JVM would not start with these options.
        """
        config = self.config
        before, record = read_exactly(config), self._record_of(config)
        text = before if record is None else _without(before, record, config)
        jdk = self._jdk(text, jdk_home)
        flags = agent_flags(self.jar.absolute(), jdk, options)
        if options:
            try_options(jdk, agent_jar(), option_text(options))
        present = flags_in(text)
        flags = [flag for flag in flags if flag not in present]
        wanted = add_flags(text, flags)
        if wanted == before and are_same(agent_jar(), self.jar):
            return Change("already", config, self.jar, tuple(flags), _kept_there(config))
        try:
            copy_exactly(agent_jar(), self.jar)
            if record is None:
                copy_exactly(config, _kept(config))
            made = Record(str(config), flags, not has_flags_key(text), digest(wanted))
            write_exactly(self._record_file, json.dumps(asdict(made), indent=2) + "\n")
            write_exactly(config, wanted)
        except OSError as error:
            raise InstallError(
                f"{error.filename or config} cannot be written ({error.strerror}): make it "
                f"writable, or put this into env.java.opts.all by hand: {' '.join(flags)}"
            ) from error
        return Change("installed", config, self.jar, tuple(flags), _kept_there(config))

    def undo(self) -> Change:
        """Take back what ``install`` has changed, and nothing else.

        Raises:
            InstallError: a file cannot be written.
        """
        record = self._record()
        if record is None:
            return Change("absent")
        config = Path(record.config)
        try:
            if config.is_file():
                restored = _without(read_exactly(config), record, config)
                write_exactly(config, restored)
                kept = _kept_there(config)
                if kept is not None and read_exactly(kept) == restored:
                    kept.unlink()
            self.jar.unlink(missing_ok=True)
            self._record_file.unlink()
            if not any(self.jar.parent.iterdir()):
                self.jar.parent.rmdir()
        except OSError as error:
            raise InstallError(
                f"{error.filename or config} cannot be changed ({error.strerror}): make it "
                f"writable and run this again."
            ) from error
        return Change("removed", config, self.jar, tuple(record.flags), _kept_there(config))

    @property
    def _record_file(self) -> Path:
        return self.home / FOLDER / _RECORD

    def _record(self) -> Record | None:
        if not self._record_file.is_file():
            return None
        return Record(**json.loads(self._record_file.read_text(encoding="utf-8")))

    def _record_of(self, config: Path) -> Record | None:
        """What was done to this file; of another one nothing may be left, since undo knows one."""
        record = self._record()
        if record is None or Path(record.config).resolve() == config.resolve():
            return record
        other = Path(record.config)
        if other.is_file() and f"-javaagent:{self.jar.absolute()}" in read_exactly(other):
            raise InstallError(
                f"The agent of {self.home} is installed in {other}: take that back first "
                f"(flink-agents-bridge install --flink-home {self.home} --undo)."
            )
        return None

    @staticmethod
    def _jdk(text: str, home: Path | None) -> Jdk:
        """The one that Flink will use, since some flags are for newer ones only."""
        named = java_home(text)
        return find_jdk(home or (Path(named) if named else None), compiler=False)


def _without(text: str, record: Record, config: Path) -> str:
    """The configuration as it was, or as it would be now without the installation."""
    if digest(text) == record.written and _kept(config).is_file():
        return read_exactly(_kept(config))
    return remove_flags(text, [_bare(flag) for flag in record.flags], own_line=record.own_line)


def _bare(flag: str) -> str:
    """The agent's options may have been edited since."""
    return flag.partition("=")[0] if flag.startswith("-javaagent:") else flag


def _kept(config: Path) -> Path:
    return config.with_name(config.name + KEPT)


def _kept_there(config: Path) -> Path | None:
    kept = _kept(config)
    return kept if kept.is_file() else None

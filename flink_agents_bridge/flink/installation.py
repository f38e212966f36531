"""What is installed in a Python: Flink, Flink Agents, Pemja, their jars, libpython."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink import probe


class NotInstalledError(BridgeError):
    """Something that is needed is not installed in the Python asked about."""


@dataclass(frozen=True)
class Installation:
    """Facts about one Python environment; None stands for what is not there."""

    executable: str
    python: str
    flink: str | None
    flink_agents: str | None
    pemja: str | None
    libpython: Path | None
    pyflink_folder: Path | None
    flink_agents_folder: Path | None

    @property
    def flink_python_jar(self) -> Path:
        """The jar with Pemja's Java classes."""
        jars = sorted(self._pyflink().glob("opt/flink-python*.jar"))
        if not jars:
            raise NotInstalledError(
                f"{self._pyflink()}/opt holds no flink-python jar: reinstall apache-flink."
            )
        return jars[0]

    @property
    def flink_jars(self) -> list[Path]:
        """Flink's own jars, flink-python last."""
        return [*sorted(self._pyflink().glob("lib/*.jar")), self.flink_python_jar]

    @property
    def flink_agents_jars(self) -> list[Path]:
        """The jars of Flink Agents for this Flink: its line's folder, and what all lines share."""
        if self.flink_agents_folder is None or self.flink is None:
            raise NotInstalledError(
                f"flink-agents is not installed in {self.executable}: "
                f"install flink-agents-bridge[demo] there."
            )
        line = "flink-" + ".".join(self.flink.split(".")[:2])
        jars = sorted((self.flink_agents_folder / "lib").rglob("*.jar"))
        return [jar for jar in jars if jar.parent.name in (line, "lib", "common")]

    def _pyflink(self) -> Path:
        if self.pyflink_folder is None:
            raise NotInstalledError(
                f"apache-flink is not installed in {self.executable}: "
                f"install flink-agents-bridge[demo] there."
            )
        return self.pyflink_folder


def find_installation(executable: str = sys.executable) -> Installation:
    """Ask a Python what it has.

    Raises:
        NotInstalledError: it cannot be run.
    """
    command = [executable, str(Path(probe.__file__))]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as error:
        raise NotInstalledError(
            f"{executable} cannot be asked what is installed in it ({error}): name a Python."
        ) from error
    facts = json.loads(told.stdout.splitlines()[-1])
    return Installation(
        executable=facts["executable"],
        python=facts["python"],
        flink=facts["versions"]["apache-flink"],
        flink_agents=facts["versions"]["flink-agents"],
        pemja=facts["versions"]["pemja"],
        libpython=_path(facts["libpython"]),
        pyflink_folder=_path(facts["pyflink"]),
        flink_agents_folder=_path(facts["flink_agents"]),
    )


def _path(text: str | None) -> Path | None:
    return Path(text) if text else None

"""What is installed in a Python: Flink, Flink Agents, Pemja, their jars, libpython."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flink_agents_bridge.embedded import startup
from flink_agents_bridge.errors import BridgeError


class NotInstalledError(BridgeError):
    """Something that is needed is not installed in the Python asked about."""


@dataclass(frozen=True)
class Installation:
    """Facts about one Python environment, as it tells them; None stands for what is not there."""

    facts: Mapping[str, str]

    @property
    def executable(self) -> str:
        """The Python itself."""
        return self.facts["executable"]

    @property
    def python(self) -> str:
        """The version of it."""
        return self.facts["python"]

    @property
    def flink(self) -> str | None:
        """The version of apache-flink."""
        return self.facts.get("apache-flink")

    @property
    def flink_agents(self) -> str | None:
        """The version of flink-agents."""
        return self.facts.get("flink-agents")

    @property
    def pemja(self) -> str | None:
        """The version of Pemja's native side."""
        return self.facts.get("pemja")

    @property
    def libpython(self) -> Path | None:
        """The shared library that the JVM loads."""
        return self._path("libpython")

    @property
    def pyflink_folder(self) -> Path | None:
        """Where apache-flink is."""
        return self._path("pyflink")

    @property
    def flink_agents_folder(self) -> Path | None:
        """Where flink-agents is."""
        return self._path("flink_agents")

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

    def _path(self, name: str) -> Path | None:
        text = self.facts.get(name)
        return Path(text) if text else None

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
        NotInstalledError: it cannot be run, or is none.
    """
    environment = {name: os.environ[name] for name in startup.FINDS_LIBRARY if name in os.environ}
    asked = {"environment": environment, "java_side": [], "releases": {}}
    text = Path(startup.__file__).read_text("utf-8")
    command = [executable, "-c", text, json.dumps(asked)]
    failed = f"{executable} cannot be asked what is installed in it"
    try:
        told = subprocess.run(
            command, capture_output=True, encoding="utf-8", check=True, timeout=120
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NotInstalledError(f"{failed} ({_reason(error)}): name a Python.") from error
    fact = f"{startup.MARK} fact "
    lines = [line for line in told.stdout.splitlines() if line.startswith(fact)]
    if not lines:
        raise NotInstalledError(f"{failed} (it says nothing of itself): name a Python.")
    return Installation(dict(line.removeprefix(fact).split("=", 1) for line in lines))


def _reason(error: Exception) -> str:
    """Not the command, which holds a whole module."""
    if isinstance(error, subprocess.CalledProcessError):
        told = [line for line in error.stderr.splitlines() if "Error: " in line][-1:]
        return ": ".join([f"it ended with {error.returncode}", *told])
    if isinstance(error, subprocess.TimeoutExpired):
        return f"it did not end within {error.timeout:g} s"
    return str(error)

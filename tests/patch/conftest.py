"""Patched jars: small ones for the command, and whole copies of the released ones."""

import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.conftest import default_jdk, each_jdk, models_jar, no_core_files, place, probe_jar
from tests.bridge.session import Place, Session
from tests.cli.conftest import bridge
from tests.patch.instead_of_agent import PatchedJars, patch_installed, session_with

__all__ = [
    "bridge",
    "default_jdk",
    "each_jdk",
    "models_jar",
    "no_core_files",
    "place",
    "probe_jar",
]

Start = Callable[..., Session]
KEPT = ".bridge-original"
MARK = "META-INF/flink-agents-bridge/patched-by"


def rewritten(jar: Path, changed: dict[str, bytes], target: Path | None = None) -> Path:
    """The jar with other entries or further ones, in its place or another."""
    with zipfile.ZipFile(jar) as old:
        content = {info: old.read(info) for info in old.infolist()}
    place = target or jar
    place.unlink(missing_ok=True)
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as new:
        for info, data in content.items():
            new.writestr(info, changed.get(info.filename, data))
        for name in changed.keys() - {info.filename for info in content}:
            new.writestr(name, changed[name])
    return place


@pytest.fixture
def pemja_jar(installation: Installation, tmp_path: Path) -> Path:
    """A jar with Pemja's classes and little else, in a folder of its own."""
    folder = tmp_path / "jars"
    folder.mkdir()
    made = folder / "pemja.jar"
    with zipfile.ZipFile(installation.flink_python_jar) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            if entry.filename.startswith(("META-INF/MANIFEST", "pemja/")):
                new.writestr(entry, old.read(entry))
    return made


@pytest.fixture(scope="session")
def patched_jars(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> PatchedJars:
    """Patched copies of the installed jars, each by its original."""
    return patch_installed(installation, default_jdk, tmp_path_factory.mktemp("patched"))


@pytest.fixture
def patched(place: Callable[..., Place], patched_jars: PatchedJars) -> Start:
    """Begin a JVM without the agent: ``with patched(lanes=2) as session``."""

    def start(*, jdk: Jdk | None = None, classpath: Any = (), **options: object) -> Session:
        return session_with(patched_jars, place(jdk), options, classpath)

    return start


@pytest.fixture
def run_java(default_jdk: Jdk) -> Callable[..., str]:
    """Run a tool of the JDK, and have what it printed."""

    def run(tool: str, *arguments: object) -> str:
        command = [str(default_jdk.home / "bin" / tool), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run

"""Patched jars: small ones for the command, and whole copies of the released ones."""

import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.conftest import default_jdk, each_jdk, models_jar, no_core_files, place, probe_jar
from tests.bridge.session import Place, Session
from tests.cli.conftest import Bridge, bridge
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

"""The command in a process of its own, and a job that needs no Flink."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flink_agents_bridge.jvm import compile_java

HERE = Path(__file__).parent
Bridge = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bridge:
    """Run the command in an empty folder: ``bridge("run", "--off", "--", "true")``."""
    monkeypatch.delenv("JVM_ARGS", raising=False)

    def run(*arguments: object, **variables: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "flink_agents_bridge", *map(str, arguments)],
            env={**os.environ, **variables},
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )

    return run


@pytest.fixture(scope="session")
def job(java_home: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The start of a command line for client.py; see there for what comes after."""
    jar = compile_java(
        sorted((HERE / "java").rglob("*.java")),
        tmp_path_factory.mktemp("job") / "job.jar",
        java_home=java_home,
    )
    return (sys.executable, str(HERE / "client.py"), str(jar))

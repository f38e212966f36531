"""The memory of the real Flink Agents in JVMs of their own."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.conftest import default_jdk, no_core_files, probe_jar
from tests.bridge.session import Place, Session
from tests.state.job_fixtures import (
    calm,
    crossed,
    make_run,
    otherwise_kept,
    readings,
    starts,
)

__all__ = [
    "calm",
    "crossed",
    "default_jdk",
    "make_run",
    "no_core_files",
    "otherwise_kept",
    "probe_jar",
    "readings",
    "starts",
]

HERE = Path(__file__).parent
JOBS = HERE / "jobs"
PROBES = "from memory_probe import *; from handle_probe import *"


@dataclass
class Memory:
    """A JVM with the release's memory over RocksDB, and an interpreter that uses it."""

    session: Session
    interpreter: Any

    @cached_property
    def rocks(self) -> Any:
        """The memory; its native library is loaded with it."""
        folder = self.session.place.folder / "rocks"
        return self.session.jvm.view.state.RocksMemory(str(folder))

    def close(self) -> None:
        """Let go of the database, if there is one."""
        if "rocks" in vars(self):
            self.rocks.close()

    def ask(self, function: str, *arguments: Any, seconds: int = 60) -> Any:
        """Call a function of the probe on the interpreter's owner."""
        task = self.session.owner.start(
            self.interpreter, "invoke", function, rest=[self.rocks, *arguments]
        )
        return task.result(seconds)


Start = Callable[..., Any]


@pytest.fixture(scope="session")
def memory_jar(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of these tests."""
    return compile_java(
        sorted((HERE / "java").glob("*.java")),
        tmp_path_factory.mktemp("memory-jar") / "memory.jar",
        java_home=default_jdk.home,
        classpath=[*installation.flink_jars, *installation.flink_agents_jars],
    )


@pytest.fixture(scope="session")
def start_memory(
    installation: Installation,
    default_jdk: Jdk,
    probe_jar: Path,
    memory_jar: Path,
    pytestconfig: pytest.Config,
    tmp_path_factory: pytest.TempPathFactory,
) -> Start:
    """Begin a JVM: ``with start_memory({"memory-contract": False}) as memory``; None is bare."""
    probes = [pytestconfig.rootpath, HERE / "embedded", JOBS, HERE.parent / "bridge" / "embedded"]
    path = [*map(str, probes), *filter(None, sys.path)]
    jars = [memory_jar, *installation.flink_jars[:-1], *installation.flink_agents_jars]

    @contextmanager
    def start(options: dict[str, object] | None) -> Iterator[Memory]:
        folder = tmp_path_factory.mktemp("memory")
        place = Place(
            jdk=default_jdk,
            python=sys.executable,
            python_path=os.pathsep.join(path),
            pemja_jar=installation.flink_python_jar,
            probe_jar=probe_jar,
            folder=folder,
        )
        with Session(place, options, classpath=jars) as session:
            memory = Memory(session, session.primary(PROBES))
            yield memory
            memory.close()

    return start


@pytest.fixture(scope="module")
def memory(start_memory: Start) -> Iterator[Memory]:
    """One JVM under the agent for the tests of a module."""
    with start_memory({}) as started:
        yield started

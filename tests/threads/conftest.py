"""The real Pemja with threads of every kind; what the bridge's tests have, and more to run."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from py4j.java_gateway import find_jar_path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.conftest import (
    default_jdk,
    each_jdk,
    no_core_files,
    protected,
    unprotected,
)
from tests.bridge.conftest import place as bridge_place
from tests.bridge.session import Place, Session

__all__ = [
    "bridge_place",
    "default_jdk",
    "each_jdk",
    "no_core_files",
    "protected",
    "unprotected",
]

HERE = Path(__file__).parent
BRIDGE = HERE.parent / "bridge"


@pytest.fixture(scope="session")
def probe_jar(
    installation: Any, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of both."""
    return compile_java(
        sorted([*(BRIDGE / "java").glob("*.java"), *(HERE / "java").glob("*.java")]),
        tmp_path_factory.mktemp("threads") / "probe.jar",
        java_home=default_jdk.home,
        classpath=[installation.flink_python_jar, Path(find_jar_path()), agent_jar()],
    )


@pytest.fixture
def place(bridge_place: Callable[..., Place]) -> Callable[..., Place]:
    """Where a JVM's parts are; its Python finds what is to be run here, too."""

    def next_place(jdk: Jdk | None = None) -> Place:
        made = bridge_place(jdk)
        own = str(HERE / "embedded")
        return replace(made, python_path=os.pathsep.join([made.python_path, own]))

    return next_place


@pytest.fixture
def flat_heap(place: Callable[..., Place]) -> Callable[..., Session]:
    """Begin a JVM in which what grows is no heap, and no second compiler's memory."""
    heap = ["-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"]
    heap.append("-XX:TieredStopAtLevel=1")

    def start(jdk: Jdk, *, bare: bool = False) -> Session:
        return Session(place(jdk), None if bare else {}, options=heap)

    return start

"""The real Pemja with threads of every kind; what the bridge's tests have, and more to run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.conftest import (
    default_jdk,
    each_jdk,
    no_core_files,
    protected,
    unprotected,
)
from tests.bridge.conftest import place as bridge_place
from tests.bridge.probe import compile_probe
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


@pytest.fixture(scope="session")
def probe_jar(
    installation: Any, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of both."""
    folder = tmp_path_factory.mktemp("threads")
    return compile_probe(installation, default_jdk, folder, "bridge", "threads")


@pytest.fixture
def place(bridge_place: Callable[..., Place]) -> Callable[..., Place]:
    """Where a JVM's parts are; its Python finds what is to be run here, too."""
    return lambda jdk=None: bridge_place(jdk).finding(HERE / "embedded")


@pytest.fixture
def flat_heap(place: Callable[..., Place]) -> Callable[..., Session]:
    """Begin a JVM in which what grows is no heap, and no second compiler's memory."""
    heap = ["-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"]
    heap.append("-XX:TieredStopAtLevel=1")

    def start(jdk: Jdk, *, bare: bool = False) -> Session:
        return Session(place(jdk), None if bare else {}, options=heap)

    return start

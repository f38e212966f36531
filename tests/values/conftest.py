"""The real Pemja, with values and failures of every kind going both ways."""

import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.conftest import (
    default_jdk,
    each_jdk,
    no_core_files,
    unprotected,
)
from tests.bridge.conftest import place as bridge_place
from tests.bridge.conftest import protected as bridge_protected
from tests.bridge.probe import compile_probe
from tests.bridge.session import Place

__all__ = [
    "bridge_place",
    "bridge_protected",
    "default_jdk",
    "each_jdk",
    "no_core_files",
    "unprotected",
]

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def probe_jar(
    installation: Any, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of both."""
    folder = tmp_path_factory.mktemp("values")
    jar = compile_probe(installation, default_jdk, folder, "bridge", "values")
    records = tmp_path_factory.mktemp("records")
    javac = [str(default_jdk.home / "bin" / "javac"), "--release", "17", "-d", str(records)]
    subprocess.run([*javac, *map(str, (HERE / "records").glob("*.java"))], check=True, timeout=60)
    with zipfile.ZipFile(jar, "a") as archive:
        for file in records.rglob("*.class"):
            archive.write(file, file.relative_to(records).as_posix())
    return jar


@pytest.fixture
def protected(bridge_protected: Callable[..., Any]) -> Callable[..., Any]:
    """Begin a JVM under the agent, with the guards that are an option."""
    return lambda **options: bridge_protected(**{"guard-calls": True, **options})


@pytest.fixture
def place(bridge_place: Callable[..., Place]) -> Callable[..., Place]:
    """Where a JVM's parts are; its Python finds what is to be run here, too."""
    return lambda jdk=None: bridge_place(jdk).finding(HERE / "embedded")

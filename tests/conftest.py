"""What all tests share. What they need must be there: nothing is skipped."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from flink_agents_bridge.flink import agent
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.processes import is_alive


@pytest.fixture(scope="session")
def agent_jar() -> Path:
    """The agent jar that was built into the package."""
    return agent.agent_jar()


@pytest.fixture(scope="session")
def jdk() -> Jdk:
    """The default JDK."""
    return find_jdk()


@pytest.fixture(scope="session")
def newest_jdk() -> Jdk:
    """The newest one, on which Flink Agents uses what older ones have not."""
    return find_jdk(feature=25)


@pytest.fixture(scope="session")
def java_home(jdk: Jdk) -> Path:
    """The default JDK's folder."""
    return jdk.home


@pytest.fixture(scope="session")
def installation() -> Installation:
    """Flink, Flink Agents and Pemja as installed beside the tests."""
    return find_installation()


@pytest.fixture(scope="session")
def site_packages(installation: Installation) -> Path:
    """Where they are installed."""
    return installation.flink_python_jar.parent.parent.parent


@pytest.fixture(autouse=True)
def nothing_left(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """No process and no temporary file outlives a test."""
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = set(psutil.Process().children(recursive=True))
    yield
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [process for process in left if is_alive(process)]
    assert not list(temporary.iterdir())

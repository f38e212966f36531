"""Standalone clusters out of the installed packages; each is watched and leaves nothing."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil
import pytest

import flink_agents_bridge.demo
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.patching import Patcher
from flink_agents_bridge.flink.processes import is_alive
from flink_agents_bridge.flink.standalone import Cluster
from tests.bridge.conftest import default_jdk, models_jar, no_core_files

__all__ = ["default_jdk", "models_jar", "no_core_files"]

JOBS = Path(__file__).parent / "jobs"
DEMO_JOB = Path(flink_agents_bridge.demo.__file__).parent / "job"
TASK_MANAGERS = 2
PATIENCE = 180.0  # seconds, for a machine that has much else to do
ENDED = {"FINISHED", "FAILED", "CANCELED"}
StartCluster = Callable[..., AbstractContextManager[Cluster]]


@pytest.fixture(scope="session")
def patched_jars(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """What ``patch`` makes of the installed jars, for all patched clusters."""
    folder = tmp_path_factory.mktemp("patched-jars")
    patcher = Patcher(default_jdk, agent_jar(), version("flink-agents-bridge"))
    for jar in (installation.flink_python_jar, *installation.flink_agents_jars):
        assert patcher.patch(jar, folder).outcome == "patched"
    return folder


@pytest.fixture(scope="session")
def start_cluster(
    models_jar: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> StartCluster:
    """Begin a cluster: ``with start_cluster("agent", jdk=jdk) as cluster``."""

    @contextmanager
    def start(mode: Any, **more: Any) -> Iterator[Cluster]:
        if mode == "patched":
            more.setdefault("patched_jars", request.getfixturevalue("patched_jars"))
        folder = tmp_path_factory.mktemp(f"{mode}-cluster") / "cluster"
        cluster = Cluster(
            folder, mode=mode, python_path=[DEMO_JOB, JOBS], jars=[models_jar], **more
        )
        with cluster:
            yield cluster
        assert not list(processes_of(cluster))
        assert not (folder / "scratch").exists()

    return start


def processes_of(cluster: Cluster) -> Iterator[psutil.Process]:
    """All that a cluster has started, also what has lost its parent."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("FLINK_LOG_DIR") == str(cluster.logs) and is_alive(process):
                yield process


def cleared(cluster: Cluster) -> Cluster:
    """End what a failed test has left in it, and replace the TaskManagers that are gone."""
    for job, state in cluster.rest.jobs().items():
        if state not in ENDED:
            cluster.rest.cancel(job)
            cluster.wait_for_state(job, "CANCELED", PATIENCE)
    missing = TASK_MANAGERS - len(cluster.task_manager_pids)
    if missing:
        cluster.start_task_managers(missing)
    return cluster


@pytest.fixture(autouse=True)
def nothing_left() -> None:
    """Instead of the one for all tests: a cluster outlives a test, and is looked at by its end."""

"""A cluster without the bridge: what lives there, and what dies."""

from collections.abc import Iterator

import pytest

from flink_agents_bridge.flink.standalone import Cluster, JvmDiedError
from tests.cluster.conftest import StartCluster
from tests.cluster.flow import IN_THREADS, PATIENCE, Flow

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def cluster(start_cluster: StartCluster) -> Iterator[Cluster]:
    """One TaskManager, which dies in the last test."""
    with start_cluster("bare", task_managers=1) as started:
        yield started


def test_it_runs_what_needs_no_bridge(cluster: Cluster) -> None:
    """B1: the control: an agent without a model."""
    flow = Flow(cluster, "calm")
    flow.ask(2)
    flow.submit("CalmAgent", settings=IN_THREADS, parallelism=2)
    cluster.wait_for_state(flow.job, "FINISHED", PATIENCE)
    assert flow.committed() == flow.expected(messages=0)


def test_concurrent_chats_kill_its_task_manager(cluster: Cluster) -> None:
    """T1, B1: the job of the other modes; the cluster says which JVM died and where."""
    flow = Flow(cluster, "dying", keys=64, seconds=0.01)
    flow.ask(200)
    flow.submit(settings=IN_THREADS, parallelism=2)
    with pytest.raises(JvmDiedError) as caught:
        flow.wait_for_commits()
    died = caught.value
    assert died.name == "taskmanager-0"
    assert died.code == -6
    assert died.crash_file is not None
    assert str(died.frame) in str(died)
    assert "A fatal error has been detected" in str(died)

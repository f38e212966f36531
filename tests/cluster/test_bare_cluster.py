"""A cluster without the bridge: what lives there, and what dies."""

import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from flink_agents_bridge.flink.standalone import Cluster, ClusterError, JvmDiedError
from tests.cluster.conftest import ENDED, StartCluster
from tests.cluster.flow import IN_THREADS, PATIENCE, Flow

pytestmark = pytest.mark.timeout(900)
TRIES = 3
EACH = 90.0  # seconds for one of them, and for its end
CRASHES = {-signal.SIGABRT, -signal.SIGSEGV}  # the second where the JVM cannot write its file


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


def death(cluster: Cluster) -> JvmDiedError | None:
    """Of the first job out of some that ends a JVM; it may get through, or hang, by luck."""
    for number in range(TRIES):
        flow = Flow(cluster, f"dying-{number}", keys=64, seconds=0.01)
        flow.ask(200)
        try:
            flow.submit(settings=IN_THREADS, parallelism=2)
            with suppress(ClusterError):
                flow.wait_for_commits(EACH)
            with suppress(ClusterError):  # it may end by itself meanwhile
                if cluster.rest.state(flow.job) not in ENDED:
                    flow.cancel(EACH)
        except JvmDiedError as died:
            return died
    return None


def test_concurrent_chats_kill_its_task_manager(cluster: Cluster) -> None:
    """T1, B1: the job of the other modes; the cluster says which JVM died and where."""
    died = death(cluster)
    assert died is not None, f"none of {TRIES} jobs has killed it"
    assert died.name == "taskmanager-0"
    assert died.code in CRASHES
    if died.crash_file is None:
        assert died.code == -signal.SIGSEGV
        assert "without a crash file" in str(died)
    else:
        assert str(died.frame) in str(died)
        assert "A fatal error has been detected" in str(died)

"""One cluster with patched jars on the newest JDK, whose JVMs get no flag of the bridge."""

from collections.abc import Iterator

import pytest

from flink_agents_bridge.flink.agent import option_text, read_report
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.standalone import Cluster
from tests.cluster.conftest import StartCluster, cleared
from tests.cluster.flow import IN_THREADS, Flow
from tests.cluster.killing import kill_in_full_flow

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def module_cluster(
    start_cluster: StartCluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """For all tests here; its report is a file beside it."""
    report = tmp_path_factory.mktemp("report") / "report.jsonl"
    environment = {"FLINK_AGENTS_BRIDGE_OPTIONS": option_text({"report": report})}
    with start_cluster("patched", jdk=find_jdk(feature=25), environment=environment) as started:
        yield started
    events = read_report(report)
    closed = [event["statistics"] for event in events if event["event"] == "closed"]
    assert closed
    assert all(one["interpretersMade"] == one["interpretersClosed"] for one in closed), closed


@pytest.fixture
def cluster(module_cluster: Cluster) -> Cluster:
    """Two TaskManagers with two slots each, without a job, whatever the test before has done."""
    return cleared(module_cluster)


def test_a_task_manager_is_killed_in_full_flow(cluster: Cluster) -> None:
    """R23, R12, B1: exactly once, as Flink promises; PyFlink's functions in the same process."""
    kill_in_full_flow(Flow(cluster, "killed"), settings=IN_THREADS)

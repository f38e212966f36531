"""A small job on a standalone cluster in each mode."""

import pytest

from tests.cluster.conftest import StartCluster
from tests.cluster.flow import Flow

LIVE = "Python calls through Pemja are routed by thread in this JVM"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("mode", ["agent", "patched"])
def test_each_answer_once(start_cluster: StartCluster, mode: str) -> None:
    """B1: concurrent chat actions in two TaskManagers, as installed and as patched."""
    with start_cluster(mode) as cluster:
        flow = Flow(cluster, "small")
        flow.ask(4)
        cluster.wait_for_state(flow.submit(), "FINISHED", 120)
        assert flow.committed() == flow.expected()
        assert all(LIVE in cluster.log(index) for index in cluster.task_manager_pids)


@pytest.mark.timeout(300)
def test_the_bare_cluster_runs_what_needs_no_bridge(start_cluster: StartCluster) -> None:
    """B1: the control: the same job without a model, and no bridge anywhere."""
    with start_cluster("bare") as cluster:
        flow = Flow(cluster, "small")
        flow.ask(4)
        cluster.wait_for_state(flow.submit("CalmAgent"), "FINISHED", 120)
        assert flow.committed() == flow.expected(messages=0)
        assert not any(LIVE in cluster.log(index) for index in cluster.task_manager_pids)

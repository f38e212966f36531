"""One cluster with patched jars on the newest JDK, whose JVMs get no flag of the bridge."""

import os
from collections.abc import Iterator

import pytest

from flink_agents_bridge.flink.agent import option_text, read_report
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.standalone import Cluster
from tests.cluster.conftest import StartCluster, cleared
from tests.cluster.flow import IN_THREADS, Flow
from tests.cluster.killing import kill_in_full_flow
from tests.cluster.leaks import holdings, lane_threads, slope, table

pytestmark = pytest.mark.timeout(600)
RESTARTS = int(os.environ.get("BRIDGE_RESTARTS", "4"))
SETTLED = 2  # restarts after which nothing may grow


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


@pytest.mark.timeout(600 + 60 * RESTARTS)
def test_restarts_leave_nothing_in_a_task_manager(cluster: Cluster) -> None:
    """R11, R12, R23, B5, B8: heap, threads, handles and interpreters stay what they were.

    An action throws, and the job goes on from a checkpoint. ``BRIDGE_RESTARTS`` says how often.
    """
    index, *others = cluster.task_manager_pids
    for other in others:
        cluster.kill(other)
    flow = Flow(cluster, "restarted")
    flow.submit(endless=True, settings=IN_THREADS, parallelism=2)
    rows = []
    for number in range(RESTARTS + 1):
        crash = flow.folder / f"crash-{number}"
        if number:
            crash.touch()
        flow.ask(1, crash=str(crash))
        flow.wait_for_commits()
        flow.ask(1, collect=True)  # what Python's own cycles hold stays in Java, too
        flow.wait_for_commits()
        rows.append(holdings(cluster, index))
    print(f"\n{table(rows)}")
    assert flow.committed() == flow.expected()
    assert cluster.rest.restarts(flow.job) >= RESTARTS
    flow.cancel()
    idle = holdings(cluster, index)
    print(f"without a job: {idle}")
    # Without a job each one that a restart has leaked stands alone, however many lanes a job had.
    assert idle.interpreters < RESTARTS, idle
    assert idle.handles <= RESTARTS, idle  # one is always there
    assert lane_threads(cluster, index) == []
    settled, last = rows[min(SETTLED, RESTARTS)], rows[-1]
    # Flink's own threads come and go by half a dozen.
    assert slope([row.threads for row in rows]) < 3
    assert last.loaders <= settled.loaders
    assert last.heap_kib <= settled.heap_kib * 1.1

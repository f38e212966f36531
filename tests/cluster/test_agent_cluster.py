"""One cluster with the agent installed, and what becomes of its jobs."""

import time
from collections.abc import Iterator

import psutil
import pytest

from flink_agents_bridge.flink.standalone import Cluster
from tests.cluster.asking import doctor, told_here
from tests.cluster.conftest import StartCluster, cleared
from tests.cluster.flow import IN_THREADS, PATIENCE, Flow
from tests.cluster.killing import into_full_flow, kill_in_full_flow
from tests.cluster.packs import packs
from tests.cluster.remembering import MEMORIES, read_back

pytestmark = pytest.mark.timeout(600)
OPERATOR = "action-execute-operator"
WITHIN = 10.0  # seconds from a cancellation to its end


@pytest.fixture(scope="module")
def module_cluster(start_cluster: StartCluster) -> Iterator[Cluster]:
    """For all tests here."""
    with start_cluster("agent") as started:
        yield started


@pytest.fixture
def cluster(module_cluster: Cluster) -> Cluster:
    """Two TaskManagers with two slots each, without a job, whatever the test before has done."""
    return cleared(module_cluster)


def test_it_listens_on_loopback_alone(cluster: Cluster) -> None:
    """B1: whatever a cluster of ours opens is for this machine only."""
    processes = [psutil.Process(pid) for pid in cluster.pids.values()]
    sockets = [one for process in processes for one in process.net_connections(kind="inet")]
    listening = {one.laddr.ip for one in sockets if one.status == psutil.CONN_LISTEN}
    assert len(processes) == 3
    assert {address.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}


def test_doctor_sees_each_jvm(cluster: Cluster) -> None:
    """B13: role, state and versions of each JVM, here and over REST, before and after a job."""
    before = told_here(cluster)
    assert {jvm["role"] for jvm in before.values()} == {"JobManager", "TaskManager"}
    assert {jvm["state"] for jvm in before.values()} == {"ready"}
    code, there = doctor(cluster.rest.address)
    assert code == 1
    assert "flink-agents-bridge-agent.jar" in there
    assert there.count("no thread of the bridge: not protected, or no interpreter was made") == 2
    flow = Flow(cluster, "seen")
    flow.ask(1)
    cluster.wait_for_state(flow.submit(settings=IN_THREADS), "FINISHED", PATIENCE)
    after = told_here(cluster)
    assert after.pop("jobmanager-0")["state"] == "ready"
    assert [jvm["state"] for jvm in after.values()] == ["protected"] * 2
    assert all("Pemja 0.5.7" in jvm["told"] for jvm in after.values())
    code, there = doctor(f"http://{cluster.rest.address}")
    assert code == 0
    assert there.count("the bridge runs; ") == 2


def test_a_task_manager_is_killed_in_full_flow(cluster: Cluster) -> None:
    """R23, R12, B1: exactly once, as Flink promises; PyFlink's functions in their own processes."""
    kill_in_full_flow(Flow(cluster, "killed"))


def test_a_job_is_rescaled_from_a_savepoint(cluster: Cluster) -> None:
    """R23, R26: from four subtasks to two; each key's memory goes with its key group.

    What is asked afterwards is answered from the memory of before, whatever the savepoint cut off.
    """
    flow = Flow(cluster, "rescaled")
    into_full_flow(flow, settings=IN_THREADS)
    savepoint = cluster.savepoint(flow.job, stop=True)
    flow.slow.unlink()
    flow.ask(2)
    flow.submit(endless=True, settings=IN_THREADS, parallelism=2, savepoint=savepoint)
    flow.wait_for_commits()
    assert flow.committed() == flow.expected()
    vertices = cluster.rest.job(flow.job)["vertices"]
    assert {vertex["parallelism"] for vertex in vertices} == {2}
    flow.cancel()


def test_a_job_is_cancelled_in_full_flow(cluster: Cluster) -> None:
    """R12, D7: model calls of a second; TaskManagers serve the next job, with no thread left."""
    before = cluster.task_manager_pids
    flow = Flow(cluster, "cancelled", keys=64, seconds=1.0)
    flow.ask(10)
    flow.submit(settings=IN_THREADS)

    def in_flight() -> int:
        return (flow.noted("asked") - flow.noted("answered")).total()

    cluster.wait_for("calls under way", PATIENCE, lambda: in_flight() >= 16)
    start = time.monotonic()
    cluster.rest.cancel(flow.job)
    cluster.wait_for_state(flow.job, "CANCELED", WITHIN)
    print(f"cancelled within {time.monotonic() - start:.1f} s")
    for index in before:
        assert OPERATOR not in cluster.jcmd(index, "Thread.print")
    after = Flow(cluster, "after-cancelled")
    after.ask(2)
    cluster.wait_for_state(after.submit(settings=IN_THREADS), "FINISHED", PATIENCE)
    assert after.committed() == after.expected()
    assert cluster.task_manager_pids == before


def test_memory_of_killed_task_managers(cluster: Cluster) -> None:
    """R23, R19: plain text, every accepted shape, big values, and whatever Hypothesis draws."""
    packed = packs()
    differing = read_back(Flow(cluster, "memory"), packed)
    assert differing == {(name, memory): [] for name in packed for memory in MEMORIES}

"""``doctor --cluster`` beside a running cluster."""

import json
import subprocess
import sys

import psutil
import pytest

from tests.cluster.conftest import StartCluster
from tests.cluster.flow import Flow


def doctor(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "flink_agents_bridge", "doctor", "--cluster", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return done.returncode, done.stdout


def own() -> dict[str, dict[str, str]]:
    """What is told of this test's JVMs, by role; others may run on the machine."""
    mine = {process.pid for process in psutil.Process().children(recursive=True)}
    return {jvm["role"]: jvm for jvm in json.loads(doctor("--json")[1]) if jvm["pid"] in mine}


@pytest.mark.timeout(300)
def test_a_cluster_under_the_agent(start_cluster: StartCluster) -> None:
    """B13: each JVM's role and state, from here and over REST, before and after a job."""
    with start_cluster("agent", task_managers=1) as cluster:
        before = own()
        code, there = doctor(cluster.rest.address)
        assert set(before) == {"JobManager", "TaskManager"}
        assert {jvm["state"] for jvm in before.values()} == {"ready"}
        assert code == 1
        assert "flink-agents-bridge-agent.jar" in there
        assert "no thread of the bridge: not protected, or no interpreter was made so far" in there
        flow = Flow(cluster, "small", keys=4)
        flow.ask(1)
        cluster.wait_for_state(flow.submit(parallelism=1), "FINISHED", 120)
        after = own()
        code, there = doctor(f"http://{cluster.rest.address}")
        assert after["TaskManager"]["state"] == "protected"
        assert "Pemja 0.5.7" in after["TaskManager"]["told"]
        assert after["JobManager"]["state"] == "ready"
        assert code == 0
        assert "the bridge runs; " in there

"""What ``doctor --cluster`` tells beside a running cluster."""

import json
import subprocess
import sys

from flink_agents_bridge.flink.standalone import Cluster


def doctor(*arguments: str) -> tuple[int, str]:
    """Its exit code and what it printed."""
    command = [sys.executable, "-m", "flink_agents_bridge", "doctor", "--cluster", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return done.returncode, done.stdout


def told_here(cluster: Cluster) -> dict[str, dict[str, str]]:
    """What is told of this cluster's JVMs, by name; others may run on the machine."""
    told = {jvm["pid"]: jvm for jvm in json.loads(doctor("--json")[1])}
    return {name: told[pid] for name, pid in cluster.pids.items()}

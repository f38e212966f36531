"""How a cluster's processes are ended: they alone, whoever has their numbers later."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from flink_agents_bridge.flink.cluster_jvm import ClusterJvm
from flink_agents_bridge.flink.processes import is_alive, wait_for

pytestmark = pytest.mark.timeout(60)
Start = Callable[[str], ClusterJvm]

PARENT = """
import subprocess, sys
child = subprocess.Popen(
    [sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session={apart}
)
print(child.pid, flush=True)
{then}
"""
WAITS, ENDS = "child.wait()", "sys.exit(3)"


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Starts Python in the place of a JVM."""

    def started(code: str) -> ClusterJvm:
        jvm = ClusterJvm("client", 0, [sys.executable, "-c", code], tmp_path)
        jvm.start(os.environ)
        return jvm

    return started


def child_of(jvm: ClusterJvm) -> psutil.Process:
    while not jvm.output().endswith("\n"):  # bounded by the test's timeout
        os.sched_yield()
    return psutil.Process(int(jvm.output()))


@pytest.mark.parametrize("apart", [False, True])
def test_what_it_has_started_is_killed_with_it(start: Start, apart: bool) -> None:
    """In its own group and in another."""
    jvm = start(PARENT.format(apart=apart, then=WAITS))
    child = child_of(jvm)
    jvm.kill()
    assert jvm.code == -signal.SIGKILL
    assert wait_for([child], 10) == []


def test_the_end_of_it_is_that_of_its_group(start: Start) -> None:
    """Its number is given back only after what it has left was killed."""
    jvm = start(PARENT.format(apart=False, then=ENDS))
    child = child_of(jvm)
    jvm.end()
    assert jvm.code == 3
    assert wait_for([child], 10) == []


def test_nobody_else_is_signalled(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its exit code was taken, its number may be another's."""
    jvm = start("raise SystemExit(3)")
    process = psutil.Process(jvm.pid)
    assert wait_for([process], 10) == []
    assert not is_alive(process)
    assert jvm.code == 3
    signalled: list[int] = []
    monkeypatch.setattr("os.killpg", lambda group, _: signalled.append(group))
    jvm.ask_to_end()
    jvm.end()
    jvm.kill()
    assert signalled == []
    assert jvm.code == 3

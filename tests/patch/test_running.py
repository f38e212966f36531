"""What ``doctor --cluster`` hears from running JVMs."""

import os
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from flink_agents_bridge.flink import running
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.jvms import RunningJvm
from flink_agents_bridge.flink.running import FlinkJvm, ask, flink_jvms, judge
from tests.bridge.session import Place, Session
from tests.cli.conftest import Bridge

WORKER = "TaskManager"


def told(session: Session) -> FlinkJvm:
    """As its JVM tells now."""
    return ask(session.place.jdk, session.jvm.pid, WORKER)


def test_a_jvm_under_the_agent(place: Callable[..., Place]) -> None:
    """B13: ready from the start, protected once an interpreter was made, with the versions."""
    with Session(place(), {}) as session:
        before = told(session)
        session.primary()
        after = told(session)
    assert (before.state, before.by, before.is_in_danger) == ("ready", "agent", False)
    assert "no interpreter was made so far" in before.told
    assert (after.state, after.by, after.is_in_danger) == ("protected", "agent", False)
    assert after.told.startswith("flink-agents-bridge 0.")
    assert "(self-test passed)" in after.told
    assert ", Pemja 0.5.7 (Java side) and 0.5.7 (native side), CPython 3." in after.told


def test_a_jvm_with_patched_jars(patched: Callable[..., Session]) -> None:
    """B1, B13: the jar tells before the first interpreter, the runtime in it afterwards."""
    with patched() as session:
        before = told(session)
        session.primary()
        after = told(session)
    assert (before.state, before.by) == ("ready", "patched jar")
    assert "flink-python" in before.told
    assert (after.state, after.by) == ("protected", "patched jar")


def test_a_jvm_without_the_bridge(place: Callable[..., Place]) -> None:
    """B13: a bare JVM is in danger, with or without an interpreter; so is one switched off."""
    with Session(place(), None) as session:
        before = told(session)
        session.primary()
        assert told(session) == before
    assert (before.state, before.by, before.is_in_danger) == ("none", None, True)
    with Session(place(), {"enabled": False}) as session:
        off = told(session)
    assert (off.state, off.by, off.is_in_danger) == ("off", "agent", True)


def test_a_jvm_that_refuses(place: Callable[..., Place]) -> None:
    """B13: the reason for which no interpreter is made."""
    here = place()
    with Session(here, {}) as session:
        with pytest.raises(Exception, match="nowhere"):
            session.owner.begin(session.probe.Primaries.making("/nowhere/python", [])).result()
        refused = told(session)
    assert (refused.state, refused.is_in_danger) == ("refused", True)
    assert "/nowhere/python" in refused.told


def test_what_cannot_be_asked(default_jdk: Jdk, tmp_path: Path) -> None:
    """B13: no JDK, or no JVM any more, is told; neither counts as protected."""
    runtime_only = Jdk(tmp_path, "17", has_compiler=False)
    assert "has no jcmd: name a full JDK" in ask(runtime_only, 1, WORKER).told
    gone = ask(default_jdk, 2**22 - 1, WORKER)
    assert (gone.state, gone.told, gone.is_in_danger) == ("unknown", "it has ended", True)


def test_a_jvm_of_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """B13: the sentence names that user."""
    user = psutil.Process().username()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert running._refusal("no", os.getpid()).startswith(f"it runs as {user}: ")


def test_only_jvms_with_a_role_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """B13: a client, or a program of the user's, is none that runs actions."""
    there = [
        RunningJvm(1, "me", "x", WORKER, carries=False),
        RunningJvm(2, "me", "y", None, carries=True),
    ]
    monkeypatch.setattr(running, "running_jvms", lambda: there)
    monkeypatch.setattr(running, "ask", lambda _, pid, role: FlinkJvm(pid, role, "ready", None, ""))
    asked = flink_jvms(Jdk(Path(), "17"))
    assert [(jvm.pid, jvm.role) for jvm in asked] == [(1, WORKER)]


def test_a_job_manager_is_in_no_danger() -> None:
    """B13: it runs no Python actions."""
    assert not judge(1, "JobManager", {}).is_in_danger
    assert judge(1, "local job", {}).is_in_danger


def test_a_url_that_nobody_answers_at(bridge: Bridge) -> None:
    """B13: one sentence each for what is no address and for what does not answer."""
    wrong, silent = (
        bridge("doctor", "--cluster", "ftp://x"),
        bridge("doctor", "--cluster", "[::1]:1"),
    )
    assert (wrong.returncode, silent.returncode) == (2, 2)
    assert "ftp://x is no address of Flink's REST interface" in wrong.stderr
    assert "[::1]:1 does not answer GET /jobmanager/config" in silent.stderr

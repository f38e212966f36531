"""``top`` and ``dump`` on running JVMs, and what they say where they cannot be answered."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from flink_agents_bridge.cli.dump import dump
from flink_agents_bridge.cli.top import top
from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink import attaching
from flink_agents_bridge.flink.attaching import (
    Asking,
    AttachError,
    checked,
    chosen,
)
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.jvms import RunningJvm, judge_arguments, running_jvms
from tests.telemetry.test_attach import busy

PATIENCE = 60.0
LONG = ("--timeout", PATIENCE)
NO_SUCH = 2**22 + 1


def said(command: Any, *arguments: object) -> str:
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def test_a_busy_jvm(protected: Any, jdk: Jdk) -> None:
    """B10: who runs what for whom and who waits, as a table, as JSON and as text; then it is over.

    One JVM of ours stays attached and is asked again.
    """
    with protected(lanes=1) as session:
        interpreter = session.primary()
        pid = session.jvm.pid
        assert any(one.pid == pid and one.carries for one in running_jvms())
        with Asking(pid, "statistics", jdk, PATIENCE) as asking:
            calls = busy(session, interpreter)
            first = json.loads(asking.ask())
            [lane] = first["runtime"]["managers"][0]["lanes"]
            assert (lane["running"]["caller"], len(lane["queued"])) == ("first", 1)
            table = " ".join(said(top, "--once", pid, *LONG).split())
            assert re.search(r"lane-1 │ inside │ wait_at_door │ .{3,9} │ first │ second \(", table)
            assert "lanes 1 of 1, queued 1" in table
            assert json.loads(said(top, "--once", "--json", pid, *LONG))["pid"] == pid
            text = said(dump, pid, *LONG)
            assert re.search(
                r"pemja\.core\.PythonInterpreter.*Python:.*wait_at_door", text, re.DOTALL
            )
            session.owner.invoke(interpreter, "open_door", 1)
            for call in calls:
                call.result()
            again = json.loads(asking.ask())
            assert again["runtime"]["managers"][0]["lanes"][0]["running"] is None
            os.kill(pid, signal.SIGSTOP)
            try:
                with (
                    pytest.raises(AttachError, match=r"not answered within 0\.5 s.*--timeout"),
                    Asking(pid, "dump", jdk, 0.5) as other,
                ):
                    other.ask()
            finally:
                os.kill(pid, signal.SIGCONT)


def test_a_jvm_that_ends_meanwhile(protected: Any, jdk: Jdk) -> None:
    with protected() as session:
        session.primary()
        asking = Asking(session.jvm.pid, "statistics", jdk, PATIENCE)
        asking.ask()
    with asking, pytest.raises(AttachError, match=r"has ended|does not answer"):
        asking.ask()


def test_a_jvm_without_the_bridge(unprotected: Any) -> None:
    """B10: also in words, and with the exit code of a refusal."""
    with unprotected() as session:
        pid = session.jvm.pid
        result = CliRunner().invoke(dump, [str(pid), *map(str, LONG)])
        assert isinstance(result.exception, BridgeError)
        assert f"Process {pid}: flink-agents-bridge is not at work in this JVM" in str(
            result.exception
        )


def test_no_such_process() -> None:
    result = CliRunner().invoke(top, [str(NO_SUCH)])
    assert isinstance(result.exception, BridgeError)
    assert f"There is no process {NO_SUCH}: " in str(result.exception)


def test_no_jvm(jdk: Jdk) -> None:
    with pytest.raises(AttachError, match=rf"Process {os.getpid()} \(.+\) is no JVM"):
        Asking(os.getpid(), "dump", jdk, PATIENCE)


def test_another_users(unprotected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with (
        unprotected() as session,
        pytest.raises(AttachError, match="run this command as that user"),
    ):
        checked(session.jvm.pid)


def test_a_java_that_cannot_attach(unprotected: Any, jdk: Jdk, tmp_path: Path) -> None:
    """As a runtime without the module jdk.attach."""
    java = tmp_path / "jre" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f'#!/bin/sh\nexec {jdk.java} --limit-modules=java.base,java.instrument "$@"\n')
    java.chmod(0o755)
    with unprotected() as session:
        asking = Asking(session.jvm.pid, "dump", Jdk(tmp_path / "jre", "17"), PATIENCE)
        with asking, pytest.raises(AttachError, match="Use that of a JDK"):
            asking.ask()


ONE = RunningJvm(11, "flink", "org.apache.flink.TaskManager", None, carries=True)
TWO = RunningJvm(12, "flink", "py4j.GatewayServer", None, carries=True)
BARE = RunningJvm(13, "flink", "org.apache.flink.JobManager", None, carries=False)


@pytest.mark.parametrize(
    ("there", "named", "told"),
    [
        ([ONE, BARE], 11, ""),
        ([ONE, TWO], None, "11 org.apache.flink.TaskManager (flink, has the agent); 12 py4j"),
        ([BARE], None, "13 org.apache.flink.JobManager (flink)."),
        ([], None, "no JVM of this machine runs Flink or was given the bridge's agent"),
        ([BARE] * 20, None, "and 8 more"),
    ],
)
def test_which_one_where_none_is_named(
    there: list[RunningJvm], named: int | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attaching, "running_jvms", lambda: there)
    assert chosen(4711) == 4711
    if named:
        assert chosen(None) == named
    else:
        with pytest.raises(AttachError) as refused:
            chosen(None)
        assert told in str(refused.value)


RUNNER = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"
ENTRY = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"
CLIENT = "org.apache.flink.client.cli.CliFrontend"


@pytest.mark.parametrize(
    ("arguments", "program", "role"),
    [
        ([RUNNER, "-D", "x=y"], RUNNER, "TaskManager"),
        ([ENTRY], ENTRY, "JobManager"),
        (["org.apache.flink.client.python.PythonGatewayServer"], None, "local job"),
        ([CLIENT, "run"], CLIENT, None),
        (["py4j.GatewayServer", "0"], "py4j.GatewayServer", None),
        (["-javaagent:/x/flink-agents-bridge-agent.jar=a=b", "com.x.Main"], "com.x.Main", None),
    ],
)
def test_what_a_jvm_is(arguments: list[str], program: str | None, role: str | None) -> None:
    """B10, B13: one answer for ``top``, ``dump`` and ``doctor --cluster``."""
    jvm = judge_arguments(1, None, ["java", "-Xmx1g", *arguments])
    assert jvm is not None
    assert (jvm.program, jvm.role, jvm.user) == (program or arguments[0], role, "?")
    assert jvm.carries == arguments[0].startswith("-javaagent:")
    assert judge_arguments(1, "me", ["java", "-jar", "x.jar"]) is None

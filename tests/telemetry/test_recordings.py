"""The Flight Recorder's events of calls into the real Pemja."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.timeline.recording import recording_flag
from tests.bridge.calls import JavaError
from tests.bridge.session import Session

PREFIX = "flinkagentsbridge."
TRIMMED = "--limit-modules=java.base,java.instrument,java.logging,java.sql,jdk.unsupported"


def tool(session: Session, name: str, *arguments: str) -> str:
    """Run one of the JDK's tools."""
    command = [str(session.place.jdk.home / "bin" / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def events(session: Session, file: Path) -> dict[str, list[dict[str, Any]]]:
    """What was recorded, in the order of its end, by the event's name."""
    text = tool(session, "jfr", "print", "--json", "--events", PREFIX + "*", str(file))
    found: dict[str, list[dict[str, Any]]] = {}
    for event in json.loads(text)["recording"]["events"]:
        found.setdefault(event["type"].removeprefix(PREFIX), []).append(event["values"])
    return found


def name(thread: dict[str, Any] | None) -> str | None:
    return None if thread is None else str(thread["javaName"])


def by_route(session: Session, interpreter: Any) -> dict[str, int]:
    """How many operations the manager has counted so far."""
    counted = session.statistics(interpreter)
    return {
        "owner": counted.ownerCalls(),
        "worker": counted.workerCalls(),
        "lane": counted.laneCalls(),
        "bound": counted.reentrantCalls(),
    }


def test_routes(protected: Any, each_jdk: Jdk, tmp_path: Path) -> None:
    """B10: every operation with its route, thread and depth, in a recording begun on the way."""
    file = tmp_path / "calls.jfr"
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary()
        callers = session.three(interpreter)
        pid = str(session.jvm.pid)
        tool(
            session,
            "jcmd",
            pid,
            "JFR.start",
            "name=calls",
            "+flinkagentsbridge.Operation#enabled=true",
        )
        before = by_route(session, interpreter)
        witness = session.witness(interpreter)
        for caller in callers.values():
            caller.invoke(interpreter, "reenter", witness)
            handle = caller.invoke(interpreter, "make", 1)
            caller.call(handle, "invokeMethod", "add", rest=[1])
            caller.call(handle, "close")
        after = by_route(session, interpreter)
        assert session.statistics(interpreter).inlineRuns().count() == 0, "not timed by default"
        tool(session, "jcmd", pid, "JFR.stop", "name=calls", f"filename={file}")
        owner = session.manager(interpreter).owner().getName()
    found = events(session, file)
    lane = f"{owner}-lane-1"
    operations = [
        (e["route"], name(e["eventThread"]), e["call"], e["depth"], name(e["source"]))
        for e in found["Operation"]
    ]
    for route, thread, source in (
        ("owner", owner, None),
        ("worker", f"{owner}-worker-1", None),
        ("lane", lane, "source"),
    ):
        for call in ("reenter", "make", "handle.invokeMethod add", "handle.close"):
            assert (route, thread, call, 0, source) in operations
        inner = "owner" if route == "owner" else "bound"
        assert (inner, thread, "where", 1, None) in operations
    recorded = {route: sum(o[0] == route for o in operations) for route in after}
    assert recorded == {route: after[route] - before[route] for route in after}
    hops = [(name(e["eventThread"]), name(e["lane"]), e["outcome"]) for e in found["LaneHop"]]
    assert hops == [("source", lane, "result")] * recorded["lane"]
    assert {e["manager"] for e in found["Operation"]} == {owner}
    assert sum(e["released"] for e in found["HandleBatch"]) >= len(callers)
    made = [(e["what"], e["kind"]) for e in found["Interpreter"]]
    assert made == [("made", "secondary")] * 2


def test_errors(place: Any, tmp_path: Path) -> None:
    """B10: an operation that fails is recorded, too, and a call after close as a refusal."""
    file = tmp_path / "errors.jfr"
    recording = recording_flag(file)
    with Session(place(), {}, [recording]) as session:
        interpreter = session.primary()
        source = session.source()
        for message in ("told", "ManagerClosedException"):
            with pytest.raises(JavaError, match=message):
                source.invoke(interpreter, "boom", "told")
            session.owner.call(interpreter, "close")
    found = events(session, file)
    assert [e["outcome"] for e in found["LaneHop"]] == ["error"]
    assert ("lane", "boom") in [(e["route"], e["call"]) for e in found["Operation"]]
    [refusal] = found["Refusal"]
    assert refusal["reason"] == "ManagerClosedException"
    changes = [(e["what"], e["kind"]) for e in found["Interpreter"]]
    assert changes == [
        ("made", "primary"),
        ("made", "secondary"),
        ("closed", "secondary"),
        ("closed", "primary"),
    ]
    assert all(e["taken"] for e in found["Interpreter"])


def test_trimmed_runtime(place: Any) -> None:
    """B10: a JVM without the Flight Recorder and without JMX runs on, and says nothing."""
    with Session(place(), {}, [TRIMMED]) as session:
        modules = session.jvm.view.java.lang.ModuleLayer.boot()
        assert not modules.findModule("jdk.jfr").isPresent()
        assert not modules.findModule("java.management").isPresent()
        interpreter = session.primary()
        for caller in session.three(interpreter).values():
            assert caller.invoke(interpreter, "nothing") == "nothing given"
        assert "JMX" not in session.jvm.stderr()


def test_inline_times(protected: Any) -> None:
    """B10: with ``time-inline`` operations of owner and workers are timed, each once."""
    with protected(**{"time-inline": 1}) as session:
        interpreter = session.primary()
        callers = session.three(interpreter)
        before = session.statistics(interpreter).inlineRuns().count()
        witness = session.witness(interpreter)
        for caller in callers.values():
            for _ in range(4):
                caller.invoke(interpreter, "reenter", witness)
        counted = session.statistics(interpreter)
        assert counted.inlineRuns().count() - before == 4 * len(("owner", "worker"))
        assert counted.laneRuns().count() == counted.queueWaits().count() == counted.laneCalls()

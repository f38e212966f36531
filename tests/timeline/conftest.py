"""A recording of the real bridge, made once: an owner and callers of two kinds."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from py4j.java_gateway import find_jar_path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from flink_agents_bridge.timeline.recording import recording_flag
from tests.bridge.calls import plain
from tests.bridge.session import Place, Session

BRIDGE = Path(__file__).parents[1] / "bridge"


@dataclass
class Recorded:
    """A recording, and what the JDK's own command reads out of it: operations by thread."""

    file: Path
    operations: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    hops: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture(scope="package")
def recorded(
    installation: Installation, jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Recorded:
    """Two Java threads and four of CPython's call through lanes, the owner by itself."""
    folder = tmp_path_factory.mktemp("recorded")
    file = folder / "calls.jfr"
    jar = compile_java(
        sorted((BRIDGE / "java").glob("*.java")),
        folder / "probe.jar",
        java_home=jdk.home,
        classpath=[installation.flink_python_jar, Path(find_jar_path()), agent_jar()],
    )
    site_packages = installation.flink_python_jar.parents[2]
    path = os.pathsep.join([str(site_packages), str(BRIDGE / "embedded")])
    place = Place(jdk, sys.executable, path, installation.flink_python_jar, jar, folder)
    with Session(place, {"lanes": 2}, options=[recording_flag(file)]) as session:
        interpreter = session.primary()
        task = session.probe.Loop.invoking(interpreter, ["deep"], [30], 10)
        calls = [session.source(f"source-{n}").begin(task) for n in range(2)]
        assert [plain(call.result()) for call in calls] == [{"30": 10}] * 2
        witness = session.witness(interpreter)
        session.owner.invoke(interpreter, "fan_out", witness)
        for caller in (session.owner, session.source("source-2")):
            caller.invoke(interpreter, "reenter", witness)
    return _read(file, jdk)


def _read(file: Path, jdk: Jdk) -> Recorded:
    seen = Recorded(file)
    by_thread = defaultdict(list)
    for kind, event in _events(file, jdk):
        if event["manager"] == "bridge-self-test":
            continue
        if kind.endswith("Hop"):
            seen.hops.append(event)
        else:
            by_thread[event["eventThread"]["javaName"]].append(event)
    seen.operations = {
        name: sorted(events, key=lambda event: event["startTime"])
        for name, events in by_thread.items()
    }
    return seen


def _events(file: Path, jdk: Jdk) -> list[tuple[str, dict[str, Any]]]:
    command = [str(jdk.home / "bin" / "jfr"), "print", "--json", "--stack-depth", "1"]
    command += ["--events", "flinkagentsbridge.Operation,flinkagentsbridge.LaneHop", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    events = json.loads(done.stdout)["recording"]["events"]
    return [(event["type"], event["values"]) for event in events]

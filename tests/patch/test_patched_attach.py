"""A JVM on patched jars, asked from outside."""

from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError

from flink_agents_bridge.flink.agent import agent_jar
from tests.patch.conftest import Start
from tests.telemetry.asking import Ask, asker
from tests.telemetry.test_attach import check

WEAVER = "io.github.flinkagentsbridge.weave.BridgeAgent"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asker(tmp_path)


def test_runtime_in_a_patched_jar(patched: Start, ask: Ask) -> None:
    """B10: it tells the same as under the agent, and none of the agent joins its class path."""
    with patched(lanes=1) as session:
        check(session, session.primary(), ask)
        path = session.jvm.view.java.lang.System.getProperty("java.class.path")
        assert str(agent_jar()) not in path
        with pytest.raises(Py4JJavaError, match="ClassNotFoundException"):
            session.jvm.view.java.lang.Class.forName(WEAVER)

"""``JavaResourceProvider`` of the released Flink Agents, asked by several threads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain
from tests.bridge.session import Place, Session

ROUNDS = 300


@pytest.fixture
def start(
    place: Callable[..., Place], installation: Any, models_jar: Path
) -> Callable[..., Session]:
    """Begin a JVM with Flink Agents and the demo's Java models, with the agent or without."""
    jars = [models_jar, *installation.flink_jars, *installation.flink_agents_jars]
    return lambda agent: Session(place(), agent, classpath=jars)


def provider(session: Session) -> Any:
    """A resource that is declared in Python and written in Java, as the plan of a job has it."""
    agents = session.jvm.view.org.apache.flink.agents
    arguments = {"java_clazz": "flinkagentsbridge.demo.EchoSetup", "connection": "c", "model": "m"}
    descriptor = agents.api.resource.ResourceDescriptor("python.module", "Class", arguments)
    kind = agents.api.resource.ResourceType.CHAT_MODEL
    return agents.plan.resourceprovider.JavaResourceProvider("model", kind, descriptor)


def test_a_second_call_fails_as_released(start: Callable[..., Session]) -> None:
    """T2: ``provide`` takes the class name out of the map that its next call reads."""
    with start(None) as session:
        asked = provider(session)
        assert session.owner.call(asked, "provide", None) is not None
        with pytest.raises(JavaError) as error:
            session.owner.call(asked, "provide", None)
        assert error.value.kind == "NullPointerException"


def test_two_threads_at_once(start: Callable[..., Session]) -> None:
    """T2, B1: under the agent both get the resource, however close they come."""
    with start({}) as session:
        asked = [provider(session) for _ in range(ROUNDS)]
        task = session.probe.Together.calling(asked, "provide")
        assert plain(session.owner.begin(task).result()) == []
        for again in asked[:10]:
            resource = session.owner.call(again, "provide", None)
            assert resource.getClass().getSimpleName() == "EchoSetup"

"""Two agents over the same chat models: an own async action, and the built-in chat action."""

import os
from typing import Any

from flink_agents.api.agents.agent import Agent
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.decorators import action, chat_model_connection, chat_model_setup
from flink_agents.api.events.chat_event import ChatRequestEvent, ChatResponseEvent
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor, ResourceName, ResourceType
from flink_agents.api.runner_context import RunnerContext

from echo_models import PAUSE_MS

HISTORY = int(os.environ.get("FLINK_AGENTS_BRIDGE_DEMO_HISTORY", "6"))
_MODELS = "echo_models"
_JAVA = "flinkagentsbridge.demo"


def kind(event: Any) -> Any:
    """How ``@action`` names an event: by its class in 0.2.x, by its type's name in 0.3.x."""
    return getattr(event, "EVENT_TYPE", event)


def typed(event_class: Any, event: Any) -> Any:
    """The event as its own class, which 0.3.x does not hand over."""
    return event_class.from_event(event) if hasattr(event_class, "EVENT_TYPE") else event


def conversation(question: str) -> list[ChatMessage]:
    """The question after some messages of history, each of which must be converted too."""
    history = [ChatMessage(role=MessageRole.SYSTEM, content=f"m{n}") for n in range(HISTORY)]
    return [*history, ChatMessage(role=MessageRole.USER, content=question)]


def python_connection() -> ResourceDescriptor:
    """A model client in Python."""
    return ResourceDescriptor(clazz=f"{_MODELS}.EchoConnection")


def java_connection() -> ResourceDescriptor:
    """A model client in Java."""
    return ResourceDescriptor(
        clazz=ResourceName.ChatModel.JAVA_WRAPPER_CONNECTION,
        java_clazz=f"{_JAVA}.EchoConnection",
        ms=PAUSE_MS,
    )


def java_over_python() -> ResourceDescriptor:
    """A model set up in Java whose client is in Python."""
    return ResourceDescriptor(
        clazz=ResourceName.ChatModel.JAVA_WRAPPER_SETUP,
        java_clazz=f"{_JAVA}.EchoSetup",
        connection="python_connection",
        model="echo",
    )


def python_over_java() -> ResourceDescriptor:
    """A model set up in Python whose client is in Java."""
    return ResourceDescriptor(
        clazz=f"{_MODELS}.EchoSetup", connection="java_connection", model="echo", tools=[]
    )


def with_models(agent: type[Agent]) -> type[Agent]:
    """Give the agent the models: Flink Agents does not look for them in base classes."""
    for connection in (python_connection, java_connection):
        setattr(agent, connection.__name__, chat_model_connection(staticmethod(connection)))
    for setup in (java_over_python, python_over_java):
        setattr(agent, setup.__name__, chat_model_setup(staticmethod(setup)))
    return agent


@with_models
class AsyncActionAgent(Agent):
    """Awaits the model in an action of its own."""

    @action(kind(InputEvent))
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """Ask on a thread of Flink Agents' pool."""
        question = typed(InputEvent, event).input
        model = context.get_resource(question["model"], ResourceType.CHAT_MODEL)
        answer = await context.durable_execute_async(model.chat, conversation(question["text"]))
        context.send_event(OutputEvent(output=answer.content))


@with_models
class BuiltinActionAgent(Agent):
    """Leaves the chat to the action that comes with Flink Agents."""

    @action(kind(InputEvent))
    @staticmethod
    def ask(event: Event, context: RunnerContext) -> None:
        """Pass the question on."""
        question = typed(InputEvent, event).input
        messages = conversation(question["text"])
        context.send_event(ChatRequestEvent(model=question["model"], messages=messages))

    @action(kind(ChatResponseEvent))
    @staticmethod
    def answer(event: Event, context: RunnerContext) -> None:
        """Put the answer out."""
        response = typed(ChatResponseEvent, event).response
        context.send_event(OutputEvent(output=response.content))

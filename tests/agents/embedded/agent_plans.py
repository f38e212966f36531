"""Agents in Python, and their plans as Flink Agents' client hands them over."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

from typing import Any

from agent_probe import awaitable_names, java_thread, live_handles, note
from flink_agents.api.agents.agent import Agent
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.decorators import action, chat_model_connection, chat_model_setup
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor, ResourceName, ResourceType
from flink_agents.api.runner_context import RunnerContext
from flink_agents.plan.agent_plan import AgentPlan
from flink_agents.plan.configuration import AgentConfiguration

THREADS = 4
JAVA = ResourceName.ChatModel


class Awaiting(Agent):
    """Awaits a model, and tells on which threads its steps have run and what is left of others."""

    @chat_model_connection
    @staticmethod
    def pythonConnection() -> ResourceDescriptor:  # noqa: N802
        """In Python."""
        return ResourceDescriptor(clazz="agent_models.Connection")

    @chat_model_connection
    @staticmethod
    def javaConnection() -> ResourceDescriptor:  # noqa: N802
        """In Java."""
        clazz = "agentjobs.EchoConnection"
        return ResourceDescriptor(clazz=JAVA.JAVA_WRAPPER_CONNECTION, java_clazz=clazz)

    @chat_model_setup
    @staticmethod
    def javaOverPython() -> ResourceDescriptor:  # noqa: N802
        """In Java, over a connection in Python."""
        return ResourceDescriptor(
            clazz=JAVA.JAVA_WRAPPER_SETUP,
            java_clazz="agentjobs.EchoSetup",
            connection="pythonConnection",
            model="m",
        )

    @chat_model_setup
    @staticmethod
    def pythonOverJava() -> ResourceDescriptor:  # noqa: N802
        """In Python, over a connection in Java."""
        return ResourceDescriptor(
            clazz="agent_models.Setup", connection="javaConnection", model="m", tools=[]
        )

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """Ask on a thread of Flink Agents' pool."""
        model, noted = event.input
        if "crash" in noted["text"] and note("crash") == 1:
            message = "once only"
            raise LookupError(message)
        steps = [*noted["threads"], java_thread()]
        chat = context.get_resource(model, ResourceType.CHAT_MODEL)
        message = ChatMessage(role=MessageRole.USER, content=noted["text"])
        answer = await context.durable_execute_async(chat.chat, [message])
        told = {
            "answer": answer.content,
            "steps": [*steps, java_thread()],
            "awaitables": awaitable_names(),
            "handles": live_handles(),
        }
        if told["awaitables"]:
            note("awaitable variables")
        context.send_event(OutputEvent(output=told))


AGENTS: dict[str, Any] = {"Awaiting": Awaiting}


def plan(agent: str) -> str:
    """The agent's plan."""
    configuration = AgentConfiguration()
    configuration.set_int("num-async-threads", THREADS)
    text: str = AgentPlan.from_agent(AGENTS[agent](), configuration).model_dump_json(
        serialize_as_any=True
    )
    return text

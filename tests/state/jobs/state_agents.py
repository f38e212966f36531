"""One agent with two parts: its own use of memory, and the built-in chat and tool actions."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import json
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from flink_agents.api.agents.agent import STRUCTURED_OUTPUT, Agent
from flink_agents.api.agents.types import OutputSchema
from flink_agents.api.chat_message import ChatMessage
from flink_agents.api.decorators import action, chat_model_connection, chat_model_setup, tool
from flink_agents.api.events.chat_event import ChatRequestEvent, ChatResponseEvent
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor
from flink_agents.api.runner_context import RunnerContext
from pyflink.common.typeinfo import BasicTypeInfo, RowTypeInfo
from run_folder import trace, wait_for
from scripted_model import Answer
from shapes import ACCEPTED, exact
from stored_values import POISON

HELD_ROUND = 1
SCHEMAS = {
    "pydantic": OutputSchema(output_schema=Answer),
    "row": OutputSchema(
        output_schema=RowTypeInfo([BasicTypeInfo.STRING_TYPE_INFO()] * 2, ["request", "seen"])
    ),
    "none": None,
}


class ReadEvent(Event):
    """The time to read has come."""


def memories(context: RunnerContext) -> dict[str, Any]:
    """Both kinds that the release has."""
    return {"sensory": context.sensory_memory, "short_term": context.short_term_memory}


class StateAgent(Agent):
    """Writes, holds until the test lets it go on, reads; chats and holds in its tool."""

    @chat_model_connection
    @staticmethod
    def connection() -> ResourceDescriptor:
        """The client."""
        return ResourceDescriptor(clazz="scripted_model.ScriptedConnection")

    @chat_model_setup
    @staticmethod
    def model() -> ResourceDescriptor:
        """The model."""
        return ResourceDescriptor(
            clazz="scripted_model.ScriptedSetup",
            connection="connection",
            model="scripted",
            tools=["note"],
        )

    @tool
    @staticmethod
    def note(request: str, number: int) -> str:
        """Note a number.

        Parameters
        ----------
        request : str
            whose
        number : int
            which

        Returns:
        -------
        str:
            what was noted
        """
        trace(at="tool", request=request, number=number)
        if number == HELD_ROUND:
            wait_for("release-tools")
        return f"$bridge:noted {request} {number}"

    @action(InputEvent)
    @staticmethod
    def start(event: Event, context: RunnerContext) -> None:
        """Store the values, or send requests that will share the key's memory."""
        for name in event.input["requests"]:
            message = ChatMessage(content=name, extra_args={"from": uuid5(NAMESPACE_OID, name)})
            context.send_event(
                ChatRequestEvent(model="model", messages=[message], output_schema=SCHEMAS[name])
            )
        if event.input["requests"]:
            return
        for memory_name, memory in memories(context).items():
            for name, make in POISON.items():
                told = {"memory": memory_name, "name": name}
                try:
                    memory.set(f"poison.{name}", make())
                except Exception as error:  # noqa: BLE001 - it is told
                    trace(at="refused", **told, type=type(error).__name__, message=str(error))
                else:
                    trace(at="stored", **told)
            for name, value in ACCEPTED.items():
                memory.set(f"shapes.{name}", value)
        context.send_event(ReadEvent())

    @action(ReadEvent)
    @staticmethod
    async def read(event: Event, context: RunnerContext) -> None:  # noqa: ARG004
        """Read what the test asks for: pairs of a memory and a path."""
        trace(at="held", request="values")
        wanted = await context.durable_execute_async(wait_for, "release-values")
        for memory_name, path in json.loads(wanted):
            told = {"memory": memory_name, "path": path}
            trace(at="reads", **told)
            try:
                value = memories(context)[memory_name].get(path)
            except Exception as error:  # noqa: BLE001 - it is told
                trace(at="failed", **told, message=messages_of(error))
            else:
                trace(at="read", **told, exact=exact(value))
        trace(at="values done")
        context.send_event(OutputEvent(output="values"))

    @action(ChatResponseEvent)
    @staticmethod
    def answered(event: Event, context: RunnerContext) -> None:
        """Tell the answer, in the form that its request asked for."""
        response = event.response
        output = response.extra_args.get(STRUCTURED_OUTPUT, response.content)
        request = json.loads(response.content)["request"]
        trace(at="answer", request=request, exact=exact(output))
        context.send_event(OutputEvent(output=request))


def messages_of(error: BaseException | None) -> str:
    """The messages of an error and of what is behind it, Java's too."""
    texts = []
    while error is not None:
        java = error.args[0] if error.args and hasattr(error.args[0], "toString") else None
        texts.append(str(java.toString()) if java else repr(error))
        error = error.__cause__
    return "\n".join(texts)

"""An agent that awaits a chat model of two languages, and counts the answers of each key."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import json

from flink_agents.api.agents.agent import Agent
from flink_agents.api.decorators import action, chat_model_connection, chat_model_setup
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor, ResourceName, ResourceType
from flink_agents.api.runner_context import RunnerContext

from echo_agents import conversation


def count_and_tell(key: int, answer: str, context: RunnerContext) -> None:
    """Count the answers of this key in memory, and put out this one with its number."""
    memory = context.short_term_memory
    count = (memory.get("count") or 0) + 1
    memory.set("count", count)
    context.send_event(OutputEvent(output={"key": key, "answer": answer, "count": count}))


class FlowAgent(Agent):
    """A model set up in Java whose client is in Python: what dies without the bridge."""

    @chat_model_connection
    @staticmethod
    def connection() -> ResourceDescriptor:
        """In Python."""
        return ResourceDescriptor(clazz="flow_models.Connection")

    @chat_model_setup
    @staticmethod
    def model() -> ResourceDescriptor:
        """In Java."""
        return ResourceDescriptor(
            clazz=ResourceName.ChatModel.JAVA_WRAPPER_SETUP,
            java_clazz="flinkagentsbridge.demo.EchoSetup",
            connection="connection",
            model="m",
        )

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """Count after the answer: from there on nothing can come in between."""
        model = context.get_resource("model", ResourceType.CHAT_MODEL)
        question = conversation(json.dumps(event.input))
        answer = await context.durable_execute_async(model.chat, question)
        count_and_tell(event.input["key"], answer.content, context)


class CalmAgent(Agent):
    """No model and nothing to wait for: what lives without the bridge, too."""

    @action(InputEvent)
    @staticmethod
    def ask(event: Event, context: RunnerContext) -> None:
        """Count at once."""
        count_and_tell(event.input["key"], f"{event.input['text']}:0", context)

"""An agent that awaits a chat model of two languages, and keeps the answers of each key."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import gc
import json
from pathlib import Path
from typing import Any

from flink_agents.api.agents.agent import Agent
from flink_agents.api.decorators import action, chat_model_connection, chat_model_setup
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor, ResourceName, ResourceType
from flink_agents.api.runner_context import RunnerContext

from echo_agents import conversation


def keep_and_tell(question: dict[str, Any], answer: str, context: RunnerContext) -> None:
    """Keep all answers of this key in memory; put out this one, its number and the one before."""
    crash = question.get("crash")
    if crash and Path(crash).exists():
        Path(crash).unlink()
        message = "as the test asked for, once"
        raise RuntimeError(message)
    if question.get("collect"):
        gc.collect()
    memory = context.short_term_memory
    answers = memory.get("answers") or []
    told = {
        "key": question["key"],
        "answer": answer,
        "count": len(answers) + 1,
        "before": answers[-1] if answers else None,
    }
    memory.set("answers", [*answers, answer])
    context.send_event(OutputEvent(output=told))


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
        """Use memory after the wait alone: until the end no checkpoint can come in between."""
        model = context.get_resource("model", ResourceType.CHAT_MODEL)
        question = conversation(json.dumps(event.input))
        answer = await context.durable_execute_async(model.chat, question)
        keep_and_tell(event.input, answer.content, context)


class CalmAgent(Agent):
    """No model and nothing to wait for: what lives without the bridge, too."""

    @action(InputEvent)
    @staticmethod
    def ask(event: Event, context: RunnerContext) -> None:
        """Answer at once."""
        keep_and_tell(event.input, f"{event.input['text']}:0", context)

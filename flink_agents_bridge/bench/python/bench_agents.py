"""An agent that awaits a chat model and tells when it asked and when the answer was there."""

from __future__ import annotations

import threading
import time
from typing import Any

from flink_agents.api.agents.agent import Agent
from flink_agents.api.decorators import action
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceType
from flink_agents.api.runner_context import RunnerContext

from echo_agents import conversation, kind, typed, with_models

_LOCK = threading.Lock()


def chat(model: Any, text: str, locked: bool) -> str:
    """Ask the model; under one lock for all if told so."""
    if not locked:
        return str(model.chat(conversation(text)).content)
    with _LOCK:
        return str(model.chat(conversation(text)).content)


@with_models
class TimedAgent(Agent):
    """Puts out, for each record: begin, end and the process's CPU time, in nanoseconds."""

    @action(kind(InputEvent))
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """Ask on a thread of Flink Agents' pool."""
        question = typed(InputEvent, event).input
        begin = time.monotonic_ns()
        model = context.get_resource("java_over_python", ResourceType.CHAT_MODEL)
        await context.durable_execute_async(chat, model, question["text"], question["locked"])
        told = f"{begin} {time.monotonic_ns()} {time.process_time_ns()}"
        context.send_event(OutputEvent(output=told))

"""An agent that stores values in both memories, and reads them once the test lets it go on."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import pickle
import threading
import time
from pathlib import Path
from typing import Any

from exactness import digest
from flink_agents.api.agents.agent import Agent
from flink_agents.api.decorators import action
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.runner_context import RunnerContext
from traces import trace

PATIENCE = 240.0  # seconds


class ReadEvent(Event):
    """The values of this question are stored."""

    question: dict[str, Any]


class MemoryAgent(Agent):
    """The first action stores, the follow-up one reads; each value has a path of its own."""

    @action(InputEvent)
    @staticmethod
    def store(event: Event, context: RunnerContext) -> None:
        """Store all values of a file that the test has written."""
        question = event.input
        values = pickle.loads(Path(question["values"]).read_bytes())  # noqa: S301 - the test's own
        for memory in (context.sensory_memory, context.short_term_memory):
            for name, value in values.items():
                memory.set(f"values.{name}", value)
        trace(question["folder"], "stored", question["text"])
        context.send_event(ReadEvent(question=question))

    @action(ReadEvent)
    @staticmethod
    async def read(event: Event, context: RunnerContext) -> None:
        """Tell what was read, value by value."""
        question = event.question
        await context.durable_execute_async(wait_for_word, question["folder"], question["text"])
        for memory in ("sensory_memory", "short_term_memory"):
            values = {
                name: digest(getattr(context, memory).get(f"values.{name}"))
                for name in question["names"]
            }
            told = {"key": question["key"], "memory": memory, "values": values}
            context.send_event(OutputEvent(output=told))
        trace(question["folder"], "read", question["text"])


def wait_for_word(folder: str, text: str) -> None:
    """Wait until the test has written the file."""
    trace(folder, "waiting", text)
    deadline = time.monotonic() + PATIENCE
    pause = threading.Event()
    while not Path(folder, "go").exists():
        if time.monotonic() > deadline:
            message = f"nobody let {text} go on within {PATIENCE:g} s"
            raise TimeoutError(message)
        pause.wait(0.05)

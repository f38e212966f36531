"""Agents in Python whose actions wait, and their plans as Flink Agents' client hands them over."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

from flink_agents.api.agents.agent import Agent
from flink_agents.api.decorators import action
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.runner_context import RunnerContext
from flink_agents.plan.agent_plan import AgentPlan
from flink_agents.plan.configuration import AgentConfiguration


@cache
def gates() -> Any:
    """The test's own gates; to be found on the operator's own thread before they are used."""
    from pemja import findClass

    return findClass("waiting.Gates")


def sleep(seconds: float) -> float:
    """Stand for a service; when it has answered."""
    time.sleep(seconds)
    return time.monotonic()


def pass_gate(name: str) -> str:
    """Wait until the test opens it."""
    gates().passThrough(name)
    return name


class Sleeping(Agent):
    """Awaits a service as often as it is told, and tells by how much each answer came late."""

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """The input: seconds for each call."""
        began, late = time.monotonic(), []
        for seconds in event.input["sleeps"]:
            answered = await context.durable_execute_async(sleep, seconds)
            late.append(time.monotonic() - answered)
        ended = time.monotonic()
        told = {"late": late, "began": began, "ended": ended, "took": ended - began, **event.input}
        context.send_event(OutputEvent(output=told))


class Gated(Agent):
    """Awaits the gates that it is told, one after the other."""

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """The input: names of gates."""
        gates()
        passed = [
            await context.durable_execute_async(pass_gate, name) for name in event.input["gates"]
        ]
        context.send_event(OutputEvent(output={"passed": passed}))


class Polled:
    """An awaitable of a user's own: it looks again at each step, and nobody tells of its end."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __await__(self) -> Iterator[None]:
        """Yield until the gate is open."""
        while not gates().isOpen(self._name):
            yield


async def run(number: int, event: Event, context: RunnerContext) -> None:
    """As in ``waiting.Steps``: ``key|sequence|names`` with slashes between the actions."""
    gates()
    key, sequence, names = event.input.split("|")
    for name in filter(None, names.split("/")[number].split(",")):
        if name == "exception":
            gates().note(f"at {name}")
            raise ValueError(name)
        if name.startswith("polled"):
            await Polled(name)
        else:
            await context.durable_execute_async(pass_gate, name)
    context.send_event(OutputEvent(output=f"{key}|{sequence}|{number}"))


class Steps(Agent):
    """The agent of the random schedules."""

    @action(InputEvent)
    @staticmethod
    async def first(event: Event, context: RunnerContext) -> None:
        """One of three."""
        await run(0, event, context)

    @action(InputEvent)
    @staticmethod
    async def second(event: Event, context: RunnerContext) -> None:
        """One of three."""
        await run(1, event, context)

    @action(InputEvent)
    @staticmethod
    async def third(event: Event, context: RunnerContext) -> None:
        """One of three."""
        await run(2, event, context)


AGENTS: dict[str, Any] = {"Sleeping": Sleeping, "Gated": Gated, "Steps": Steps}


def plan(agent: str, threads: int) -> str:
    """The agent's plan."""
    configuration = AgentConfiguration()
    configuration.set_int("num-async-threads", threads)
    text: str = AgentPlan.from_agent(AGENTS[agent](), configuration).model_dump_json(
        serialize_as_any=True
    )
    return text

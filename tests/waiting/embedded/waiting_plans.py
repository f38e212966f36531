"""Agents in Python whose actions wait, and their plans as Flink Agents' client hands them over."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import time
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
    """The test's own gates; pemja is there in the embedded interpreter only."""
    from pemja import findClass

    return findClass("waiting.Gates")


def sleep(seconds: float) -> float:
    """Stand for a service; when it has answered."""
    time.sleep(seconds)
    return time.monotonic()


def pass_gate(name: str) -> str:
    """Wait until the test opens it."""
    gates().passThrough(name)
    if "fail" in name:
        raise LookupError(name)
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
        told = {"late": late, "took": time.monotonic() - began, **event.input}
        context.send_event(OutputEvent(output=told))


class Gated(Agent):
    """Awaits the gates that it is told, one after the other."""

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """The input: names of gates."""
        passed = [
            await context.durable_execute_async(pass_gate, name) for name in event.input["gates"]
        ]
        context.send_event(OutputEvent(output={"passed": passed}))


AGENTS: dict[str, Any] = {"Sleeping": Sleeping, "Gated": Gated}


def plan(agent: str, threads: int) -> str:
    """The agent's plan."""
    configuration = AgentConfiguration()
    configuration.set_int("num-async-threads", threads)
    text: str = AgentPlan.from_agent(AGENTS[agent](), configuration).model_dump_json(
        serialize_as_any=True
    )
    return text

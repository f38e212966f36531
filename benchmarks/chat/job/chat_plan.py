"""The plan of an agent in Python, as Flink Agents' client hands it over."""

import sys

from flink_agents.plan.agent_plan import AgentPlan
from flink_agents.plan.configuration import AgentConfiguration

from chat_agents import AGENTS

_ASYNCHRONOUS = ("chat.async", "tool-call.async", "rag.async")


def plan(agent: str, threads: int, *, asynchronous: bool = True) -> str:
    """The agent's plan as JSON; the built-in actions can be made synchronous."""
    configuration = AgentConfiguration()
    configuration.set_int("num-async-threads", threads)
    for option in _ASYNCHRONOUS:
        configuration.set_bool(option, asynchronous)
    made = AgentPlan.from_agent(AGENTS[agent](), configuration)
    text: str = made.model_dump_json(serialize_as_any=True)
    return text


if __name__ == "__main__":
    print(plan(sys.argv[1], int(sys.argv[2]), asynchronous=sys.argv[3:] != ["synchronous"]))

"""The plan of an agent in Python, as Flink Agents' client hands it over."""

import sys

from flink_agents.plan.agent_plan import AgentPlan
from flink_agents.plan.configuration import AgentConfiguration

from chat_agents import AGENTS


def plan(agent: str, threads: int) -> str:
    """The agent's plan as JSON."""
    configuration = AgentConfiguration()
    configuration.set_int("num-async-threads", threads)
    made = AgentPlan.from_agent(AGENTS[agent](), configuration)
    text: str = made.model_dump_json(serialize_as_any=True)
    return text


if __name__ == "__main__":
    print(plan(sys.argv[1], int(sys.argv[2])))

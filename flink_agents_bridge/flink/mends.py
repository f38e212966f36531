"""What the agent mends in an installed Flink Agents, and what that release lacks."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flink_agents_bridge.flink.agent_command import ask_agent_jar
from flink_agents_bridge.flink.jdk import Jdk


def ask_mends(jdk: Jdk, agent: Path, jars: Iterable[Path]) -> dict[str, str]:
    """The agent's own judgement of a release, by what it mends: mended, absent or unknown.

    Raises:
        AgentError: the agent does not answer.
    """
    return ask_agent_jar(
        jdk, agent, "mends", *jars, failed=f"{agent} cannot be asked what it mends"
    )


def fact(verdicts: Mapping[str, str]) -> str:
    """One line for people."""
    lacking = [mend for mend, verdict in verdicts.items() if verdict == "absent"]
    mended = [mend for mend, verdict in verdicts.items() if verdict == "mended"]
    return ", ".join(mended) + (f"; not in this release: {', '.join(lacking)}" if lacking else "")


def unknown(verdicts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is there in a form that the agent does not know, and what to do about it."""
    for mend, verdict in verdicts.items():
        if verdict == "unknown":
            yield (
                f"the agent does not know this Flink Agents' {mend}, which stays as released",
                "use flink-agents 0.2.0 to 0.3.1",
            )

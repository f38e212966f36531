"""Asks the agent's jar, in a JVM of its own: for an answer in JSON, or what it makes of options."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import AgentError
from flink_agents_bridge.flink.jdk import Jdk, first_words


def ask_agent_jar(
    jdk: Jdk,
    jar: Path,
    *order: object,
    failed: str,
    within: float = 120,
    error: type[BridgeError] = AgentError,
) -> dict[str, Any]:
    """What ``java -jar JAR ORDER…`` answers.

    Args:
        jdk: runs it.
        jar: the agent's.
        *order: of the jar's commands one, with its arguments.
        failed: the beginning of the sentence that says that there is no answer.
        within: seconds.
        error: what that sentence is raised as.

    Raises:
        BridgeError: as ``error``, with the reason.
    """
    told = _run(jdk, ["-jar", jar, *order], failed, within, error)
    answer: dict[str, Any] = json.loads(told)
    return answer


def try_options(jdk: Jdk, jar: Path, options: str) -> None:
    """Start a JVM that ends at once with these options of the agent.

    Raises:
        AgentError: the agent refuses them.
    """
    order = [f"-javaagent:{jar}={options}", "-version"]
    _run(jdk, order, f"A JVM would not start with {options}", 120, AgentError)


def _run(
    jdk: Jdk, order: Sequence[object], failed: str, within: float, error: type[BridgeError]
) -> str:
    command = [str(jdk.java), *map(str, order)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=within)
    except subprocess.TimeoutExpired:
        raise error(
            f"{failed}: {jdk.java} has not ended within {within:g} s: see what keeps this machine "
            f"busy, and try again."
        ) from None
    if told.returncode != 0:
        first = first_words(told.stderr).removeprefix("flink-agents-bridge: ")
        raise error(f"{failed}: {first} (exit code {told.returncode}).")
    return told.stdout

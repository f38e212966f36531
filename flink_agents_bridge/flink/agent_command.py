"""Asks the agent's jar, which answers in JSON, in a JVM of its own."""

import json
import subprocess
from pathlib import Path
from typing import Any

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import AgentError
from flink_agents_bridge.flink.jdk import Jdk


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
    command = [str(jdk.java), "-jar", str(jar), *map(str, order)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=within)
    except subprocess.TimeoutExpired:
        raise error(
            f"{failed}: {jdk.java} has not ended within {within:g} s: see what keeps this machine "
            f"busy, and try again."
        ) from None
    if told.returncode != 0:
        first = (told.stderr.strip().splitlines() or ["it said nothing"])[0]
        raise error(f"{failed}: {first} (exit code {told.returncode}).")
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer

"""What the agent mends in an installed Flink Agents, and what that release lacks."""

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.jdk import Jdk


def ask_mends(jdk: Jdk, agent: Path, jars: Iterable[Path]) -> dict[str, str]:
    """The agent's own judgement of a release, by what it mends: mended, absent or unknown.

    Raises:
        BridgeError: the agent does not answer.
    """
    command = [str(jdk.java), "-jar", str(agent), "mends", *map(str, jars)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if told.returncode != 0:
        raise BridgeError(f"`{' '.join(command)}` ended with {told.returncode}: {told.stderr}")
    verdicts: dict[str, str] = json.loads(told.stdout)
    return verdicts


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

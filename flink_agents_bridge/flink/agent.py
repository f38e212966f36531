"""The Java agent from the outside: its jar, its options, the JVM flags it needs, its report."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.jdk import Jdk

JAR_NAME = "flink-agents-bridge-agent.jar"
_PACKAGE = Path(__file__).resolve().parent.parent


class AgentError(BridgeError):
    """The agent is not there, or cannot be given an option."""


def agent_jar() -> Path:
    """The jar that ships with this package."""
    jar = _PACKAGE / "jars" / JAR_NAME
    if not jar.exists():
        raise AgentError(f"The agent jar is missing at {jar}: reinstall flink-agents-bridge.")
    return jar


@cache
def default_options() -> Mapping[str, str]:
    """The agent's options with their defaults, from the file that the agent reads too."""
    text = files("flink_agents_bridge.embedded").joinpath("bridge.properties").read_text("utf-8")
    pairs = (line.split("=", 1) for line in text.splitlines() if line.startswith("option."))
    return {name.removeprefix("option."): value for name, value in pairs}


def agent_flags(jar: Path, jdk: Jdk, options: Mapping[str, object]) -> list[str]:
    """The JVM options that load the agent with ``options`` and let it work on this JDK."""
    text = option_text(options)
    flags = [f"-javaagent:{jar}={text}" if text else f"-javaagent:{jar}"]
    if jdk.feature >= 21:
        # Flink Agents' own asynchronous execution uses the JDK's continuations there.
        flags.append("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED")
    if jdk.feature >= 22:
        flags.append("--enable-native-access=ALL-UNNAMED")
    return flags


def read_report(file: Path, offset: int = 0) -> list[dict[str, Any]]:
    """The events that agents have appended to a report since it was ``offset`` bytes long."""
    if not file.exists():
        return []
    lines = file.read_bytes()[offset:].decode("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def option_text(options: Mapping[str, object]) -> str:
    """The options in the agent's own form: ``name=value`` with commas between."""
    parts = []
    for name, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if name not in default_options():
            raise AgentError(
                f"The agent has no option {name}: it has {', '.join(default_options())}."
            )
        if "," in text or len(text.split()) != 1:
            raise AgentError(
                f"The agent's option {name} cannot be {text!r}: PyFlink splits JVM_ARGS at blanks "
                f"and the agent its options at commas, so name one without either."
            )
        parts.append(f"{name}={text}")
    return ",".join(parts)

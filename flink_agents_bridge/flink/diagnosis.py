"""Everything that must hold before a job runs under the bridge, checked and named."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from flink_agents_bridge.embedded import startup
from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.flink.agent_command import ask_agent_jar
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.mends import ask_mends, fact, unknown
from flink_agents_bridge.flink.pemja_jar import pemja_releases, pemja_versions

# Where a JVM keeps temporary files unless java.io.tmpdir says otherwise.
_JVM_TEMPORARY = Path("/tmp")  # noqa: S108


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be, and what to do about it."""

    severity: Literal["error", "warning"]
    what: str
    remedy: str


@dataclass
class Diagnosis:
    """The facts found, by name in the order of printing, and what is wrong with them."""

    facts: dict[str, str | None] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @property
    def healthy(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.severity != "error" for finding in self.findings)


def diagnose(executable: str = sys.executable, java_home: Path | None = None) -> Diagnosis:
    """Look at one Python and one JDK. Runs both, loads neither Flink nor an agent."""
    diagnosis = Diagnosis()
    jdk = _attempt(diagnosis, lambda: find_jdk(java_home, compiler=False))
    installed = _attempt(diagnosis, lambda: find_installation(executable))
    jar = _attempt(diagnosis, agent_jar)
    diagnosis.facts["JDK"] = f"{jdk.version} ({jdk.home})" if jdk else None
    if jdk is not None and jar is not None:
        diagnosis.facts["JVM flags"] = " ".join(agent_flags(jar, jdk, {}))
        diagnosis.findings += _temporary_folder(jdk)
    if installed is not None:
        diagnosis.facts.update(_versions(installed))
        diagnosis.findings += _missing(installed)
        java_side: tuple[str, ...] = ()
        if installed.pyflink_folder is not None:
            java_side = _look_into_jar(diagnosis, installed, jdk, jar)
        diagnosis.findings += _judged(installed, java_side)
    return diagnosis


def _attempt(diagnosis: Diagnosis, look: Any) -> Any:
    try:
        return look()
    except BridgeError as error:
        what, _, remedy = str(error).rstrip(".").partition(": ")
        diagnosis.findings.append(Finding("error", what, remedy))
        return None


def _versions(installed: Installation) -> dict[str, str | None]:
    return {
        "Python": f"{installed.python} ({installed.executable})",
        "libpython": str(installed.libpython) if installed.libpython else None,
        "apache-flink": installed.flink,
        "flink-agents": installed.flink_agents,
        "Pemja, native side": installed.pemja,
        "site-packages inside the JVM": installed.facts.get("inside-site-packages"),
    }


def _missing(installed: Installation) -> Iterator[Finding]:
    for name, version in (
        ("apache-flink", installed.flink),
        ("flink-agents", installed.flink_agents),
    ):
        if version is None:
            what = f"{name} is not installed in {installed.executable}"
            yield Finding("error", what, "install flink-agents-bridge[demo] there")


def _judged(installed: Installation, java_side: tuple[str, ...]) -> Iterator[Finding]:
    """What the agent would say at the start of the JVM."""
    for what, remedy in startup.errors(installed.facts, java_side):
        yield Finding("error", what, remedy)
    for what, remedy in (
        *startup.faults(installed.facts, pemja_releases()),
        *startup.warnings(installed.facts),
    ):
        yield Finding("warning", what, remedy)


def _temporary_folder(jdk: Jdk) -> Iterator[Finding]:
    """Before foreign functions (JDK 22) the agent has JNA unpack and load native code there."""
    forbidden = getattr(os, "ST_NOEXEC", 0)
    if jdk.feature < 22 and os.statvfs(_JVM_TEMPORARY).f_flag & forbidden:
        yield Finding(
            "warning",
            f"JDK {jdk.feature} cannot load native code from {_JVM_TEMPORARY}, which is mounted "
            f"noexec",
            "start the JVM with -Djna.tmpdir=FOLDER, one that allows executable files, or use "
            "JDK 22 or later",
        )


def _look_into_jar(
    diagnosis: Diagnosis, installed: Installation, jdk: Jdk | None, jar: Path | None
) -> tuple[str, ...]:
    target = _attempt(diagnosis, lambda: installed.flink_python_jar)
    if target is None:
        return ()
    java_side = pemja_versions(target)
    remedy = pemja_releases()["remedy"]
    diagnosis.facts["Pemja, Java side"] = " or ".join(java_side) or None
    if not java_side:
        what = f"the Pemja classes in {target} are of no known version"
        diagnosis.findings.append(Finding("warning", what, remedy))
    if jdk is not None and jar is not None:
        _look_into_agents(diagnosis, installed, jdk, jar)
        verdict = ask_weaver(jdk, jar, target)
        diagnosis.facts["weaver"] = "accepts" if verdict["accepted"] else "refuses"
        if not verdict["accepted"]:
            what = f"the bridge cannot be put into {target}: {verdict['reason']}"
            diagnosis.findings.append(Finding("error", what, remedy))
    return java_side


def _look_into_agents(diagnosis: Diagnosis, installed: Installation, jdk: Jdk, jar: Path) -> None:
    if installed.flink_agents is not None:
        verdicts = ask_mends(jdk, jar, installed.flink_agents_jars)
        diagnosis.facts["Flink Agents, mended"] = fact(verdicts)
        diagnosis.findings += [Finding("warning", *told) for told in unknown(verdicts)]


def ask_weaver(jdk: Jdk, jar: Path, target: Path) -> dict[str, Any]:
    """The agent's own judgement of a jar with Pemja's classes: accepted, reason, targets.

    Raises:
        AgentError: it does not answer.
    """
    return ask_agent_jar(jdk, jar, "check", target, failed=f"{target} could not be checked")

"""Everything that must hold before a job runs under the bridge, checked and named."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.mends import ask_mends, fact, unknown
from flink_agents_bridge.flink.pemja_jar import pemja_versions

_FAULTY_PEMJA = "0.5.5"
_NEWER_FLINK = "install apache-flink 2.2.1 or later, which has Pemja 0.5.7"


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
    if installed is not None:
        diagnosis.facts.update(_versions(installed))
        diagnosis.findings += _missing(installed)
        if installed.pyflink_folder is not None:
            _look_into_jar(diagnosis, installed, jdk, jar)
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
    }


def _missing(installed: Installation) -> Iterator[Finding]:
    wanted = {
        "apache-flink": installed.flink,
        "flink-agents": installed.flink_agents,
        "pemja": installed.pemja,
    }
    for name, version in wanted.items():
        if version is None:
            yield Finding(
                "error",
                f"{name} is not installed in {installed.executable}",
                "install flink-agents-bridge[demo] there",
            )
    if installed.pemja is not None and installed.libpython is None:
        yield Finding(
            "error",
            f"{installed.executable} has no shared libpython, which the JVM has to load",
            "use a Python built with --enable-shared, as the systems' own and conda's are",
        )


def _look_into_jar(
    diagnosis: Diagnosis, installed: Installation, jdk: Jdk | None, jar: Path | None
) -> None:
    target = _attempt(diagnosis, lambda: installed.flink_python_jar)
    if target is None:
        return
    java_side = pemja_versions(target)
    diagnosis.facts["Pemja, Java side"] = " or ".join(java_side) or None
    diagnosis.findings += _pemja(installed, java_side, target)
    if jdk is not None and jar is not None:
        _look_into_agents(diagnosis, installed, jdk, jar)
        verdict = ask_weaver(jdk, jar, target)
        diagnosis.facts["weaver"] = "accepts" if verdict["accepted"] else "refuses"
        if not verdict["accepted"]:
            what = f"the bridge cannot be put into {target}: {verdict['reason']}"
            diagnosis.findings.append(Finding("error", what, _NEWER_FLINK))


def _look_into_agents(diagnosis: Diagnosis, installed: Installation, jdk: Jdk, jar: Path) -> None:
    if installed.flink_agents is not None:
        verdicts = ask_mends(jdk, jar, installed.flink_agents_jars)
        diagnosis.facts["Flink Agents, mended"] = fact(verdicts)
        diagnosis.findings += [Finding("warning", *told) for told in unknown(verdicts)]


def _pemja(installed: Installation, java_side: tuple[str, ...], jar: Path) -> Iterator[Finding]:
    if not java_side:
        yield Finding(
            "warning", f"the Pemja classes in {jar} are of no known version", _NEWER_FLINK
        )
    elif installed.pemja is not None and installed.pemja not in java_side:
        yield Finding(
            "error",
            f"Pemja's native side is {installed.pemja}, but {jar} has the Java side of "
            f"{' or '.join(java_side)}",
            f"install pemja=={java_side[0]}, or the apache-flink that comes with {installed.pemja}",
        )
    if installed.pemja == _FAULTY_PEMJA:
        yield Finding(
            "error",
            f"Pemja {_FAULTY_PEMJA} dies by itself where a Python thread calls Java: in "
            f"pyjobject_init, or with the error 'No JcpThread instance available'; no routing "
            f"can mend that",
            _NEWER_FLINK,
        )


def ask_weaver(jdk: Jdk, jar: Path, target: Path) -> dict[str, Any]:
    """The agent's own judgement of a jar with Pemja's classes: accepted, reason, targets."""
    command = [str(jdk.java), "-jar", str(jar), "check", str(target)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if told.returncode != 0:
        raise BridgeError(f"`{' '.join(command)}` ended with {told.returncode}: {told.stderr}")
    verdict: dict[str, Any] = json.loads(told.stdout)
    return verdict

"""Flink's JVMs on this machine, and what each tells about its protection."""

import os
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import psutil

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.jvms import other_user, running_jvms

PATCHED = "META-INF/flink-agents-bridge/patched-by"
_PATIENCE = 30  # seconds for an answer


@dataclass(frozen=True)
class FlinkJvm:
    """One JVM.

    Attributes:
        role: TaskManager, JobManager or local job.
        state: ``protected``: the self-test has passed and an interpreter was made; ``ready``: the
            bridge is there, and no interpreter was made yet; ``off``: the agent is switched off;
            ``refused``: no interpreter is made; ``none``: nothing of the bridge is there;
            ``unknown``: it cannot be asked.
        by: agent or patched jar.
        told: versions or reasons.
    """

    pid: int
    role: str
    state: str
    by: str | None
    told: str

    @property
    def is_in_danger(self) -> bool:
        """Whether Python actions of this JVM are unprotected or cannot run."""
        return self.role != "JobManager" and self.state in ("off", "refused", "none", "unknown")


@cache
def marks() -> Mapping[str, str]:
    """The names that JVMs are asked for, from the file that the agent reads too."""
    text = files("flink_agents_bridge.embedded").joinpath("marks.properties").read_text("utf-8")
    pairs = (line.split("=", 1) for line in text.splitlines() if "=" in line and line[0] != "#")
    return dict(pairs)


def flink_jvms(jdk: Jdk) -> Iterator[FlinkJvm]:
    """Those that run here and are this user's to see, by process id; each is asked by ``jcmd``."""
    for jvm in running_jvms():
        if jvm.role is not None:
            yield ask(jdk, jvm.pid, jvm.role)


def ask(jdk: Jdk, pid: int, role: str) -> FlinkJvm:
    """What the JVM tells; needs the JDK's ``jcmd``, and the user that the JVM runs as."""
    jcmd = jdk.home / "bin" / "jcmd"
    if not jcmd.exists():
        return FlinkJvm(pid, role, "unknown", None, f"{jdk.home} has no jcmd: name a full JDK")
    command = [str(jcmd), str(pid), "VM.system_properties"]
    try:
        told = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        return FlinkJvm(pid, role, "unknown", None, f"it did not answer within {_PATIENCE} s")
    if told.returncode != 0:
        return FlinkJvm(pid, role, "unknown", None, _refusal(told.stderr + told.stdout, pid))
    return judge(pid, role, _properties(told.stdout))


def _refusal(text: str, pid: int) -> str:
    last = text.strip().rpartition("\n")[2]
    try:
        other = other_user(psutil.Process(pid))
    except psutil.Error:
        return "it has ended"
    if other is not None:
        return f"it runs as {other}: run this as that user, with a JDK"
    return f"it cannot be asked ({last}): run this where it runs, in the same container"


def _properties(text: str) -> dict[str, str]:
    """As ``java.util.Properties`` writes them, with its commonest escapes undone."""
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {name: value.replace("\\:", ":").replace("\\=", "=") for name, _, value in pairs}


def judge(pid: int, role: str, properties: Mapping[str, str]) -> FlinkJvm:
    """What a JVM's system properties say."""
    agent, live, refused, runtime = (
        properties.get(marks()[mark]) for mark in ("agent", "live", "refused", "runtime")
    )
    patched = _patched_jar(properties.get("java.class.path", ""))
    by = "agent" if agent else "patched jar" if runtime or patched else None
    if live:
        return FlinkJvm(pid, role, "protected", by, live)
    if refused:
        return FlinkJvm(pid, role, "refused", by, refused)
    if agent == "off" or by is None:
        told = "the agent is switched off" if agent else "neither the agent nor a patched jar"
        return FlinkJvm(pid, role, "off" if agent else "none", by, told)
    told = f"version {agent}" if agent else f"{patched or runtime}"
    return FlinkJvm(pid, role, "ready", by, f"{told}; no interpreter was made so far")


def _patched_jar(class_path: str) -> str | None:
    """One of the jars on the class path that bring a woven Pemja, if there is one."""
    for name in class_path.split(os.pathsep):
        if "flink-python" in Path(name).name and name.endswith(".jar"):
            try:
                with zipfile.ZipFile(name) as jar:
                    if PATCHED in jar.namelist():
                        return name
            except (OSError, zipfile.BadZipFile):
                continue
    return None

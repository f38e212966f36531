"""The JVMs of this machine that are Flink's or were given the agent: their role and user."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import psutil

from flink_agents_bridge.flink.agent import JAR_NAME

_PACKAGE = "org.apache.flink."
_GATEWAY = "py4j.GatewayServer"
_ROLES = {
    "taskexecutorrunner": "TaskManager",
    "taskmanagerrunner": "TaskManager",
    "clusterentrypoint": "JobManager",
    "pythongatewayserver": "local job",
}
"""How the name of a JVM's main class ends, in any case of letters."""


@dataclass(frozen=True)
class RunningJvm:
    """One JVM.

    Attributes:
        program: its main class; its last argument where that is not Flink's.
        role: TaskManager, JobManager or local job; None for any other, such as a client.
        carries: whether it was given the agent.
    """

    pid: int
    user: str
    program: str
    role: str | None
    carries: bool


def running_jvms() -> list[RunningJvm]:
    """Those that this user can see, by process id."""
    found = []
    for process in psutil.process_iter(["pid", "name", "username", "cmdline"]):
        arguments = process.info["cmdline"]
        if process.info["name"] == "java" and arguments:
            jvm = judge_arguments(process.info["pid"], process.info["username"], arguments)
            if jvm is not None:
                found.append(jvm)
    return sorted(found, key=lambda one: one.pid)


def judge_arguments(pid: int, user: str | None, arguments: Sequence[str]) -> RunningJvm | None:
    """What its command line makes of a JVM; None if that is none of Flink's nor has the agent."""
    carries = any(part.startswith("-javaagent:") and JAR_NAME in part for part in arguments)
    classes = [part for part in arguments[1:] if part.startswith(_PACKAGE) or part == _GATEWAY]
    role = next(filter(None, map(_role, classes)), None)
    if not carries and not classes:
        return None
    return RunningJvm(pid, user or "?", (classes or arguments)[0 if classes else -1], role, carries)


def _role(name: str) -> str | None:
    ends = (role for end, role in _ROLES.items() if name.lower().endswith(end))
    return next(ends, None) if name.startswith(_PACKAGE) else None


def is_jvm(process: psutil.Process) -> bool:
    """By its name; programs that embed a JVM are told by its library."""
    if process.name() == "java":
        return True
    try:
        return any("libjvm" in mapped.path for mapped in process.memory_maps())
    except psutil.Error:
        return False


def other_user(process: psutil.Process) -> str | None:
    """Whose it is, if not this user's: a JVM answers its own user only.

    Root could attach, but that JVM could not write its answer to a file of root's.
    """
    return None if process.uids().effective == os.geteuid() else str(process.username())

"""What a cluster tells about its TaskManagers' protection over Flink's REST interface.

That is less than a JVM tells on its own machine: a thread of the runtime in the dump of all
threads, and the line in the log, as long as the log is kept.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.rest import FlinkRest, RestError
from flink_agents_bridge.flink.running import marks

_FLAGS = "env.java.opts."
_MOST = 20_000_000  # bytes of a log; the line stands near its beginning


@dataclass(frozen=True)
class RemoteJvm:
    """A TaskManager as REST shows it.

    Attributes:
        runtime: whether the bridge's runtime runs in it; it starts with the first interpreter.
        line: what its log says of the versions; None if the log has no such line, or is not kept.
    """

    id: str
    runtime: bool
    line: str | None


@dataclass(frozen=True)
class RemoteCluster:
    """A cluster; ``flag`` is the agent's in its configuration, if it has one."""

    address: str
    flag: str | None
    jvms: tuple[RemoteJvm, ...]


def look_at(url: str) -> RemoteCluster:
    """Ask a JobManager for all of its TaskManagers.

    Raises:
        BridgeError: it does not answer, or the URL is none.
    """
    rest = FlinkRest(_address(url))
    flag = next(_flags(rest.get("/jobmanager/config")), None)
    return RemoteCluster(rest.address, flag, tuple(_task_managers(rest)))


def _address(url: str) -> str:
    """Host, port and path; what follows ``#``, as in the web interface's own URLs, is no part."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        known = parts.scheme in ("", "http") and parts.hostname and parts.port != 0
    except ValueError:  # as of a port that is no number
        known = False
    if not known:
        raise BridgeError(
            f"{url} is no address of Flink's REST interface: name one as in http://HOST:8081."
        )
    return parts.netloc + parts.path.rstrip("/")


def _flags(configuration: list[dict[str, Any]]) -> Iterator[str]:
    for entry in configuration:
        if entry["key"].startswith(_FLAGS):
            yield from re.findall(
                r"-javaagent:\S*flink-agents-bridge-agent\.jar\S*", entry["value"]
            )


def _task_managers(rest: FlinkRest) -> Iterator[RemoteJvm]:
    for told in rest.task_managers():
        path = f"/taskmanagers/{told['id']}"
        threads = rest.get(f"{path}/thread-dump")["threadInfos"]
        runtime = any(thread["threadName"] == marks()["thread"] for thread in threads)
        yield RemoteJvm(told["id"], runtime, _line(rest, path) if runtime else None)


def _line(rest: FlinkRest, path: str) -> str | None:
    """That of what it has printed, or of its log, which Flink keeps apart."""
    for kind in ("stdout", "log"):
        with suppress(RestError):  # 404 where Flink has no such file
            _, there, rest_of_it = rest.text(f"{path}/{kind}", _MOST).partition(marks()["line"])
            if there:
                return rest_of_it.partition("\n")[0].lstrip(": ")
    return None

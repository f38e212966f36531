"""Python objects in the state of a checkpoint or savepoint, found by a JVM of its own."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.installation import Installation, NotInstalledError
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.outputs import replacing

_EVENT = '"event"'  # stands in each answer
_JAR = Path(__file__).resolve().parent.parent / "jars" / "flink-agents-bridge-scan.jar"
# What Flink's serialisers ask for; Flink's own start scripts open the same.
_OPENED = ("lang", "lang.reflect", "net", "io", "nio", "text", "time", "util")
_OPENED_BELOW_UTIL = ("util.concurrent", "util.concurrent.atomic", "util.concurrent.locks")


class ScanError(BridgeError):
    """The state cannot be read, or only a part of it; nothing is known of the rest."""


@dataclass(frozen=True)
class Find:
    """A Python object in state.

    Attributes:
        operator: its name, else its uid or id.
        state: the name of the state, e.g. ``sensoryMemory``.
        keyGroup: None in state that belongs to no key.
        key: as text; bytes as what of them is ASCII.
        path: in memory, or in a list.
        place: within the value, ``$`` being the value itself.
        type: the class; None where the entry could not be deserialised, which ``failure`` explains.
        failure: why it is not certain.
    """

    operator: str
    state: str
    keyGroup: int | None  # noqa: N815 - as in the JSON
    key: str
    path: str
    place: str
    type: str | None
    failure: str | None


@dataclass
class Scanned:
    """What was read.

    Attributes:
        path: the checkpoint, where several were to choose from.
        operators: the names of Flink Agents' operators.
        others: those of operators that were not looked into.
    """

    path: str = ""
    operators: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    entries: int = 0
    finds: list[Find] = field(default_factory=list)


Watcher = Callable[[int, int], None]
"""Told the bytes read, and how many there are."""


def installed_jars(installed: Installation) -> list[Path]:
    """The jars of Flink, Pemja and Flink Agents in a Python."""
    return [*installed.flink_jars, *installed.flink_agents_jars]


def home_jars(home: Path) -> list[Path]:
    """Those of a Flink distribution, which has flink-python in ``opt`` unless it was moved.

    Raises:
        NotInstalledError: there is no Flink.
    """
    jars = sorted(home.glob("lib/*.jar"))
    if not any(jar.name.startswith("flink-dist") for jar in jars):
        raise NotInstalledError(f"{home}/lib holds no flink-dist jar: name a Flink distribution.")
    return [*jars, *sorted(home.glob("opt/flink-python*.jar"))]


def scan(
    state: str, jars: Sequence[Path], jdk: Jdk, watcher: Watcher, log: Path | None = None
) -> Scanned:
    """Read all of it; nothing is changed and no Python is started.

    Args:
        state: a path or URL of a checkpoint, a savepoint, its ``_metadata``, or a folder of
            checkpoints, of which the newest complete one is taken.
        jars: of Flink, Flink Agents, flink-python and the job.
        jdk: one on which this Flink runs.
        watcher: told how far it is.
        log: takes what the JVM has written, once it has ended.

    Raises:
        ScanError: it cannot be read.
        OutputError: the log cannot be written.
    """
    if not _JAR.exists():
        raise ScanError(f"The jar is missing at {_JAR}: reinstall flink-agents-bridge.")
    with (
        tempfile.TemporaryDirectory(prefix="flink-agents-bridge-") as folder,
        replacing(log or Path(folder, "log"), also_a_part=True) as written,
    ):
        command = [str(jdk.java), *_flags(folder), "-jar", str(_JAR), state, folder]
        with subprocess.Popen(
            [*command, *map(str, jars)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=written,
            encoding="utf-8",
            errors="replace",  # native code may write anything there
        ) as process:
            try:
                return _collect(process, written, watcher)
            finally:
                process.kill()


def _flags(folder: str) -> Iterator[str]:
    for package in (*_OPENED, *_OPENED_BELOW_UTIL):
        yield f"--add-opens=java.base/java.{package}=ALL-UNNAMED"
    yield f"-Djava.io.tmpdir={folder}"
    yield "-XX:-UsePerfData"


def _collect(process: "subprocess.Popen[str]", written: IO[bytes], watcher: Watcher) -> Scanned:
    result = Scanned()
    size = 0
    assert process.stdout is not None
    for line in process.stdout:
        told = _told(line, written)
        if told is None:
            continue
        kind = told.pop("event")
        if kind == "error":
            raise ScanError(told["message"])
        if kind == "begin":
            result.path, size = told["path"], told["bytes"]
        elif kind == "done":
            result.entries = told["entries"]
            return result
        elif kind == "progress":
            watcher(told["bytes"], size)
        else:
            _note(result, kind, told)
    code = process.wait()
    written.seek(0)
    last = written.read().decode(errors="replace").strip().rpartition("\n")[2]
    raise ScanError(f"The JVM that reads state ended with {code}: {last or 'it says nothing'}.")


def _told(line: str, written: IO[bytes]) -> dict[str, Any] | None:
    """What our JVM tells.

    Native code, such as RocksDB's, writes to the same pipe: its lines go where the JVM's own log
    goes. One that has got mixed with an answer leaves it unknown what was found.
    """
    try:
        told = json.loads(line)
    except ValueError:
        if _EVENT in line:
            raise ScanError(
                f"Something in the JVM that reads state has written into its answers, and one of "
                f"them is lost: {line.strip()!r}. Scan again."
            ) from None
        told = None
    if isinstance(told, dict) and "event" in told:
        return told
    written.write(line.encode())
    written.flush()
    return None


def _note(result: Scanned, kind: str, told: Mapping[str, Any]) -> None:
    if kind == "found":
        result.finds.append(Find(**told))
    elif told["scanned"]:
        result.operators.append(told["name"])
    else:
        result.others.append(told["name"])

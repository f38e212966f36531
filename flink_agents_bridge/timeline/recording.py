"""The bridge's events in a Flight Recorder file, which a JVM reads with the JDK's own classes."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from flink_agents_bridge.errors import BridgeError

Kind = Literal["owner", "worker", "lane", "bound", "queue", "wait", "batch"]
Sign = Literal["made", "closed", "leaked", "refused", "stalled"]
OWN_PROBE = "bridge-self-test"  # the manager of the bridge's own test at its start
CALLS = Path(__file__).with_name("calls.jfc")  # settings of a recording that is to be drawn
LOST = ", ended"  # how the rows of threads end that the recorder has forgotten
_ROUTES = ("owner", "worker", "lane", "bound")


def recording_flag(file: Path) -> str:
    """The JVM flag that records what can be drawn, and writes it when the JVM ends."""
    return f"-XX:StartFlightRecording=filename={file},dumponexit=true,settings={CALLS}"


class RecordingError(BridgeError):
    """The file is none that can be drawn; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Span:
    """Something that took time on a thread; ``level`` is None where nesting is to be found out.

    Times are nanoseconds since 1970. ``call`` names what ran, or what was waited for.
    """

    thread: str
    start: int
    end: int
    kind: Kind
    call: str
    level: int | None = None
    toward: str = ""


@dataclass(frozen=True)
class Mark:
    """Something that happened on a thread at a moment."""

    thread: str
    at: int
    sign: Sign
    text: str


@dataclass
class Events:
    """A recording's content; ``managers`` tells whose threads they are, by thread.

    ``cut`` is why the rest of the file could not be read, if so.
    """

    spans: list[Span] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    managers: dict[str, str] = field(default_factory=dict)
    lanes: dict[str, str] = field(default_factory=dict)
    cut: str = ""

    @property
    def start(self) -> int:
        """The first moment that anything is known of."""
        return min([s.start for s in self.spans] + [m.at for m in self.marks], default=0)

    @property
    def end(self) -> int:
        """The last one."""
        return max([s.end for s in self.spans] + [m.at for m in self.marks], default=0)


def read_recording(file: Path, java: Path, agent_jar: Path) -> Events:
    """The bridge's events in a recording.

    Raises:
        RecordingError: it cannot be read, or has none.
    """
    command = [str(java), "-jar", str(agent_jar), "events", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        events = collect(json.loads(line) for line in process.stdout)
        said = process.stderr.read().strip()
    if process.returncode != 0:
        raise RecordingError(said or f"{java} ended with {process.returncode}.")
    if not events.spans and not events.marks:
        raise RecordingError(
            f"{file} has no events of the bridge: record a JVM in which it is live "
            f"(-XX:StartFlightRecording, or jcmd PID JFR.start), "
            f"with +flinkagentsbridge.Operation#enabled=true or settings={CALLS}."
        )
    return events


def collect(records: Iterable[Mapping[str, Any]]) -> Events:
    """The events as the agent's jar tells them, one by one."""
    events = Events()
    for record in records:
        if record.get("manager") != OWN_PROBE:
            _READERS.get(record["type"], _other)(events, record)
    return events


def _operation(events: Events, record: Mapping[str, Any]) -> None:
    thread = _thread(events, record)
    route: Kind = record["route"] if record["route"] in _ROUTES else "bound"
    call = sys.intern(record["call"] or "?")
    events.spans.append(Span(thread, record["start"], record["end"], route, call, record["depth"]))


def _hop(events: Events, record: Mapping[str, Any]) -> None:
    """The caller waits in two parts: until its lane is free, and while the lane works."""
    lane = record["lane"]["name"] if record["lane"] else "?"
    thread = record.get("caller") or _thread(events, record, f"callers of {lane}{LOST}")
    events.managers.setdefault(thread, record["manager"])
    events.lanes.setdefault(thread, lane)
    events.managers.setdefault(lane, record["manager"])
    begun = min(record["start"] + max(record["queued"], 0), record["end"])
    call = sys.intern(record["call"] or "?")
    events.spans.append(Span(thread, record["start"], begun, "queue", call, None, lane))
    events.spans.append(Span(thread, begun, record["end"], "wait", call, None, lane))


def _interpreter(events: Events, record: Mapping[str, Any]) -> None:
    thread = _thread(events, record)
    text = f"{record['kind']} interpreter {record['what']} in {record['taken'] / 1e6:.1f} ms"
    events.marks.append(Mark(thread, record["end"], record["what"], text))


def _refusal(events: Events, record: Mapping[str, Any]) -> None:
    thread = _thread(events, record, f"refused callers{LOST}")
    text = f"{record['reason']}: {record['message']}"
    events.marks.append(Mark(thread, record["start"], "refused", text))


def _stall(events: Events, record: Mapping[str, Any]) -> None:
    lane = record["lane"]["name"] if record["lane"] else "a lane that ended"
    events.managers.setdefault(lane, record["manager"])
    text = f"{record['waiters']} wait for {record['call']}, {record['waited'] / 1e9:.1f} s so far"
    events.marks.append(Mark(lane, record["start"], "stalled", text))


def _batch(events: Events, record: Mapping[str, Any]) -> None:
    thread = _thread(events, record)
    call = f"{record['released']} handles given back, {record['live']} live"
    events.spans.append(Span(thread, record["start"], record["end"], "batch", call))


def _other(events: Events, record: Mapping[str, Any]) -> None:
    if record["type"] == "cut":
        events.cut = record["why"]


def _thread(events: Events, record: Mapping[str, Any], lost: str = f"threads{LOST}") -> str:
    """Its name; two threads of one name are one row, as they are for whoever reads a log."""
    name = (record["thread"] or {}).get("name") or lost
    events.managers.setdefault(name, record["manager"])
    return sys.intern(name)


_READERS = {
    "Operation": _operation,
    "LaneHop": _hop,
    "Interpreter": _interpreter,
    "Refusal": _refusal,
    "Stall": _stall,
    "HandleBatch": _batch,
}

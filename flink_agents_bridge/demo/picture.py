"""The picture of a case: its crash without the bridge, and its calls with it."""

from pathlib import Path

from flink_agents_bridge.demo.cases import Case
from flink_agents_bridge.demo.proof import Protected, Unprotected
from flink_agents_bridge.explain import judge, read_crash
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.outputs import write_whole
from flink_agents_bridge.timeline import Events, lay_out, read_recording
from flink_agents_bridge.timeline.comparison import LEFT, side_by_side
from flink_agents_bridge.timeline.crashed import last_moment, no_crash
from flink_agents_bridge.timeline.svg import timeline

_RIGHT = 1000.0  # the width of the calls


def draw(
    file: Path, case: Case, bare: Unprotected, safe: Protected, recording: Path, jdk: Jdk
) -> None:
    """Write it.

    Raises:
        RecordingError: the recording has nothing of the bridge, which was not live then.
    """
    events = read_recording(recording, jdk.java, agent_jar())
    begin = _beginning(events)
    rows = lay_out(events, begin, events.end)
    calls = timeline(rows, begin, events.end, events.start, _RIGHT)
    if bare.crash_file is None:
        died = f"Without the bridge: lived {bare.tries} times"
        crash = no_crash(LEFT)
    else:
        read = read_crash(bare.crash_file)
        died = f"Without the bridge: died {bare.deaths} of {bare.tries}"
        crash = last_moment(read, judge(read), LEFT)
    lived = f"With the bridge: {safe.verdict.results} of {safe.verdict.expected} results"
    title = f"One job without and with the bridge: {case.title}, JDK {jdk.version}"
    picture = side_by_side(title, (died, crash), (lived, calls), rows)
    write_whole(file, picture)


def _beginning(events: Events) -> int:
    """Shortly before the first call through a lane: importing Python's modules takes longer."""
    waits = [span.start for span in events.spans if span.kind in ("queue", "wait")]
    first = min(waits, default=events.start)
    return max(events.start, first - (events.end - first) // 12)

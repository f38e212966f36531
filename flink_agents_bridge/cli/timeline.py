"""``timeline``: a recording as a picture."""

import re
from pathlib import Path

import click

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.outputs import write_whole
from flink_agents_bridge.timeline import Events, Row, lay_out, read_recording
from flink_agents_bridge.timeline.perfetto import write_trace
from flink_agents_bridge.timeline.svg import timeline as drawn
from flink_agents_bridge.timeline.svg import whole

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("recording", type=_FILE)
@click.option("-o", "--output", type=_FILE, help="The picture. [default: RECORDING as .svg]")
@click.option("--from", "begin", type=float, default=0.0, help="First millisecond to show.")
@click.option("--to", "end", type=float, help="Last millisecond to show.")
@click.option("--threads", metavar="REGEX", help="Show only threads whose name has this in it.")
@click.option("--width", type=click.IntRange(400, 20_000), default=1280, help="Its width, pixels.")
@click.option("--perfetto", type=_FILE, help="Write a trace for ui.perfetto.dev here, too.")
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to read it with.")
def timeline(
    recording: Path,
    output: Path | None,
    begin: float,
    end: float | None,
    threads: str | None,
    width: int,
    perfetto: Path | None,
    java_home: Path | None,
) -> None:
    """Draw which thread ran which Python call when, and who waited for whom.

    RECORDING is a Flight Recorder file of a JVM in which the bridge was live. Milliseconds count
    from the first thing that the bridge did in it.
    """
    wanted = _pattern(threads)
    java = find_jdk(java_home, compiler=False).java
    events = read_recording(recording, java, agent_jar())
    first, last = _stretch(events, begin, end)
    rows = lay_out(events, first, last, wanted)
    if not rows:
        raise BridgeError("Nothing is left to show: widen --from and --to, or --threads.")
    target = output or recording.with_suffix(".svg")
    panel = drawn(rows, first, last, events.start, width)
    lines = _words(events, rows)
    picture = whole(f"Python calls by thread: {recording.name}", lines, rows, panel)
    write_whole(target, picture)
    click.echo(f"{target}: {len(rows)} threads, {(last - first) / 1e6:.0f} ms")
    if perfetto is not None:
        write_trace(perfetto, rows, events.start)
        click.echo(f"{perfetto}: open it in ui.perfetto.dev")
    if events.cut:
        click.echo(f"The recording is cut short, the rest is not shown: {events.cut}", err=True)


def _pattern(threads: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(threads) if threads else None
    except re.error as error:
        raise BridgeError(f"--threads {threads!r} is no regular expression: {error}.") from None


def _stretch(events: Events, begin: float, end: float | None) -> tuple[int, int]:
    first = events.start + int(begin * 1e6)
    last = events.end if end is None else events.start + int(end * 1e6)
    if last <= first:
        raise BridgeError(
            f"There is nothing between {begin:g} and "
            f"{(events.end - events.start) / 1e6 if end is None else end:g} ms: the recording has "
            f"{(events.end - events.start) / 1e6:g} ms of the bridge."
        )
    return first, last


def _words(events: Events, rows: list[Row]) -> list[str]:
    calls = sum(span.kind not in ("queue", "wait", "batch") for row in rows for span in row.spans)
    told = (
        f"{calls} calls on {len(rows)} threads. Paler: many short calls, by the share of time that "
        f"they take."
    )
    return [told, *(["The recording is cut short."] if events.cut else [])]

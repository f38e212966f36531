"""The picture of a real recording: its rows, bars and their order are the recording's."""

import json
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from flink_agents_bridge.cli.timeline import timeline
from tests.timeline.conftest import Recorded
from tests.timeline.elements import Element, bars, parse, rows

RAN = ("owner", "worker", "lane", "bound")


@pytest.fixture(scope="module")
def picture(recorded: Recorded, tmp_path_factory: pytest.TempPathFactory) -> Element:
    return drawn(recorded, tmp_path_factory.mktemp("picture") / "out.svg")


def drawn(recorded: Recorded, file: Path, *options: str) -> Element:
    result = CliRunner().invoke(timeline, [str(recorded.file), "-o", str(file), *options])
    assert result.exit_code == 0, (result.output, result.exception)
    return parse(file.read_text())


def called(row: Element, *kinds: str) -> int:
    shown = [bar for bar in bars(row) if bar.attributes["data-kind"] in kinds]
    return sum(int(bar.attributes["data-calls"]) for bar in shown)


def nanos(start_time: str) -> int:
    """The part of a second of JFR's 2026-11-30T18:59:20.700037312Z."""
    digits = re.search(r"\.(\d+)", start_time)
    return int(digits[1].ljust(9, "0")) if digits else 0


def test_each_thread_has_its_calls(picture: Element, recorded: Recorded) -> None:
    """B10: no call is missing, none stands on another thread's row, in each route's colour."""
    shown = {row.attributes["data-thread"]: row for row in rows(picture)}
    assert {name for name, row in shown.items() if called(row, *RAN)} == set(recorded.operations)
    for name, operations in recorded.operations.items():
        for route in RAN:
            wanted = sum(operation["route"] == route for operation in operations)
            assert called(shown[name], route) == wanted, (name, route)
        first = min(bars(shown[name]), key=lambda bar: bar.number("data-start"))
        assert int(first.attributes["data-start"]) % 10**9 == nanos(operations[0]["startTime"])


def test_levels_are_depths(picture: Element, recorded: Recorded) -> None:
    """Calls nested on the owner and on a lane stand one level below."""
    roles = [
        row.attributes["data-role"]
        for row in rows(picture)
        if any(b.number("data-level") and b.attributes["data-kind"] in RAN for b in bars(row))
    ]
    assert roles == ["owner", "lane"]
    for row in rows(picture):
        told = recorded.operations.get(row.attributes["data-thread"], [])
        depths = {operation["depth"] for operation in told}
        ran = [bar for bar in bars(row) if bar.attributes["data-kind"] in RAN]
        assert {int(bar.attributes["data-level"]) for bar in ran} == depths
        for bar in ran:
            assert bar.number("y") == pytest.approx(
                min(one.number("y") for one in ran) + 15 * bar.number("data-level")
            )


def test_every_wait_is_hatched(picture: Element, recorded: Recorded) -> None:
    """A hop is a wait in the queue, if any, and one for the lane; both are on its caller's row."""
    waiting = [row for row in rows(picture) if row.attributes["data-role"] == "source"]
    assert sum(called(row, "wait") for row in waiting) == len(recorded.hops) > 80
    assert 0 < sum(called(row, "queue") for row in waiting) <= len(recorded.hops)
    for row in waiting:
        fills = {bar.attributes["data-kind"]: bar.attributes["fill"] for bar in bars(row)}
        assert all(fill == f"url(#{kind})" for kind, fill in fills.items())
    patterns = {pattern.attributes["id"] for pattern in picture.all("pattern")}
    assert patterns == {"queue", "wait"}


def test_rows_and_bars_are_in_order(picture: Element) -> None:
    """The owner, then lanes, each above its callers; bars of a level from left to right."""
    shown = rows(picture)
    assert [row.attributes["data-role"] for row in shown][:2] == ["owner", "lane"]
    heights = [top(row) for row in shown]
    assert heights == sorted(heights)
    for row in shown:
        by_kind = defaultdict(list)
        for bar in bars(row):
            by_kind[bar.attributes["data-level"], bar.attributes["data-kind"]].append(bar)
        for alike in by_kind.values():
            for name in ("x", "data-start", "data-end"):
                places = [bar.number(name) for bar in alike]
                assert places == sorted(places)


def test_nothing_overlaps(picture: Element) -> None:
    """No row reaches into the next one, no label into the plot or another label."""
    shown = rows(picture)
    for row, below in pairwise(shown):
        deepest = max(rect.number("y") + rect.number("height") for rect in row.all("rect"))
        assert top(row) + deepest <= top(below)
    for row in shown:
        label = next(row.all("text"))
        assert label.attributes["text-anchor"] == "end"
        assert label.number("x") - 7 * len(label.text) > -2
        by_themselves = [bar for bar in bars(row) if bar.attributes["data-calls"] == "1"]
        for bar, after in pairwise(by_themselves):
            if bar.attributes["data-level"] == after.attributes["data-level"]:
                assert bar.number("x") + bar.number("width") <= after.number("x") + 2.1


def top(row: Element) -> float:
    place = re.search(r",([\d.]+)\)", row.attributes["transform"])
    assert place is not None
    return float(place[1])


def test_titles_tell_of_each_bar(picture: Element) -> None:
    texts = [bar.children[0].text for row in rows(picture) for bar in bars(row)]
    assert all(re.search(r"\d ms|\d calls", text) for text in texts)
    assert any("deep: on its lane" in text for text in texts)
    words = " ".join(element.text for element in picture.all("text"))
    for word in ("owner, inline", "waits in the lane's queue", "interpreter made", "milliseconds"):
        assert word in words


def test_a_stretch(recorded: Recorded, picture: Element, tmp_path: Path) -> None:
    """Zoomed in, the same calls have more room."""
    whole = max(bar.number("width") for row in rows(picture) for bar in bars(row))
    lanes = [row for row in rows(picture) if row.attributes["data-role"] == "lane"]
    told = re.search(r"([\d.]+) to", bars(lanes[0])[0].children[0].text)
    assert told is not None
    begin, end = str(float(told[1]) - 1), str(float(told[1]) + 5)
    zoomed = drawn(recorded, tmp_path / "z.svg", "--from", begin, "--to", end)
    assert max(bar.number("width") for row in rows(zoomed) for bar in bars(row)) > whole / 4
    some = drawn(recorded, tmp_path / "some.svg", "--threads", r"-lane-\d+$")
    assert {row.attributes["data-role"] for row in rows(some)} == {"lane"}


def test_the_trace(recorded: Recorded, tmp_path: Path) -> None:
    """Perfetto's JSON has the same calls."""
    file = tmp_path / "trace.json"
    drawn(recorded, tmp_path / "out.svg", "--perfetto", str(file))
    events = json.loads(file.read_text())["traceEvents"]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    ran = [names[e["pid"], e["tid"]] for e in events if e["ph"] == "X" and e["cat"] in RAN]
    wanted = {name: len(operations) for name, operations in recorded.operations.items()}
    assert {name: ran.count(name) for name in ran} == wanted
    assert all(e["dur"] >= 0 and e["ts"] >= 0 for e in events if e["ph"] == "X")
    assert sum(e.get("cat") == "wait" for e in events) == len(recorded.hops)

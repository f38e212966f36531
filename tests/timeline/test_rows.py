"""Which thread has which row, and what is nested in what."""

import re

from flink_agents_bridge.timeline import lay_out
from flink_agents_bridge.timeline.recording import Span, collect
from flink_agents_bridge.timeline.rows import nested
from tests.timeline.samples import (
    LANE,
    MS,
    OPERATOR,
    ORIGIN,
    batch,
    hop,
    interpreter,
    operation,
    refusal,
    stall,
)

WORKER = f"{OPERATOR}-worker-1"
SECOND = f"{OPERATOR}-lane-10"
RECORDS = [
    hop("Thread-9", "f.b", 3, 4, 6),
    hop(None, "f.c", 2, 5, 9, lane=SECOND),
    hop(None, "f.c", 9, 9, 10, lane=SECOND, caller="Thread-10"),
    operation(SECOND, "lane", "f.c", 5, 9),
    operation(LANE, "lane", "f.b", 4, 6),
    operation(LANE, "bound", "f.n", 4.5, 5, depth=1),
    operation(WORKER, "worker", "f.w", 1, 2),
    operation(OPERATOR, "owner", "f.a", 0, 10),
    interpreter(OPERATOR, "made", "primary", 0),
    refusal("Thread-12", 10),
    stall(LANE, 5),
    batch(OPERATOR, 8, 9),
    {"type": "Operation", "manager": "bridge-self-test"},
    {"type": "something newer", "manager": OPERATOR},
]


def test_their_order() -> None:
    """The owner, workers, then each lane above its callers; lane-1 before lane-10."""
    events = collect(RECORDS)
    rows = lay_out(events, events.start, events.end)
    assert [(row.role, row.label) for row in rows] == [
        ("owner", "owner (mailbox)"),
        ("worker", "worker-1"),
        ("lane", "lane-1"),
        ("source", "Thread-9"),
        ("lane", "lane-10"),
        ("source", "Thread-10"),
        ("source", "threads that ended"),
        ("source", "Thread-12"),
    ]
    assert (events.start, events.end) == (ORIGIN, ORIGIN + 10 * MS)
    assert {row.manager for row in rows} == {OPERATOR}


def test_what_they_hold() -> None:
    events = collect(RECORDS)
    rows = {row.label: row for row in lay_out(events, events.start, events.end)}
    lane = rows["lane-1"]
    assert [(s.call, s.kind, s.level) for s in lane.spans] == [
        ("f.b", "lane", 0),
        ("f.n", "bound", 1),
    ]
    assert (lane.levels, [mark.sign for mark in lane.marks]) == (2, ["stalled"])
    waits = rows["Thread-9"].spans
    assert [(s.kind, s.start - ORIGIN, s.end - ORIGIN) for s in waits] == [
        ("queue", 3 * MS, 4 * MS),
        ("wait", 4 * MS, 6 * MS),
    ]
    assert {s.toward for s in waits} == {LANE}
    owner = rows["owner (mailbox)"]
    assert [(s.kind, s.level) for s in owner.spans] == [("owner", 0), ("batch", 1)]


def test_a_stretch_of_time_and_some_threads() -> None:
    events = collect(RECORDS)
    early = lay_out(events, ORIGIN, ORIGIN + int(0.5 * MS))
    assert [row.label for row in early] == ["owner (mailbox)"]
    some = lay_out(events, events.start, events.end, re.compile("Thread-"))
    assert [row.label for row in some] == ["Thread-9", "Thread-10", "Thread-12"]


def test_what_goes_on_at_once_has_levels() -> None:
    """As callers that the recorder has forgotten, who share a row."""
    spans = [Span("t", start, end, "wait", "f") for start, end in ((0, 4), (1, 3), (2, 6), (4, 5))]
    assert [(s.start, s.level) for s in nested(spans)] == [(0, 0), (1, 1), (2, 2), (4, 0)]


def test_a_depth_that_was_told_stays() -> None:
    """Also where what is around it has not been recorded."""
    assert [s.level for s in nested([Span("t", 0, 1, "bound", "f", 1)])] == [1]


def test_two_managers_are_apart() -> None:
    other = {**operation("b (1/1)#0", "owner", "f", 0, 1), "manager": "b (1/1)#0"}
    events = collect([operation(OPERATOR, "owner", "f", 0, 1), other])
    rows = lay_out(events, events.start, events.end)
    assert [row.manager for row in rows] == ["b (1/1)#0", OPERATOR]

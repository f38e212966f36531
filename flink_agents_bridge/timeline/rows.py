"""Which thread has which row, in which order, and what is nested in what."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flink_agents_bridge.timeline.recording import LOST, Events, Mark, Span

Role = Literal["owner", "worker", "lane", "source"]
_ORDER: dict[Role, int] = {"owner": 0, "worker": 1, "lane": 2, "source": 3}


@dataclass(frozen=True)
class Row:
    """A thread: what it ran and waited for, by time, each with its level; level 0 is outermost."""

    thread: str
    label: str
    role: Role
    manager: str
    spans: Sequence[Span]
    marks: Sequence[Mark]
    levels: int


def lay_out(
    events: Events, begin: int, end: int, wanted: re.Pattern[str] | None = None
) -> list[Row]:
    """The rows of a stretch of time: by manager, its owner first, each lane before its callers."""
    spans, marks = defaultdict[str, list[Span]](list), defaultdict[str, list[Mark]](list)
    for span in events.spans:
        if span.end >= begin and span.start <= end:
            spans[span.thread].append(span)
    for mark in events.marks:
        if begin <= mark.at <= end:
            marks[mark.thread].append(mark)
    rows = [
        _row(events, thread, spans[thread], marks[thread])
        for thread in {**spans, **marks}
        if wanted is None or wanted.search(thread)
    ]
    return sorted(rows, key=lambda row: _place(events, row))


def nested(spans: Iterable[Span]) -> list[Span]:
    """The spans by their start, each with a level: below those that are still going on."""
    placed: list[Span] = []
    ends: list[int] = []  # of what goes on, by level; 0 where nothing does
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        level = span.level
        if level is None:
            level = next((n for n, until in enumerate(ends) if until <= span.start), len(ends))
            span = replace(span, level=level)
        ends += [0] * (level + 1 - len(ends))
        ends[level] = max(ends[level], span.end)
        placed.append(span)
    return placed


def _row(events: Events, thread: str, spans: list[Span], marks: list[Mark]) -> Row:
    placed = nested(spans)
    role = _role(placed, marks)
    manager = events.managers.get(thread, "")
    levels = max((span.level or 0 for span in placed), default=0) + 1
    by_time = sorted(marks, key=lambda mark: mark.at)
    return Row(thread, _label(thread, role, manager), role, manager, placed, by_time, levels)


def _role(spans: Sequence[Span], marks: Sequence[Mark]) -> Role:
    kinds = {span.kind for span in spans}
    for role in ("owner", "worker", "lane"):
        if role in kinds:
            return role
    if any(mark.text.startswith("primary") for mark in marks):
        return "owner"
    return "lane" if any(mark.sign in ("made", "closed", "stalled") for mark in marks) else "source"


def _label(thread: str, role: Role, manager: str) -> str:
    if role == "owner":
        return "owner (mailbox)" if re.search(r"\(\d+/\d+\)#\d+$", thread) else "owner"
    if thread.endswith(LOST):
        return "threads that ended"
    return thread.replace(f"{manager}-", "") if manager else thread


def _place(events: Events, row: Row) -> tuple[object, ...]:
    """Callers stand below their lane."""
    lane = events.lanes.get(row.thread)
    if row.role == "source" and lane:
        return (row.manager, 2, *_natural(lane), 1, *_natural(row.thread))
    return (row.manager, _ORDER[row.role], *_natural(row.thread), 0)


def _natural(name: str) -> tuple[object, ...]:
    """lane-2 comes before lane-10."""
    number = re.search(r"(\d+)\D*$", name)
    return (name[: number.start()] if number else name, int(number[1]) if number else 0)

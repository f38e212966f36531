"""The timeline of a recording as one panel: a row a thread, time to the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flink_agents_bridge.timeline.bars import Bar, Scale, bars
from flink_agents_bridge.timeline.drawing import group, line, picture, rect, sign, text
from flink_agents_bridge.timeline.rows import Row
from flink_agents_bridge.timeline.style import (
    COLOURS,
    INK,
    LINE,
    ON_DARK,
    PALE,
    SIGNS,
    WORDS,
    fitting,
)

LABELS = 170.0  # the width of the threads' names
LEVEL = 15.0  # the height of a bar, with the space below it
SIGN_STRIP = 11.0
GAP = 7.0
HEADER = 22.0
AXIS = 26.0
MARGIN = 16.0
RIGHT = 8.0  # room for a mark at the last moment
_STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Panel:
    """Something drawn, and its size."""

    parts: list[str]
    width: float
    height: float


def timeline(rows: Sequence[Row], begin: int, end: int, origin: int, width: float) -> Panel:
    """The rows from ``begin`` to ``end``; the axis counts milliseconds from ``origin``."""
    scale = Scale(begin, end, width - LABELS - RIGHT)
    parts: list[str] = []
    y = 0.0
    for manager, members in groupby(rows, key=lambda row: row.manager):
        name = fitting(manager or "no manager", width, 12)
        parts.append(rect(0, y, width, HEADER - 2, fill="#ffffff"))
        parts.append(text(0, y + 14, name, 11, font_weight="bold"))
        y += HEADER
        for row in members:
            parts.append(group(_row(row, scale, origin), 0, y, **_data(row)))
            y += height(row)
    axis = _axis(scale, origin, y)
    return Panel([*axis, *parts], width, y + AXIS)


def legend(rows: Sequence[Row], x: float, y: float, width: float) -> Panel:
    """What the colours and marks mean that are there, in as many lines as it takes."""
    kinds = [kind for kind in WORDS if any(s.kind == kind for row in rows for s in row.spans)]
    signs = [kind for kind in SIGNS if any(m.sign == kind for row in rows for m in row.marks)]
    parts, left, top = [], x, y
    for key in [*kinds, *signs]:
        words = WORDS[key] if key in kinds else SIGNS[key][2]  # type: ignore[index]
        needed = 20 + len(words) * 6.6 + 18
        if left > x and left + needed > x + width:
            left, top = x, top + 18
        parts.append(_key(key, left, top))
        parts.append(text(left + 20, top + 10, words, 11))
        left += needed
    return Panel(parts, width, top + 18 - y)


def whole(title: str, lines: Sequence[str], rows: Sequence[Row], panel: Panel) -> str:
    """A file of one panel, under its title and its legend."""
    parts = [text(MARGIN, 30, title, 17, font_weight="bold")]
    y = 50.0
    for words in lines:
        parts.append(text(MARGIN, y, words, 11, fill=PALE))
        y += 16
    keys = legend(rows, MARGIN, y, panel.width)
    y += keys.height + 8
    parts += [*keys.parts, group(panel.parts, MARGIN, y)]
    return picture(parts, panel.width + 2 * MARGIN, y + panel.height + MARGIN)


def height(row: Row) -> float:
    """How much a row takes."""
    return (SIGN_STRIP if row.marks else 0.0) + row.levels * LEVEL + GAP


def _row(row: Row, scale: Scale, origin: int) -> list[str]:
    top = SIGN_STRIP if row.marks else 0.0
    inner = height(row) - GAP
    label = fitting(row.label, LABELS - 14, 11)
    parts = [
        rect(LABELS, 0, scale.width, inner, row.thread, fill="#f6f6f6"),
        text(LABELS - 8, top + 11, label, 11, text_anchor="end"),
    ]
    for bar in bars(row.spans, scale):
        parts += _bar(bar, top + bar.level * LEVEL, origin)
    for mark in row.marks:
        path, fill, _ = SIGNS[mark.sign]
        told = f"{mark.text}, at {_ms(mark.at, origin)} ms"
        at = LABELS + scale.x(mark.at)
        parts.append(sign(at, SIGN_STRIP / 2, path, fill, told, data_sign=mark.sign))
    return parts


def _bar(bar: Bar, y: float, origin: int) -> list[str]:
    left, width = LABELS + bar.left, max(bar.right - bar.left, 1.0)
    drawn = rect(
        left,
        y,
        width,
        LEVEL - 2,
        _told(bar, origin),
        fill=COLOURS[bar.kind],
        fill_opacity=bar.shade if bar.shade < 1 else None,
        stroke="#444444" if bar.kind in ("queue", "wait") and width > 3 else None,
        stroke_width=0.5 if bar.kind in ("queue", "wait") and width > 3 else None,
        data_kind=bar.kind,
        data_level=bar.level,
        data_start=bar.start,
        data_end=bar.end,
        data_calls=bar.calls,
    )
    words = _short(bar.call, width - 6) if bar.shade == 1 else ""
    if not words or bar.kind in ("queue", "wait"):
        return [drawn]
    colour = "#ffffff" if bar.kind in ON_DARK else INK
    return [drawn, text(left + 3, y + 10, words, 9.5, fill=colour, pointer_events="none")]


def _told(bar: Bar, origin: int) -> str:
    times = f"{_ms(bar.start, origin)} to {_ms(bar.end, origin)} ms"
    if bar.calls > 1:
        return f"{bar.calls} calls ({bar.call}), {WORDS[bar.kind]}; {times}"
    toward = f" ({bar.toward})" if bar.toward else ""
    return f"{bar.call}: {WORDS[bar.kind]}{toward}, {(bar.end - bar.start) / 1e6:.3f} ms; {times}"


def _axis(scale: Scale, origin: int, bottom: float) -> list[str]:
    step = _step((scale.end - scale.begin) / 1e6 * 80 / scale.width)
    first = -(-((scale.begin - origin) / 1e6) // step)
    parts, at = [], first * step
    while at <= (scale.end - origin) / 1e6 + 1e-9:
        x = LABELS + scale.x(origin + int(at * 1e6))
        parts.append(line(x, 0, x, bottom, LINE))
        parts.append(text(x, bottom + 14, f"{at:g}", 10, text_anchor="middle", fill=PALE))
        at += step
    parts.append(text(LABELS - 8, bottom + 14, "milliseconds", 10, text_anchor="end", fill=PALE))
    return parts


def _step(wanted: float) -> float:
    """The next of 1, 2, 5, 10, … (or parts of them)."""
    size = 1e-6
    while True:
        for step in _STEPS:
            if size * step >= wanted:
                return size * step
        size *= 10


def _key(kind: str, x: float, y: float) -> str:
    if kind in SIGNS:
        path, fill, _ = SIGNS[kind]
        return sign(x + 7, y + 6, path, fill)
    fill = COLOURS[kind]  # type: ignore[index]
    return rect(x, y, 14, 12, fill=fill, stroke="#444444", stroke_width=0.5)


def _short(call: str, width: float) -> str:
    """The whole name, or its last part, where it fits without being cut."""
    for words in (call, call.rpartition(".")[2]):
        if fitting(words, width, 9.5) == words:
            return words
    return ""


def _ms(at: int, origin: int) -> str:
    return f"{(at - origin) / 1e6:.3f}"


def _data(row: Row) -> dict[str, object]:
    return {"class": "row", "data_thread": row.thread, "data_role": row.role}

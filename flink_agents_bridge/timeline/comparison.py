"""The same job without and with the bridge, side by side."""

from collections.abc import Sequence

from flink_agents_bridge.timeline.drawing import group, line, picture, text
from flink_agents_bridge.timeline.rows import Row
from flink_agents_bridge.timeline.style import DEATH, LINE, PALE
from flink_agents_bridge.timeline.svg import MARGIN, Panel, legend

LEFT = 340.0  # the width of the crash
_BETWEEN = 36.0
_GOOD = "#00704f"


def side_by_side(
    title: str, left: tuple[str, Panel], right: tuple[str, Panel], rows: Sequence[Row]
) -> str:
    """A file of two panels, each under its outcome; the legend is the right one's."""
    (died, crash), (lived, calls) = left, right
    x = MARGIN + crash.width + _BETWEEN
    parts = [
        text(MARGIN, 30, title, 17, font_weight="bold"),
        text(MARGIN, 56, died, 13, font_weight="bold", fill=DEATH),
        text(x, 56, lived, 13, font_weight="bold", fill=_GOOD),
    ]
    keys = legend(rows, x, 68, calls.width)
    y = 68 + keys.height + 8
    bottom = y + max(crash.height, calls.height)
    middle = x - _BETWEEN / 2
    parts += [*keys.parts, line(middle, 44, middle, bottom, LINE)]
    parts += [group(crash.parts, MARGIN, y, **{"class": "crash"})]
    parts += [group(calls.parts, x, y, **{"class": "calls"})]
    note = "Paler: many short calls, by the share of time that they take."
    parts.append(text(x, bottom + 12, note, 10, fill=PALE))
    return picture(parts, x + calls.width + MARGIN, bottom + 12 + MARGIN)

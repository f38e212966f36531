"""A JVM that died, as a panel: what its crash file tells of its last moment."""

from flink_agents_bridge.explain import Crash, Verdict
from flink_agents_bridge.explain.words import stack
from flink_agents_bridge.timeline.drawing import line, rect, text
from flink_agents_bridge.timeline.style import DEATH, INK, PALE, fitting
from flink_agents_bridge.timeline.svg import GAP, HEADER, LEVEL, Panel

_NAMES = 130.0
_MOST_ROWS = 20
_FRAMES = 7


def last_moment(crash: Crash, verdict: Verdict, width: float) -> Panel:
    """The threads that were in native code, up to the line at which all of them ended."""
    dying = crash.thread.name if crash.thread else "a thread"
    others = [name for name in verdict.company if name != dying]
    names = [dying, *others][:_MOST_ROWS]
    parts = [text(0, 14, "as the JVM died", 11, font_weight="bold")]
    death = width - 12
    y = HEADER
    for name in names:
        parts += _row(name, y, death, dies=name == dying)
        y += LEVEL + GAP
    parts.append(line(death, HEADER - 4, death, y, DEATH, stroke_width=2.5))
    if len(others) >= _MOST_ROWS:
        parts.append(text(_NAMES, y + 8, f"and {len(others) + 1 - _MOST_ROWS} more", 10, fill=PALE))
        y += 16
    return Panel([*parts, *_story(crash, verdict, y + 14, width)], width, y + 14 + _story_height())


def _row(name: str, y: float, death: float, *, dies: bool) -> list[str]:
    label = fitting(name, _NAMES - 8, 10.5)
    what = "died here" if dies else "in native code"
    fill = "url(#dying)" if dies else "url(#native)"
    drawn = rect(
        _NAMES,
        y,
        death - _NAMES,
        LEVEL,
        f"{name}: {what}",
        fill=fill,
        data_thread=name,
        data_kind="dies" if dies else "native",
    )
    colour = "#ffffff" if dies else INK
    return [
        drawn,
        text(_NAMES - 8, y + 11, label, 10.5, text_anchor="end"),
        text(death - 6, y + 11, what, 9.5, text_anchor="end", fill=colour),
    ]


def _story(crash: Crash, verdict: Verdict, y: float, width: float) -> list[str]:
    lines = [(f"{crash.signal or 'died'} in {crash.frame}", DEATH, "bold")]
    hazard = verdict.hazards[0] if verdict.hazards else None
    told = f"hazard {hazard.row}, {verdict.sure}" if hazard else "no hazard that is known"
    lines.append((f"{told}; the dying thread's stack:", INK, "normal"))
    frames = stack(crash)
    lines += [(f"   {_method(frame)}", PALE, "normal") for frame in frames[:_FRAMES]]
    lines += [("", PALE, "normal")] * (_FRAMES - len(frames))
    lines.append(("From the JVM's crash file, which tells what threads", PALE, "normal"))
    lines.append(("were in native code, and not since when.", PALE, "normal"))
    return [
        text(0, y + n * 15, fitting(words, width, 10), 10, fill=colour, font_weight=weight)
        for n, (words, colour, weight) in enumerate(lines)
        if words
    ]


def _story_height() -> float:
    return (4 + _FRAMES) * 15.0


def _method(frame: str) -> str:
    """A Java method without its package."""
    return ".".join(frame.split(".")[-2:]) if frame.count(".") > 1 else frame


def no_crash(width: float) -> Panel:
    """There is no crash file to show."""
    return Panel([text(0, 14, "no JVM has left a crash file", 11, fill=PALE)], width, HEADER)

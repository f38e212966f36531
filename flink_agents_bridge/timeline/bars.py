"""What is drawn of a row: a bar for what can be seen by itself, shares of time for what cannot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from flink_agents_bridge.timeline.recording import Kind, Span

NARROW = 3.0  # pixels below which a span gets no bar of its own
BIN = 2.0  # pixels over which such spans are added up
SHADES = 4


@dataclass(frozen=True)
class Bar:
    """A rectangle of a row: pixels from the plot's left edge.

    ``shade`` is 1 for a span, and for many the share of the time that they took, in steps.
    """

    kind: Kind
    level: int
    left: float
    right: float
    start: int
    end: int
    calls: int
    call: str
    shade: float = 1.0
    toward: str = ""


@dataclass
class _Bin:
    busy: float = 0.0  # nanoseconds
    calls: int = 0
    start: int = 0
    end: int = 0
    names: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Scale:
    """Time to pixels."""

    begin: int
    end: int
    width: float

    def x(self, at: int) -> float:
        """Pixels from the left edge; what lies outside is put to the edge."""
        share = (at - self.begin) / max(self.end - self.begin, 1)
        return min(max(share, 0.0), 1.0) * self.width


def bars(spans: Sequence[Span], scale: Scale) -> list[Bar]:
    """The bars of one row's spans, by level, kind and time."""
    made: list[Bar] = []
    keyed = sorted(spans, key=lambda span: (span.level or 0, span.kind, span.start))
    for (level, kind), group in groupby(keyed, key=lambda span: (span.level or 0, span.kind)):
        bins: dict[int, _Bin] = {}
        for span in group:
            left, right = scale.x(span.start), scale.x(span.end)
            if right - left >= NARROW:
                made.append(_single(span, left, right))
            elif span.end > span.start or span.kind not in ("queue", "wait"):
                _add(bins.setdefault(int(left / BIN), _Bin()), span)
        made.extend(_merged(kind, level, bins, scale))
    return sorted(made, key=lambda bar: (bar.level, bar.left, bar.kind))


def _single(span: Span, left: float, right: float) -> Bar:
    level = span.level or 0
    return Bar(span.kind, level, left, right, span.start, span.end, 1, span.call, 1.0, span.toward)


def _add(bin_: _Bin, span: Span) -> None:
    bin_.busy += span.end - span.start
    bin_.start = min(bin_.start or span.start, span.start)
    bin_.end = max(bin_.end, span.end)
    bin_.calls += 1
    bin_.names.add(span.call)


def _merged(kind: Kind, level: int, bins: dict[int, _Bin], scale: Scale) -> Iterator[Bar]:
    """Neighbours of one shade are one bar."""
    width = BIN * (scale.end - scale.begin) / scale.width
    shades = {n: _shade(bin_.busy / max(width, 1.0)) for n, bin_ in bins.items()}
    numbers = sorted(bins)
    runs = groupby(enumerate(numbers), key=lambda pair: (pair[1] - pair[0], shades[pair[1]]))
    for (_, shade), run in runs:
        members = [number for _, number in run]
        parts = [bins[number] for number in members]
        names = set().union(*(part.names for part in parts))
        yield Bar(
            kind,
            level,
            members[0] * BIN,
            (members[-1] + 1) * BIN,
            min(part.start for part in parts),
            max(part.end for part in parts),
            sum(part.calls for part in parts),
            next(iter(sorted(names))) if len(names) == 1 else f"{len(names)} functions",
            shade,
        )


def _shade(share: float) -> float:
    """A share of time in few steps, never so pale that it cannot be seen."""
    return max(1, min(SHADES, round(share * SHADES + 0.4))) / SHADES

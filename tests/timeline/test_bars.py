"""What is too short to be seen is added up, and nothing is lost by that."""

from flink_agents_bridge.timeline.bars import BIN, NARROW, SHADES, Scale, bars
from flink_agents_bridge.timeline.recording import Span

SCALE = Scale(0, 1_000_000, 1000.0)  # a pixel is 1000 ns


def span(start: int, end: int, call: str = "f", kind: str = "owner") -> Span:
    return Span("t", start, end, kind, call, 0)  # type: ignore[arg-type]


def test_a_span_that_can_be_seen() -> None:
    [bar] = bars([span(10_000, 20_000)], SCALE)
    assert (bar.left, bar.right, bar.calls, bar.shade) == (10, 20, 1, 1.0)


def test_many_short_ones() -> None:
    """Half of the time in calls is half a shade; neighbours are one bar."""
    short = [span(n, n + 500) for n in range(100_000, 200_000, 1000)]
    [bar] = bars(short, SCALE)
    assert (bar.left, bar.right, bar.calls) == (100, 200, 100)
    assert bar.shade == 0.5
    assert (bar.start, bar.end, bar.call) == (100_000, 199_500, "f")


def test_gaps_and_other_shares_are_other_bars() -> None:
    busy = [span(n, n + 999) for n in range(0, 10_000, 1000)]
    idle = [span(n, n + 10) for n in range(10_000, 20_000, 1000)]
    apart = [span(50_000, 50_001, "g")]
    made = bars([*busy, *idle, *apart], SCALE)
    assert [(bar.calls, bar.shade) for bar in made] == [(10, 1.0), (10, 0.25), (1, 0.25)]
    assert made[-1].call == "g"


def test_no_call_is_lost() -> None:
    spans = [span(n * 700, n * 700 + 10 + (n % 9) * 600, f"f{n % 3}") for n in range(1400)]
    made = bars(spans, SCALE)
    assert sum(bar.calls for bar in made) == len(spans)
    assert all(bar.right - bar.left >= min(BIN, NARROW) for bar in made)
    assert all(1 / SHADES <= bar.shade <= 1 for bar in made)
    assert [bar.left for bar in made] == sorted(bar.left for bar in made)


def test_kinds_are_not_mixed() -> None:
    made = bars([span(0, 10), span(20, 30, kind="batch")], SCALE)
    assert sorted(bar.kind for bar in made) == ["batch", "owner"]
    in_turn = [
        span(n, n + 100, kind=kind) for n in range(0, 2000, 200) for kind in ("lane", "owner")
    ]
    assert [(bar.kind, bar.calls) for bar in bars(in_turn, SCALE)] == [("lane", 10), ("owner", 10)]


def test_a_wait_of_no_time_is_none() -> None:
    assert bars([span(5, 5, kind="queue")], SCALE) == []


def test_what_lies_outside_ends_at_the_edge() -> None:
    [bar] = bars([span(-5_000_000, 5_000_000)], SCALE)
    assert (bar.left, bar.right) == (0, 1000)

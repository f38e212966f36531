"""What ``top`` shows of an answer."""

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from flink_agents_bridge.cli import top
from flink_agents_bridge.cli.top_view import view

NAME = "operator [red] (1/2)#0"
COUNTS = (
    "ownerCalls workerCalls laneCalls reentrantCalls refusedCalls stalls lanesInUse laneLimit "
    "queuedCalls liveInterpreters liveHandles attachedCPythonThreads"
)


def answer(time: str = "2026-01-31T12:00:00.5Z", **counts: int) -> dict[str, Any]:
    """One operator: a worker inside, one lane busy with six that wait, one idle."""
    queued = [{"call": f"f{n}", "caller": f"t{n}", "forNanos": 2_000_000} for n in range(6)]
    running = {"call": "module.slow", "caller": "Thread-3", "forNanos": 2_500_000_000}
    busy = {
        "thread": f"{NAME}-lane-1",
        "interpreter": "inside",
        "running": running,
        "queued": queued,
    }
    idle: dict[str, Any] = {
        "thread": f"{NAME}-lane-2",
        "interpreter": "bound",
        "running": None,
        "queued": [],
    }
    manager = {
        "name": NAME,
        "state": "OPEN",
        "owner": NAME,
        "ownerDepth": 2,
        "closer": None,
        "lanes": [busy, idle],
        "workers": [{"thread": f"{NAME}-worker-1", "interpreter": "inside"}],
        "waits": [{"from": "close", "to": f"{NAME}-worker-1"}],
        "statistics": {**dict.fromkeys(COUNTS.split(), 0), **counts},
        "timings": {"queueWaitNanos": {"p50": 1500, "p99": 3_000_000}},
    }
    runtime = {"version": "0.1.0", "managers": [manager], "longWaits": ["'a' waits for 'b'"]}
    return {"pid": 42, "time": time, "reason": None, "runtime": runtime}


def shown(now: dict[str, Any], before: dict[str, Any] | None = None) -> str:
    out = StringIO()
    Console(file=out, width=140).print(view(now, before))
    return " ".join(out.getvalue().split())


def test_who_waits_for_whom() -> None:
    text = shown(answer(liveHandles=7))
    for part in (
        "JVM 42, bridge 0.1.0, operators: 1, 2026-01-31T12:00:00",
        f"{NAME}: OPEN",
        "inside, 2 deep",
        "lane-1 │ inside │ module.slow │ 2.5 s │ Thread-3 │ t0 (2 ms): f0",
        "and 2 more",
        "lane-2 │ bound │",
        "worker-1 │ inside │ │ │ │ close",
        "waited p50 2 µs, p99 3 ms",
        "handles 7",
        "! 'a' waits for 'b'",
    ):
        assert part in text, text


def test_how_fast_it_grows() -> None:
    before = answer(laneCalls=100, ownerCalls=5)
    now = answer("2026-01-31T12:00:02.5Z", laneCalls=300, ownerCalls=5)
    assert "owner 5 (0/s), workers 0 (0/s), lanes 300 (100/s)" in shown(now, before)


@pytest.mark.parametrize(
    ("then", "now", "rate"),
    [
        ("00.900Z", "01.400Z", 400),
        ("00.900Z", "01Z", 2000),
        ("00Z", "00.250000999Z", 800),
        ("00.123456789Z", "00.123456789Z", None),
    ],
)
def test_a_rate_is_by_the_fraction_of_a_second(then: str, now: str, rate: int | None) -> None:
    """B10: as when asked more often than once a second; whatever digits Java has written."""
    minute = "2026-01-31T12:00:"
    text = shown(answer(minute + now, laneCalls=200), answer(minute + then, laneCalls=0))
    assert f"lanes 200{'' if rate is None else f' ({rate}/s)'}, nested" in text


def test_an_operator_that_came_or_went() -> None:
    other = answer()
    other["runtime"]["managers"][0]["name"] = "another"
    assert "/s)" not in shown(answer(laneCalls=3), other)
    closing = answer()
    closing["runtime"]["managers"][0].update(state="CLOSING", closer="Canceler")
    assert "CLOSING, closed by Canceler" in shown(closing)


def test_no_bridge_in_it() -> None:
    gone = {"pid": 42, "time": "", "reason": "it is not at work", "runtime": None}
    assert shown(gone) == "JVM 42: it is not at work"


class Answers:
    """Three answers, then Ctrl-C."""

    def __init__(self) -> None:
        self.told = [answer(laneCalls=n) for n in (1, 2, 4)]

    def ask(self) -> str:
        if not self.told:
            raise KeyboardInterrupt
        return json.dumps(self.told.pop(0))


def test_it_looks_again_and_again() -> None:
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=140)
    with pytest.raises(KeyboardInterrupt):
        top._follow(Answers(), 0.0, console)  # type: ignore[arg-type]
    text = out.getvalue()
    for count in (1, 2, 4):
        assert f"lanes {count}" in text

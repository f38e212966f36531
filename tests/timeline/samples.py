"""Events as the agent's jar tells them."""

from typing import Any

OPERATOR = "operator -> Sink (1/1)#0"
LANE = f"{OPERATOR}-lane-1"
MS = 1_000_000
ORIGIN = 1_796_065_160_000_000_000


def _event(
    what_is: str, thread: str | None, start: float, end: float, **more: Any
) -> dict[str, Any]:
    told = None if thread is None else {"id": 1, "name": thread}
    times = {"start": ORIGIN + int(start * MS), "end": ORIGIN + int(end * MS)}
    return {"type": what_is, "thread": told, "manager": OPERATOR, **times, **more}


def operation(
    thread: str, route: str, call: str, start: float, end: float, depth: int = 0
) -> dict[str, Any]:
    """A call that ran from one millisecond to another."""
    return _event("Operation", thread, start, end, route=route, call=call, depth=depth, source=None)


def hop(
    thread: str | None,
    call: str,
    start: float,
    begun: float,
    end: float,
    lane: str = LANE,
    caller: str | None = None,
) -> dict[str, Any]:
    """A call through a lane, which began to run at ``begun``.

    Without ``thread`` the recorder has forgotten it, but perhaps its name is there as ``caller``.
    """
    queued = int((begun - start) * MS)
    return _event(
        "LaneHop",
        thread,
        start,
        end,
        call=call,
        queued=queued,
        lane={"id": 2, "name": lane},
        caller=caller,
    )


def interpreter(thread: str, what: str, kind: str, at: float) -> dict[str, Any]:
    """An interpreter that was made, closed or left."""
    return _event("Interpreter", thread, at, at, what=what, kind=kind, taken=2 * MS)


def refusal(thread: str, at: float) -> dict[str, Any]:
    """A call that was refused."""
    return _event("Refusal", thread, at, at, reason="ManagerClosedException", message="closed <&>")


def stall(lane: str, at: float) -> dict[str, Any]:
    """A lane that lets others wait."""
    told = {"id": 2, "name": lane}
    return _event("Stall", None, at, at, lane=told, waited=2_000 * MS, waiters=3, call="f.slow")


def batch(thread: str, start: float, end: float) -> dict[str, Any]:
    """Handles given back."""
    return _event("HandleBatch", thread, start, end, released=256, live=10)

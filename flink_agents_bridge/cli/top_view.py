"""What ``top`` shows of one answer; the one before it tells how fast the counts grow."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

Answer = Mapping[str, Any]
_ROUTES = {
    "ownerCalls": "owner",
    "workerCalls": "workers",
    "laneCalls": "lanes",
    "reentrantCalls": "nested",
}
_SHOWN = 4  # of what may be many


def view(answer: Answer, before: Answer | None) -> RenderableType:
    """All operators, one below the other."""
    runtime = answer["runtime"]
    if runtime is None:
        return Text(f"JVM {answer['pid']}: {answer['reason']}")
    managers = runtime["managers"]
    head = Text(
        f"JVM {answer['pid']}, bridge {runtime['version']}, operators: {len(managers)}, "
        f"{answer['time'][:19]}",
        style="bold",
    )
    earlier = _managers(before)
    seconds = _seconds(answer, before)
    parts = [_operator(one, earlier.get(one["name"]), seconds) for one in managers]
    waits = [Text(f"! {words}", style="yellow") for words in _few(runtime["longWaits"])]
    return Group(head, *parts, *waits)


def _operator(manager: Answer, before: Answer | None, seconds: float) -> RenderableType:
    table = Table(title=Text(_title(manager)), title_justify="left", expand=True)
    for name in ("thread", "interpreter", "runs"):
        table.add_column(name, overflow="fold")
    table.add_column("since", no_wrap=True, justify="right")
    for name in ("for", "waiting"):
        table.add_column(name, overflow="fold")
    table.add_row(*_owner(manager))
    for row in (*_workers(manager), *_lanes(manager)):
        table.add_row(*row)
    return Group(table, Text("  " + _numbers(manager, before, seconds)))


def _title(manager: Answer) -> str:
    closer = f", closed by {manager['closer']}" if manager["closer"] else ""
    return f"{manager['name']}: {manager['state']}{closer}"


def _owner(manager: Answer) -> tuple[str, ...]:
    inside = manager["ownerDepth"] > 0
    state = f"inside, {manager['ownerDepth']} deep" if inside else "idle"
    return escape(f"owner: {manager['owner']}"), state, "", "", "", _waiters(manager, "owner")


def _workers(manager: Answer) -> Iterator[tuple[str, ...]]:
    for worker in manager["workers"]:
        name = _short(worker["thread"], manager)
        yield escape(name), worker["interpreter"], "", "", "", _waiters(manager, worker["thread"])


def _lanes(manager: Answer) -> Iterator[tuple[str, ...]]:
    for lane in manager["lanes"]:
        running = lane["running"] or {}
        queued = [f"{q['caller']} ({_time(q['forNanos'])}): {q['call']}" for q in lane["queued"]]
        yield (
            escape(_short(lane["thread"], manager)),
            lane["interpreter"],
            escape(running.get("call", "")),
            _time(running["forNanos"]) if running else "",
            escape(running.get("caller", "")),
            escape("\n".join(_few(queued))),
        )


def _few(words: Sequence[str]) -> list[str]:
    more = len(words) - _SHOWN
    return [*words[:_SHOWN], *([f"and {more} more"] if more > 0 else [])]


def _waiters(manager: Answer, thread: str) -> str:
    """Who waits for a thread that has no queue."""
    target = manager["owner"] if thread == "owner" else thread
    waits = [wait["from"] for wait in manager["waits"] if wait["to"] == target]
    return escape(", ".join(waits))


def _numbers(manager: Answer, before: Answer | None, seconds: float) -> str:
    now = manager["statistics"]
    then = before["statistics"] if before else now
    calls = []
    for key, word in _ROUTES.items():
        rate = f" ({(now[key] - then[key]) / seconds:.0f}/s)" if before and seconds > 0 else ""
        calls.append(f"{word} {now[key]}{rate}")
    queue = manager["timings"]["queueWaitNanos"]
    return (
        f"calls: {', '.join(calls)}; refused {now['refusedCalls']}, stalls {now['stalls']}\n"
        f"  lanes {now['lanesInUse']} of {now['laneLimit']}, queued {now['queuedCalls']}"
        f" (waited p50 {_time(queue['p50'])}, p99 {_time(queue['p99'])})"
        f"; interpreters {now['liveInterpreters']}, handles {now['liveHandles']}"
        f", CPython threads {now['attachedCPythonThreads']}"
    )


def _short(thread: str, manager: Answer) -> str:
    return str(thread).removeprefix(f"{manager['name']}-")


def _time(nanos: int) -> str:
    if nanos < 1_000_000:
        return f"{nanos / 1e3:.0f} µs"
    return f"{nanos / 1e6:.0f} ms" if nanos < 1_000_000_000 else f"{nanos / 1e9:.1f} s"


def _managers(answer: Answer | None) -> dict[str, Answer]:
    runtime = answer["runtime"] if answer else None
    return {one["name"]: one for one in runtime["managers"]} if runtime else {}


def _seconds(answer: Answer, before: Answer | None) -> float:
    if before is None:
        return 0.0
    now, then = (_moment(one["time"]) for one in (answer, before))
    return (now - then).total_seconds()


def _moment(time: str) -> datetime:
    """Of Java's ``Instant``: up to nine digits of a second, where Python 3.10 reads six alone."""
    whole, _, fraction = time.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{fraction[:6]:0<6}+00:00")

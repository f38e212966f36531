"""The two halves of the proof for one case, as plain records that can be written as JSON."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flink_agents_bridge.demo.cases import Case, Verdict
from flink_agents_bridge.demo.runner import Run, Runner
from flink_agents_bridge.explain import judge, read_crash

_ROUTES = ("ownerCalls", "workerCalls", "laneCalls", "reentrantCalls", "refusedCalls")
_SOURCES = "laneCallsBySourceKind"


class StoppedError(Exception):
    """A signal asked us to end; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by signal {number}")
        self.number = number


@dataclass
class Unprotected:
    """What happened to a case without the bridge: its JVM is given some tries to die.

    ``hazard`` is what the last crash file is explained to be; ``crash_file`` lasts as long as the
    runner's folder.
    """

    tries: int = 0
    deaths: int = 0
    timeouts: int = 0
    exits: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    frame: str | None = None
    hazard: str | None = None
    crash_file: Path | None = None

    @property
    def passed(self) -> bool:
        """The case is one that needs the bridge."""
        return self.deaths > 0


@dataclass
class Protected:
    """What happened to a case with the bridge; ``live`` tells that the agent said it was."""

    exit: int
    died: bool
    timed_out: bool
    live: bool
    verdict: Verdict
    seconds: float
    routes: dict[str, Any]
    frame: str | None
    log: str

    @property
    def passed(self) -> bool:
        """A clean end, under a live bridge, with every answer exactly once."""
        return self.exit == 0 and self.live and not self.timed_out and self.verdict.right


def try_unprotected(
    runner: Runner, case: Case, *, tries: int, timeout: float, on_try: Callable[[int], None]
) -> Unprotected:
    """Run the case until its JVM dies, but no more than ``tries`` times."""
    seen = Unprotected()
    while seen.tries < tries and not seen.deaths:
        seen.tries += 1
        on_try(seen.tries)
        run = _unless_stopped(runner.run(case, protected=False, timeout=timeout))
        seen.deaths += run.died
        seen.timeouts += run.outcome.timed_out
        seen.exits.append(run.outcome.code)
        seen.results.append(run.verdict.results)
        seen.seconds.append(round(run.outcome.seconds, 1))
        seen.frame = run.frame
        seen.hazard = _hazard(run)
        seen.crash_file = run.crash_file
    return seen


def _hazard(run: Run) -> str | None:
    if run.crash_file is None:
        return None
    verdict = judge(read_crash(run.crash_file))
    return next((f"{verdict.sure} {h.row} ({h.title})" for h in verdict.hazards), None)


def run_protected(
    runner: Runner,
    case: Case,
    *,
    timeout: float,
    on_count: Callable[[int], None],
    recording: Path | None = None,
) -> Protected:
    """Run the case once under the bridge, recorded or not."""
    run = _unless_stopped(
        runner.run(case, protected=True, timeout=timeout, on_count=on_count, recording=recording)
    )
    return Protected(
        exit=run.outcome.code,
        died=run.died,
        timed_out=run.outcome.timed_out,
        live=any(event["event"] == "live" for event in run.events),
        verdict=run.verdict,
        seconds=round(run.outcome.seconds, 1),
        routes=_routes(run.events),
        frame=run.frame,
        log=run.log,
    )


def _routes(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The calls by route, and those on lanes by the kind of their source thread, summed up."""
    calls: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for event in events:
        if event["event"] == "closed":
            statistics = event["statistics"]
            calls.update({name: statistics[name] for name in _ROUTES})
            sources.update(statistics[_SOURCES])
    return {**{name: calls[name] for name in _ROUTES}, _SOURCES: dict(sources)}


def _unless_stopped(run: Run) -> Run:
    if run.outcome.stopped_by is not None:
        raise StoppedError(run.outcome.stopped_by)
    return run

"""Jobs that are fed by the test, and what they cost."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import psutil

from tests.agents.jobs import Jobs
from tests.bridge.calls import Call

PATIENCE = 60  # seconds
TIMES = ("busyTimeMsPerSecond", "idleTimeMsPerSecond", "backPressuredTimeMsPerSecond")


def wait_for(what: str, wanted: int, count: Callable[[], int]) -> None:
    """Ask the JVM until there are so many; a key that is parked passes no gate."""
    deadline = time.monotonic() + PATIENCE
    while (there := count()) < wanted:
        assert time.monotonic() < deadline, f"{there} of {wanted} {what} after {PATIENCE} s"


@dataclass
class Flow:
    """One such job; settings are Flink's."""

    jobs: Jobs
    name: str
    plan: str
    settings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        settings = {**self.jobs._settings({}), **self.settings}
        self.java = self.jobs.session.jvm.view.waiting.Flow.of(self.name, self.plan, settings)
        self._caller = self.jobs.caller()

    def give(self, records: Sequence[tuple[str, Any]]) -> None:
        """Each has a key and a value."""
        values = [cloudpickle.dumps(value) for _, value in records]
        self.java.giveAll([key for key, _ in records], values)

    def begin_take(self, count: int) -> Call:
        """Wait for so many results."""
        return self._caller.begin(self.java.take(count))

    def take(self, count: int, seconds: int = 120) -> list[Any]:
        """So many results."""
        return taken(self.begin_take(count), seconds)

    def ask(self, task: Any, seconds: int = 120) -> Any:
        """Have something done on a thread of its own."""
        return self.jobs.caller().begin(task).result(seconds)

    def end(self, seconds: int = 120) -> list[Any]:
        """End its input; the results that are left."""
        self.java.end()
        return [cloudpickle.loads(bytes(each)) for each in self.ask(self.java.rest(), seconds)]

    def times(self) -> dict[str, float]:
        """Of the operator's last seconds: milliseconds of each that it was busy, and so on."""
        vertices = json.loads(self.ask(self.java.ask("")))["vertices"]
        operator = next(v["id"] for v in vertices if "action-execute" in v["name"])
        path = f"/vertices/{operator}/subtasks/metrics?get={','.join(TIMES)}"
        told = json.loads(self.ask(self.java.ask(path)))
        return {each["id"].removesuffix("TimeMsPerSecond"): each["avg"] for each in told}


def taken(call: Call, seconds: int = 120) -> list[Any]:
    """The results of a take that was begun."""
    return [cloudpickle.loads(bytes(each)) for each in call.result(seconds)]


@dataclass
class Cost:
    """CPU that a JVM and its mailbox threads take, from the making to ``shares``."""

    jobs: Jobs

    def __post_init__(self) -> None:
        self._process = psutil.Process(self.jobs.session.jvm.pid)
        self._began = self._now()

    def _now(self) -> tuple[float, float, float]:
        times = self._process.cpu_times()
        mailbox = self.jobs.session.jvm.view.waiting.Flow.mailboxCpu() / 1e9
        return time.monotonic(), times.user + times.system, mailbox

    def shares(self) -> tuple[float, float]:
        """Of one core: that of the whole process, and that of the mailbox threads."""
        seconds, process, mailbox = (
            now - then for now, then in zip(self._now(), self._began, strict=True)
        )
        return process / seconds, mailbox / seconds

"""Jobs in a JVM of the test's own."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import cloudpickle  # type: ignore[import-untyped]

from tests.bridge.calls import Call, Caller, plain
from tests.bridge.session import Session

OPERATOR = "action-execute-operator"
JAVA_THREADS = 3
COLLECT_EVERY = 150  # handles


@dataclass
class Jobs:
    """A JVM while a ``with`` block lasts, and the jobs in it."""

    session: Session
    _callers: int = field(default=0)

    def __enter__(self) -> "Jobs":
        self.session.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        # What Flink leaves in a JVM's temporary folder is not ours to clean up.
        for left in (self.session.place.folder / "jvm-tmp").glob("flink-*"):
            shutil.rmtree(left)
        self.session.__exit__(kind, error, at)

    def java(
        self, agents: Sequence[str], questions: Sequence[str], **settings: str
    ) -> "RunningJob":
        """Begin a job of agents in Java, chained; settings are Flink's, with ``_`` for ``.``."""
        names = [name if "." in name else f"agentjobs.{name}" for name in agents]
        job = self.session.jvm.view.agentjobs.Job
        given = self._settings(settings)
        return RunningJob(self, job.ofJavaAgents(names, list(questions), JAVA_THREADS, given))

    def python(
        self, plan: str, records: Sequence[tuple[str, Any]], **settings: str
    ) -> "RunningJob":
        """Begin a job of an agent in Python; each record has a key and a value."""
        keys = [key for key, _ in records]
        values = [cloudpickle.dumps(value) for _, value in records]
        job = self.session.jvm.view.agentjobs.Job
        return RunningJob(self, job.ofPython(plan, keys, values, self._settings(settings)))

    def _settings(self, settings: Mapping[str, str]) -> dict[str, str]:
        folder = self.session.place.folder / "flink"
        folder.mkdir(exist_ok=True)
        return {
            "python.executable": sys.executable,
            "python.client.executable": sys.executable,
            "parallelism.default": "1",
            "restart-strategy.type": "none",
            "io.tmp.dirs": str(folder),
            "blob.storage.directory": str(folder),
            **{name.replace("_", "."): value for name, value in settings.items()},
        }

    def caller(self) -> Caller:
        """Another thread of the JVM."""
        self._callers += 1
        return self.session.source(f"job-waiter-{self._callers}")

    def threads(self) -> list[str]:
        """The names of the JVM's live threads that operators and the bridge have made."""
        stacks = self.session.jvm.view.java.lang.Thread.getAllStackTraces()
        return sorted(name for name in (t.getName() for t in stacks) if OPERATOR in name)


@dataclass
class RunningJob:
    """A job that has been submitted."""

    jobs: Jobs
    java: Any

    def begin_results(self) -> Call:
        """Wait for its end on another thread."""
        return self.jobs.caller().begin(self.java.results())

    def results(self, seconds: int = 90) -> list[Any]:
        """All its results; raises what made it fail."""
        return list(plain(self.begin_results().result(seconds)))

    def objects(self, seconds: int = 90) -> list[Any]:
        """The results of an agent in Python."""
        return [cloudpickle.loads(bytes(result)) for result in self.results(seconds)]

    def cancel(self, seconds: int = 170) -> str:
        """Cancel it; what its end is said to be."""
        return str(self.jobs.caller().begin(self.java.cancel()).result(seconds))

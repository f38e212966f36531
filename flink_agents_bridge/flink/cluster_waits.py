"""Waiting for what a cluster's jobs do, with an eye on its JVMs."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from flink_agents_bridge.flink.rest import FlinkRest
from flink_agents_bridge.flink.standalone_home import ClusterError

_TICK = 0.1  # seconds


class ClusterWaits(ABC):
    """The part of a cluster that waits; each wait has a bound.

    Attributes:
        rest: the JobManager's REST interface.
        folder: what the cluster writes is below it.
    """

    rest: FlinkRest
    folder: Path

    @abstractmethod
    def check(self) -> None:
        """See that all JVMs live.

        Raises:
            JvmDiedError: one does not; each death is told once.
        """

    def wait_for(self, what: str, seconds: float, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds.

        Raises:
            ClusterError: it did not in time.
            JvmDiedError: a JVM died meanwhile.
        """
        deadline = time.monotonic() + seconds
        while not condition():
            self.check()
            if time.monotonic() > deadline:
                raise ClusterError(f"No {what} within {seconds:g} s.")
            time.sleep(_TICK)

    def wait_for_state(self, job: str, state: str, seconds: float) -> None:
        """Wait until the job is in this state, or in another that it cannot leave."""
        ends = {"FINISHED", "FAILED", "CANCELED"}
        self.wait_for(f"{state} job {job}", seconds, lambda: self.rest.state(job) in {state, *ends})
        told = self.rest.state(job)
        if told in ends - {state}:
            reasons = "\n".join(self.rest.exceptions(job))
            raise ClusterError(f"Job {job} is {told}, not {state}:\n{reasons}")

    def wait_for_checkpoint(self, job: str, seconds: float) -> None:
        """Wait until a checkpoint is complete that began after this call."""
        # One may be under way that began before.
        wanted = self.rest.completed_checkpoints(job) + 2
        self.wait_for("checkpoint", seconds, lambda: self.rest.completed_checkpoints(job) >= wanted)

    def savepoint(self, job: str, seconds: float = 60.0, *, stop: bool = False) -> Path:
        """Make a savepoint, and stop the job at it if that is asked for."""
        request = self.rest.begin_savepoint(job, self.folder / "savepoints", stop=stop)
        found: list[Path] = []

        def made() -> bool:
            found.extend(filter(None, [self.rest.savepoint(job, request)]))
            return bool(found)

        self.wait_for("savepoint", seconds, made)
        return found[0]

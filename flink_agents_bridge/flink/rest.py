"""Flink's REST interface, as far as running and watching jobs needs it."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from flink_agents_bridge.errors import BridgeError

_PATIENCE = 30.0  # seconds for one answer
_SHOWN = 60  # bytes of an answer that is no JSON
# What listens on loopback is never reached through a proxy.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class RestError(BridgeError):
    """Flink's JobManager refused a request, or could not be reached.

    Attributes:
        status: of the answer; None if there was none.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class FlinkRest:
    """A JobManager's REST interface; each method is one request and raises ``RestError``.

    Attributes:
        address: host, port and, behind a proxy, the path below which it is reached.
    """

    address: str

    def get(self, path: str) -> Any:
        """What the JobManager answers."""
        return self._ask("GET", path)

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Have something done."""
        return self._ask("POST", path, body)

    def overview(self) -> dict[str, Any]:
        """The cluster in numbers: ``taskmanagers``, ``slots-total``, ``slots-available``."""
        return dict(self.get("/overview"))

    def task_managers(self) -> list[dict[str, Any]]:
        """Those that are registered."""
        return list(self.get("/taskmanagers")["taskmanagers"])

    def jobs(self) -> dict[str, str]:
        """The state of each job, by its id."""
        return {job["id"]: job["status"] for job in self.get("/jobs")["jobs"]}

    def job(self, job: str) -> dict[str, Any]:
        """A job with its vertices."""
        return dict(self.get(f"/jobs/{job}"))

    def state(self, job: str) -> str:
        """A job's state, such as ``RUNNING``, ``FINISHED`` or ``FAILED``."""
        return str(self.job(job)["state"])

    def exceptions(self, job: str) -> list[str]:
        """The stack traces of a job's failures, newest first."""
        history = self.get(f"/jobs/{job}/exceptions")["exceptionHistory"]
        return [entry["stacktrace"] for entry in history["entries"]]

    def restarts(self, job: str) -> int:
        """How often the subtasks of a job were started again, at most."""
        vertices = [vertex["id"] for vertex in self.job(job)["vertices"]]
        told = [self.get(f"/jobs/{job}/vertices/{vertex}")["subtasks"] for vertex in vertices]
        return max(int(subtask["attempt"]) for subtasks in told for subtask in subtasks)

    def checkpoints(self, job: str) -> dict[str, Any]:
        """Counts, history and the latest of each kind."""
        return dict(self.get(f"/jobs/{job}/checkpoints"))

    def completed_checkpoints(self, job: str) -> int:
        """How many there were, savepoints among them."""
        return int(self.checkpoints(job)["counts"]["completed"])

    def metrics(self, job: str, vertex: str, names: Iterable[str]) -> dict[str, str]:
        """A vertex's metrics; ``0.numRecordsIn`` is that of its first subtask."""
        told = self.get(f"/jobs/{job}/vertices/{vertex}/metrics?get={','.join(names)}")
        return {metric["id"]: metric["value"] for metric in told}

    def cancel(self, job: str) -> None:
        """Have a job cancelled; it is not yet when this returns."""
        self._ask("PATCH", f"/jobs/{job}?mode=cancel")

    def begin_savepoint(self, job: str, folder: Path, *, stop: bool = False) -> str:
        """Have a savepoint made, at which the job stops if that is asked for; the request's id."""
        body: dict[str, Any] = {"targetDirectory" if stop else "target-directory": folder.as_uri()}
        body.update({"drain": False} if stop else {"cancel-job": False})
        told = self.post(f"/jobs/{job}/{'stop' if stop else 'savepoints'}", body)
        return str(told["request-id"])

    def savepoint(self, job: str, request: str) -> Path | None:
        """Where the savepoint is; None while it is being made."""
        told = self.get(f"/jobs/{job}/savepoints/{request}")
        if told["status"]["id"] != "COMPLETED":
            return None
        if "location" not in told["operation"]:
            reason = told["operation"]["failure-cause"]["stack-trace"]
            raise RestError(f"The savepoint of job {job} failed: {reason}")
        return Path(told["operation"]["location"].removeprefix("file:"))

    def text(self, path: str, most: int) -> str:
        """The beginning of what is no JSON, such as a log: ``most`` bytes of it."""
        return self._read("GET", path, most=most).decode(errors="replace")

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        told = self._read(method, path, body)
        try:
            return json.loads(told or b"null")
        except ValueError as error:
            begin = told[:_SHOWN].decode(errors="replace")
            raise RestError(
                f"{self.address} answers {method} {path} with what is no JSON ({begin!r}): name "
                f"the address of Flink's REST interface, below which /overview is found."
            ) from error

    def _read(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        most: int | None = None,
    ) -> bytes:
        try:
            request = urllib.request.Request(
                f"http://{self.address}{path}",
                data=None if body is None else json.dumps(body).encode(),
                headers={"Content-Type": "application/json"},
                method=method,
            )
            with _OPENER.open(request, timeout=_PATIENCE) as answer:
                return bytes(answer.read(most))
        except urllib.error.HTTPError as error:
            raise RestError(
                f"{method} {path} was refused by {self.address} with {error.code} "
                f"{error.reason}: {_reason(error)}",
                error.code,
            ) from error
        except (OSError, HTTPException, ValueError) as error:
            raise RestError(f"{self.address} does not answer {method} {path}: {error}") from error


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return error.read().decode(errors="replace")
    except (OSError, HTTPException):
        return "the reason was not sent whole"

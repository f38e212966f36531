"""The real operator's metrics in Flink's REST API and in its reporter for Prometheus."""

import json
import re
import socket
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.agents.embedded_records import records
from tests.agents.jobs import OPERATOR, Jobs
from tests.bridge.calls import PATIENCE, plain, until

DOCS = Path(__file__).parents[2] / "docs"
PREFIX = "flink_taskmanager_job_task_operator_python_bridge_"
ROW = re.compile(r"^\| `(\w+)` \| .+ \| (Counter|Gauge|Histogram) \|$", re.MULTILINE)
THREADS = 4
PLENTY = 400  # records; the job is cancelled long before their end
A_SECOND = 1e9  # nanoseconds
OF_HISTOGRAMS = {"min", "max", "mean", "stddev", "median"} | {
    f"p{n}" for n in (75, 90, 95, 98, 99, 999)
}


def documented() -> dict[str, str]:
    """The type of each metric in the page about them."""
    return dict(ROW.findall((DOCS / "metrics.md").read_text(encoding="utf-8")))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Rest:
    """Flink's REST API on the loopback interface."""

    def __init__(self, port: int) -> None:
        self._port = port

    def get(self, path: str) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=10)
        with closing(connection):
            connection.request("GET", path)
            return json.load(connection.getresponse())

    def operator_metrics(self) -> dict[str, float]:
        """Those of the bridge, by their names in the group."""
        found: dict[str, float] = {}
        for job in self.get("/jobs")["jobs"]:
            for vertex in self.get(f"/jobs/{job['id']}")["vertices"]:
                metrics = f"/jobs/{job['id']}/vertices/{vertex['id']}/subtasks/0/metrics"
                ids = [m["id"] for m in self.get(metrics) if ".python_bridge." in m["id"]]
                if ids:
                    assert all(name.startswith(OPERATOR) for name in ids)
                    for each in self.get(f"{metrics}?get={','.join(ids)}"):
                        name = each["id"].split(".python_bridge.")[1]
                        found[name] = float(each["value"])
        return found


@pytest.fixture(scope="module")
def seen(
    start_jobs: Callable[..., Jobs], make_plan: Callable[[str], str]
) -> tuple[dict[str, float], dict[str, float]]:
    """A job under way: what the REST API tells, and what Prometheus would get."""
    port = free_port()
    settings = {
        "rest_address": "127.0.0.1",
        "rest_bind-address": "127.0.0.1",
        "rest_port": str(port),
        "rest_bind-port": str(port),
        "metrics_fetcher_update-interval": "100",
        "metrics_reporters": "quiet",
        "metrics_reporter_quiet_factory_class": "org.apache.flink.metrics.prometheus.QuietReporter",
    }
    with start_jobs({"time-inline": 1}) as jobs:
        flow = records(["slow"] * PLENTY, ["javaOverPython"])
        job = jobs.python(make_plan("Awaiting"), flow, **settings)
        rest = Rest(port)
        deadline = time.monotonic() + PATIENCE
        told: dict[str, float] = {}
        while told.get("laneRunNanos_max", 0) < A_SECOND:
            assert time.monotonic() < deadline, told
            told = rest.operator_metrics()
        samples = plain(
            jobs.session.jvm.view.org.apache.flink.metrics.prometheus.QuietReporter.samples()
        )
        job.cancel(60)
        until(lambda: not jobs.threads())
    prometheus = {
        name.removeprefix(PREFIX): value
        for name, value in samples.items()
        if name.startswith(PREFIX)
    }
    return told, prometheus


def test_rest(seen: tuple[dict[str, float], Any]) -> None:
    """B10: every metric of the page is there while a job runs, of its type, with its value."""
    told = seen[0]
    expected = {
        name if kind != "Histogram" else f"{name}_{part}"
        for name, kind in documented().items()
        for part in (OF_HISTOGRAMS if kind == "Histogram" else {""})
    }
    assert set(told) == expected
    assert told["laneLimit"] == THREADS >= told["lanes"] >= told["lanesInUse"] >= 0
    assert THREADS >= told["sourceThreads"] == told["attachedCPythonThreads"] > 0
    assert told["liveInterpreters"] == told["interpretersMade"] > 1
    assert told["ownerCalls"] > told["laneCalls"] > 0
    # The numbers are read one after the other while calls go on.
    assert abs(told["laneCalls"] - told["laneCallsOfCPython"]) <= THREADS
    assert 0 < told["queueWaitNanos_min"] <= told["queueWaitNanos_max"]
    assert A_SECOND <= told["laneRunNanos_max"] < 60 * A_SECOND, "a model takes a second"
    assert 0 < told["inlineRunNanos_median"] < A_SECOND
    assert told["handlesMade"] > 0
    assert told["liveHandles"] > 0
    assert told["refusedCalls"] == told["stalls"] == told["interpretersLeaked"] == 0


def test_dashboard(seen: tuple[Any, dict[str, float]]) -> None:
    """B10: each metric that the dashboard asks for is one that Flink's reporter makes."""
    text = (DOCS / "grafana-dashboard.json").read_text(encoding="utf-8")
    json.loads(text)
    asked = set(re.findall(PREFIX + r"(\w+)", text))
    made = {name.split(" ")[0] for name in seen[1]}
    assert asked
    assert asked <= made
    quantiles = set(re.findall(r'quantile=\\"([\d.]+)\\"', text))
    assert quantiles <= {name.split(" ")[1] for name in seen[1] if " " in name}
    assert made >= set(documented())

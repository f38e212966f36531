"""Unmodified Flink Agents jobs under the agent. That they die without it is the demo's own test."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import flink_agents_bridge.demo
from flink_agents_bridge.demo.cases import ASYNC, BUILTIN, Case, judge
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, read_report
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.local_job import crash_pattern, job_environment, python_environment
from flink_agents_bridge.flink.supervisor import Task, supervise

DEMO_JOB = Path(flink_agents_bridge.demo.__file__).parent / "job"
OWN_JOB = Path(__file__).parent / "job"


def account(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The one manager's final numbers; they must be even."""
    assert [event["event"] for event in events] == ["live", "closed"]
    told: dict[str, Any] = events[1]["statistics"]
    assert told["interpretersMade"] == told["interpretersClosed"]
    assert told["interpretersLeaked"] == told["refusedCalls"] == 0
    return told


@pytest.mark.parametrize("case", [ASYNC, BUILTIN], ids=lambda case: case.name)
def test_a_job_completes(newest_jdk: Jdk, tmp_path: Path, case: Case) -> None:
    """T2, R2, R4, R8, B1: each answer exactly once, with Python's threads on lanes."""
    run = Runner(newest_jdk, tmp_path).run(case, protected=True, timeout=120)
    assert run.complete, run.log
    assert not run.died
    told = account(run.events)
    assert told["laneLimit"] == case.threads
    assert told["ownerCalls"] >= case.records
    assert told["laneCallsBySourceKind"]["cpython"] > 0
    assert told["laneCalls"] == told["laneCallsBySourceKind"]["cpython"]
    assert told["workerCalls"] == 0  # 0.2.x has no threads of that kind
    assert 1 <= told["interpretersMade"] - 1 <= case.threads  # the others are the lanes'


def test_one_resource_for_all_interpreters(
    newest_jdk: Jdk, tmp_path: Path, installation: Any, models_jar: Path
) -> None:
    """R10: calls from several lanes reach one and the same Python model client.

    Also those that ask for it at the same moment at first, for which the release makes one each.
    """
    case = replace(ASYNC, records=24, pause_ms=100)
    answers, report = tmp_path / "answers", tmp_path / "report.jsonl"
    command = [sys.executable, str(OWN_JOB / "identity_job.py"), case.agent, case.model]
    command += [f"--records={case.records}", f"--keys={case.keys}", f"--threads={case.threads}"]
    command += [f"--jar={models_jar}", f"--answers={answers}"]
    flags = [
        f"-Djava.io.tmpdir={tmp_path}",
        *agent_flags(agent_jar(), newest_jdk, {"report": report}),
    ]
    variables = own_variables(case, tmp_path, installation.flink_python_jar.parents[2])
    env = job_environment(variables, newest_jdk, tmp_path, flags)
    with (tmp_path / "log").open("wb") as log:
        task = Task(command, env, crash_file=crash_pattern(env), output=log, timeout=120)
        outcome = supervise(task)
    assert outcome.code == 0, (tmp_path / "log").read_text(errors="replace")[-4000:]
    lines = answers.read_text().splitlines()
    assert judge(case, lines).right
    objects, threads = zip(*(line.rpartition("@")[2].split() for line in lines), strict=True)
    assert len(set(objects)) == 1
    assert len(set(threads)) > 1
    assert account(read_report(report))["interpretersMade"] > 2


def own_variables(case: Case, folder: Path, site_packages: Path) -> dict[str, str]:
    return {
        **python_environment([site_packages, DEMO_JOB, OWN_JOB], folder),
        "FLINK_AGENTS_BRIDGE_DEMO_PAUSE_MS": str(case.pause_ms),
        "FLINK_AGENTS_BRIDGE_DEMO_HISTORY": str(case.history),
    }

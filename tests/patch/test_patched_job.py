"""The demo's job on patched jars: no JVM of it gets a flag."""

from pathlib import Path

import pytest

from benchmarks.chat.places import linked_home, linked_packages
from flink_agents_bridge.demo.cases import BUILTIN
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.agent import option_text, read_report
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import find_jdk
from tests.patch.instead_of_agent import PatchedJars


def test_a_job_completes(
    installation: Installation,
    patched_jars: PatchedJars,
    site_packages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B1, T2, R4: every answer exactly once, with Python's threads on lanes."""
    flink_home = linked_home(installation, patched_jars, tmp_path / "flink")
    report = tmp_path / "report.jsonl"
    monkeypatch.setenv("FLINK_HOME", str(flink_home))
    monkeypatch.setenv("FLINK_AGENTS_BRIDGE_OPTIONS", option_text({"report": report}))
    runner = Runner(find_jdk(feature=25), tmp_path)
    agents = {jar: patched_jars[jar] for jar in installation.flink_agents_jars}
    packages = linked_packages(site_packages, agents, tmp_path / "packages")
    monkeypatch.setattr(runner, "_site_packages", packages)
    run = runner.run(BUILTIN, protected=False, timeout=180)
    assert run.complete, run.log
    live, closed = read_report(report)
    [jar] = (flink_home / "opt").iterdir()
    assert live["pemja"] == f"file:{jar.resolve()}"
    told = closed["statistics"]
    assert told["laneLimit"] == BUILTIN.threads
    assert told["laneCallsBySourceKind"]["cpython"] > 0
    assert told["interpretersMade"] == told["interpretersClosed"]
    assert told["interpretersLeaked"] == told["refusedCalls"] == 0

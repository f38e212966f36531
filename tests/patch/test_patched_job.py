"""The demo's job on patched jars: no JVM of it gets a flag."""

from pathlib import Path

import pytest

from flink_agents_bridge.demo.cases import BUILTIN
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.agent import option_text, read_report
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import find_jdk
from tests.patch.conftest import packages_with
from tests.patch.instead_of_agent import PatchedJars


@pytest.fixture
def flink_home(installation: Installation, patched_jars: PatchedJars, tmp_path: Path) -> Path:
    """The installed Flink, by links, but for its flink-python jar."""
    made = tmp_path / "flink"
    (made / "opt").mkdir(parents=True)
    jar = installation.flink_python_jar
    for part in ("bin", "conf", "lib"):
        (made / part).symlink_to(jar.parent.parent / part)
    (made / "opt" / jar.name).symlink_to(patched_jars[jar])
    return made


def test_a_job_completes(
    flink_home: Path,
    installation: Installation,
    patched_jars: PatchedJars,
    site_packages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B1, T2, R4: every answer exactly once, with Python's threads on lanes."""
    report = tmp_path / "report.jsonl"
    monkeypatch.setenv("FLINK_HOME", str(flink_home))
    monkeypatch.setenv("FLINK_AGENTS_BRIDGE_OPTIONS", option_text({"report": report}))
    runner = Runner(find_jdk(feature=25), tmp_path)
    agents = {jar: patched_jars[jar] for jar in installation.flink_agents_jars}
    packages = packages_with(agents, site_packages, tmp_path)
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

"""The build hook: no jar, no wheel."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"agent": "weave", "agent-attach": "weave", "scan": "scan"}
JARS = {name: f"flink-agents-bridge-{name}.jar" for name in MODULES}
FAKE_MAVEN = f"""
import pathlib, sys
root = pathlib.Path(__file__).parent
(root / "target").mkdir(exist_ok=True)
with open(root / "target" / "calls", "a") as calls:
    print(*sys.argv[1:], file=calls)
for name, module in {MODULES}.items():
    (root / module / "target").mkdir(parents=True, exist_ok=True)
    (root / module / "target" / f"flink-agents-bridge-{{name}}.jar").write_bytes(name.encode())
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """This project's build over a package with nothing in it."""
    root = tmp_path / "project"
    for name in (
        ".gitignore",
        "pyproject.toml",
        "hatch_build.py",
        "LICENSE",
        "dev/agent_jar.py",
        "java/mvnw",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    (root / "README.md").write_text("# Readme\n")
    (root / "flink_agents_bridge").mkdir()
    (root / "flink_agents_bridge" / "__init__.py").touch()
    (root / "java" / "pom.xml").write_text("<project/>")
    return root


def build(root: Path, java_home: Path) -> "subprocess.CompletedProcess[str]":
    """Make a wheel into ``dist``."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=root,
        env={**os.environ, "JAVA_HOME": str(java_home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def calls(root: Path) -> list[str]:
    file = root / "java" / "target" / "calls"
    return file.read_text().splitlines() if file.exists() else []


def test_a_failing_maven_fails_the_build(project: Path, java_home: Path) -> None:
    done = build(project, java_home)
    assert done.returncode != 0
    assert "Maven ended with exit code 1" in done.stderr
    assert not list((project / "dist").glob("*.whl"))


def test_the_wheel_has_the_jars_and_maven_the_version(project: Path, java_home: Path) -> None:
    (project / "java" / "mvnw").write_text(FAKE_MAVEN)
    done = build(project, java_home)
    assert done.returncode == 0, done.stderr
    [wheel] = (project / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name, jar in JARS.items():
            assert archive.read(f"flink_agents_bridge/jars/{jar}") == name.encode()
    [call] = calls(project)
    assert f"-Drevision={wheel.name.split('-')[1]}" in call.split()
    assert call.split()[-1] == "package"


def test_maven_runs_only_for_changed_sources(project: Path, java_home: Path) -> None:
    (project / "java" / "mvnw").write_text(FAKE_MAVEN)
    assert build(project, java_home).returncode == 0
    (project / "java" / "target" / "calls").rename(project / "calls")
    assert build(project, java_home).returncode == 0
    assert calls(project) == []
    (project / "java" / "pom.xml").write_text("<project></project>")
    assert build(project, java_home).returncode == 0
    assert len(calls(project)) == 1

"""``doctor`` (B13): the facts, what is wrong with them, and what to do."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from flink_agents_bridge.cli.doctor import doctor
from flink_agents_bridge.embedded import startup
from flink_agents_bridge.flink import agent, diagnosis
from flink_agents_bridge.flink.diagnosis import ask_weaver, diagnose
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.pemja_jar import pemja_versions
from tests.cli.conftest import Bridge


def test_a_good_installation_has_no_finding(
    bridge: Bridge, jdk: Jdk, installation: Installation
) -> None:
    """B13: the facts are those of this very environment."""
    done = bridge("doctor", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["healthy"], told["findings"]) == (0, True, [])
    facts = told["facts"]
    assert facts["JDK"] == f"{jdk.version} ({jdk.home})"
    assert facts["apache-flink"] == installation.flink == "2.2.1"
    assert facts["Pemja, native side"] == facts["Pemja, Java side"] == "0.5.7"
    assert facts["weaver"] == "accepts"
    assert facts["JVM flags"].startswith("-javaagent:")
    assert Path(facts["site-packages inside the JVM"]).is_dir()
    assert Path(facts["libpython"]).exists()


def test_it_prints_for_a_person_too(bridge: Bridge) -> None:
    done = bridge("doctor")
    assert done.returncode == 0
    assert "A job would run protected here." in done.stdout


def test_a_python_without_flink_and_a_missing_jdk_are_all_told(
    bridge: Bridge, tmp_path: Path
) -> None:
    """B13: one run names everything."""
    bare = tmp_path / "bare-python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -I "$@"\n')
    bare.chmod(0o755)
    done = bridge("doctor", "--json", "--python", bare, "--java-home", "/nowhere")
    told = json.loads(done.stdout)
    assert (done.returncode, told["healthy"]) == (1, False)
    whats = " ".join(finding["what"] for finding in told["findings"])
    for missing in ("/nowhere, where no java is", "apache-flink is not", "flink-agents is not"):
        assert missing in whats
    assert all(finding["remedy"] for finding in told["findings"])


def test_a_python_that_is_none_is_told(bridge: Bridge) -> None:
    done = bridge("doctor", "--python", "/no/python")
    assert done.returncode == 1
    assert "/no/python cannot be asked what is installed in it" in done.stdout


def test_a_program_that_is_no_python_is_told(bridge: Bridge) -> None:
    """B13: it ends well and says nothing."""
    done = bridge("doctor", "--python", "true")
    assert (done.returncode, done.stderr) == (1, "")
    assert "true cannot be asked what is installed in it (it says nothing of itself)" in done.stdout


def test_a_missing_agent_jar_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "_PACKAGE", tmp_path)
    findings = diagnose().findings
    assert [finding.severity for finding in findings] == ["error"]
    assert "The agent jar is missing" in findings[0].what


Change = Callable[..., None]


@pytest.fixture
def installed_with(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Change:
    """Let the doctor see this environment with some facts changed."""

    def change(changes: dict[str, str | None]) -> None:
        facts = {**installation.facts, **changes}
        changed = Installation({name: fact for name, fact in facts.items() if fact is not None})
        monkeypatch.setattr(diagnosis, "find_installation", lambda _: changed)

    return change


def test_two_sides_of_different_versions_are_an_error(installed_with: Change) -> None:
    """B13: a jar and a wheel that do not belong together."""
    installed_with({"pemja": "0.6.0"})
    [finding] = [one for one in diagnose().findings if one.severity == "error"]
    assert "is 0.6.0, but its Java side is 0.5.7" in finding.what
    assert "pemja==0.5.7" in finding.remedy


def test_pemja_055s_own_fault_is_named(installed_with: Change) -> None:
    """B13: what Pemja does by itself is a warning, since it is mended but for a rest."""
    installed_with({"pemja": "0.5.5"})
    named = [one for one in diagnose().findings if "pyjobject_init" in one.what]
    assert [one.severity for one in named] == ["warning"]
    assert "No JcpThread instance" in named[0].what
    assert "apache-flink 2.2.1" in named[0].remedy


@pytest.mark.parametrize(
    ("changes", "what", "remedy"),
    [
        ({"libpython": None}, "no shared libpython", "--enable-shared"),
        ({"find-libpython": None}, "find-libpython, by which", "install find-libpython there"),
        ({"pemja-folder": None}, "pemja is not installed", "install apache-flink there"),
        ({"pemja-tags": "cpython-39-x"}, "is for cpython-39-x, not for", "look in PYTHONPATH"),
        ({"pemja-tags": ""}, "is for no Python, not for", "install pemja for"),
        (
            {"inside-error": "No module named 'encodings'", "PYTHONHOME": "/nowhere"},
            "would end the JVM as it starts (No module named 'encodings'): PYTHONHOME is /nowhere",
            "start the JVM without PYTHONHOME",
        ),
        (
            {"inside-error": "No module named 'encodings'", "prefix": "/opt/python"},
            "the python3 on PATH is not of this Python",
            "put /opt/python/bin first on the JVM's PATH",
        ),
    ],
)
def test_what_keeps_a_job_from_starting(
    installed_with: Change, changes: dict[str, str | None], what: str, remedy: str
) -> None:
    """B13: the agent refuses the same, with the same words."""
    installed_with({"PYTHONHOME": None, **changes})
    told = diagnose()
    [finding] = told.findings
    assert (finding.severity, told.healthy) == ("error", False)
    assert what in finding.what
    assert remedy in finding.remedy


def test_another_standard_library_is_a_warning(installed_with: Change) -> None:
    """B13: which one, and how the JVM came there."""
    installed_with({"inside-library": "/usr/lib/python3", "PYTHONHOME": None})
    told = diagnose()
    [finding] = told.findings
    assert (finding.severity, told.healthy) == ("warning", True)
    assert "standard library from /usr/lib/python3 instead of" in finding.what
    assert "since PATH leads there" in finding.what
    assert finding.remedy.endswith("bin first on the JVM's PATH")


def test_it_says_what_a_job_would_run_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B13: asked in the environment of the command, as the JVM would be."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nunset PYTHONHOME\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    done = CliRunner().invoke(doctor, ["--python", str(python)])
    assert done.exit_code == 1
    assert "(No module named 'encodings'): PYTHONHOME is /nowhere" in done.stdout


@pytest.mark.parametrize(("version", "warned"), [("17.0.1", True), ("22", False)])
def test_a_temporary_folder_without_executables(
    monkeypatch: pytest.MonkeyPatch, version: str, warned: bool
) -> None:
    """B13: where the agent needs JNA, which unpacks native code."""
    flags = SimpleNamespace(f_flag=os.ST_NOEXEC)
    monkeypatch.setattr(os, "statvfs", lambda _: flags)
    monkeypatch.setattr(
        diagnosis, "find_jdk", lambda *_, **__: replace(find_jdk(), version=version)
    )
    told = [finding for finding in diagnose().findings if "noexec" in finding.what]
    assert [finding.severity for finding in told] == (["warning"] if warned else [])
    assert all("-Djna.tmpdir=FOLDER" in finding.remedy for finding in told)


def altered(jar: Path, target: Path, change: str, into: bytes | None) -> Path:
    """A copy of Pemja's classes with one changed, or left out."""
    with zipfile.ZipFile(jar) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            if name.startswith("pemja/") and name.endswith(".class"):
                content = into if name == change else source.read(name)
                if content is not None:
                    copy.writestr(name, content)
    return target


def test_the_jars_version_goes_by_its_classes(installation: Installation, tmp_path: Path) -> None:
    jar = installation.flink_python_jar
    assert pemja_versions(jar) == ("0.5.7",)
    same = altered(jar, tmp_path / "same.jar", "", None)
    assert pemja_versions(same) == ("0.5.7",)
    other = altered(jar, tmp_path / "other.jar", "pemja/utils/CommonUtils.class", b"")
    assert pemja_versions(other) == ()
    with zipfile.ZipFile(other, "a") as archive:
        archive.writestr("META-INF/maven/com.alibaba/pemja/pom.properties", "version=0.7.1\n")
    assert pemja_versions(other) == ("0.7.1",)


def test_a_refusal_of_the_weaver_is_an_error(
    installed_with: Change, installation: Installation, tmp_path: Path
) -> None:
    """B13: all or nothing; the reason is the weaver's own sentence."""
    (tmp_path / "opt").mkdir()
    jar = tmp_path / "opt" / "flink-python-9.jar"
    altered(installation.flink_python_jar, jar, "pemja/core/object/PyObject.class", None)
    installed_with({"pyflink": str(tmp_path)})
    told = diagnose()
    assert told.facts["weaver"] == "refuses"
    assert not told.healthy
    assert any("core/object/PyObject is missing" in finding.what for finding in told.findings)


def test_the_weaver_accepts_what_is_installed(
    jdk: Jdk, agent_jar: Path, installation: Installation
) -> None:
    """B1: an unmodified release is taken as it is."""
    verdict = ask_weaver(jdk, agent_jar, installation.flink_python_jar)
    assert verdict["accepted"] is True
    assert verdict["reason"] is None
    assert verdict["targets"]


def test_flink_jars_are_found(installation: Installation) -> None:
    names = [jar.name for jar in installation.flink_jars]
    assert names[-1] == "flink-python-2.2.1.jar"
    assert "flink-dist-2.2.1.jar" in names
    [agents] = installation.flink_agents_jars
    assert agents.name == "flink-agents-dist-flink-2.2-0.2.0.jar"


def test_the_script_imports_nothing_of_flink() -> None:
    """Importing Flink Agents 0.2.x would start a JVM."""
    asked = '{"environment": {}, "java_side": [], "releases": {}}'
    code = f"import runpy, sys; sys.argv = ['', {asked!r}]"
    code += f"; runpy.run_path({startup.__file__!r}, run_name='__main__'); print(*sys.modules)"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    *lines, modules = told.splitlines()
    assert "flink-agents-bridge fact flink-agents=0.2.0" in lines
    assert not {"pyflink", "flink_agents", "pemja", "py4j"} & set(modules.split())

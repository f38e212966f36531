"""``doctor`` (B13): the facts, what is wrong with them, and what to do."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink import agent, diagnosis, probe
from flink_agents_bridge.flink.diagnosis import ask_weaver, diagnose
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
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


def test_a_missing_agent_jar_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "_PACKAGE", tmp_path)
    findings = diagnose().findings
    assert [finding.severity for finding in findings] == ["error"]
    assert "The agent jar is missing" in findings[0].what


Change = Callable[..., None]


@pytest.fixture
def installed_with(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Change:
    """Let the doctor see this environment with some facts changed."""

    def change(**facts: Any) -> None:
        changed = replace(installation, **facts)
        monkeypatch.setattr(diagnosis, "find_installation", lambda _: changed)

    return change


def test_two_sides_of_different_versions_are_an_error(installed_with: Change) -> None:
    """B13: a jar and a wheel that do not belong together."""
    installed_with(pemja="0.6.0")
    [finding] = diagnose().findings
    assert finding.severity == "error"
    assert "native side is 0.6.0" in finding.what
    assert "Java side of 0.5.7" in finding.what
    assert "pemja==0.5.7" in finding.remedy


def test_pemja_055s_own_fault_is_named(installed_with: Change) -> None:
    """B13: what no routing can mend."""
    installed_with(pemja="0.5.5")
    named = [one for one in diagnose().findings if "pyjobject_init" in one.what]
    assert len(named) == 1
    assert "No JcpThread instance" in named[0].what
    assert "apache-flink 2.2.1" in named[0].remedy


def test_a_python_without_shared_library_is_told(installed_with: Change) -> None:
    installed_with(libpython=None)
    [finding] = diagnose().findings
    assert "no shared libpython" in finding.what


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
    installed_with(pyflink_folder=tmp_path)
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


def test_the_probe_imports_nothing_of_flink() -> None:
    """Importing Flink Agents 0.2.x would start a JVM."""
    code = f"import runpy, sys; runpy.run_path({probe.__file__!r}, run_name='__main__')"
    code += "; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    facts, modules = told.splitlines()
    assert json.loads(facts)["versions"]["flink-agents"] == "0.2.0"
    assert not {"pyflink", "flink_agents", "pemja", "py4j"} & set(modules.split())

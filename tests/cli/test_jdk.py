"""Which JDK is taken, and what is said if there is none."""

from pathlib import Path

import pytest

from flink_agents_bridge.flink import jdk
from flink_agents_bridge.flink.jdk import JdkNotFoundError, find_jdk

VARIABLES = ("JAVA_HOME", "JDK17_HOME", "JDK25_HOME")


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any Java; the folder is where systems install JDKs."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(jdk, "_USUAL_PLACES", (tmp_path,))
    return tmp_path


def install(home: Path, version: str, *, compiler: bool = True) -> Path:
    """A java that knows its version and nothing else."""
    (home / "bin").mkdir(parents=True)
    java = home / "bin" / "java"
    java.write_text(f'#!/bin/sh\necho "    java.version = {version}" >&2\n')
    java.chmod(0o755)
    if compiler:
        (home / "bin" / "javac").touch()
    return home


@pytest.mark.parametrize(("feature", "words"), [(None, "11, 17, 21 or 25"), (25, "25")])
@pytest.mark.usefixtures("nowhere")
def test_none_at_all(feature: int | None, words: str) -> None:
    with pytest.raises(JdkNotFoundError, match=f"No JDK {words} was found: install one"):
        find_jdk(feature=feature)


def test_the_usual_places_are_searched(nowhere: Path) -> None:
    install(nowhere / "a-8", "1.8.0_402")
    install(nowhere / "b-21", "21.0.2")
    install(nowhere / "c-25", "25")
    assert find_jdk().version == "21.0.2"
    assert find_jdk(feature=25).home == nowhere / "c-25"


def test_a_runtime_has_no_compiler(nowhere: Path) -> None:
    install(nowhere / "jre", "17.0.1", compiler=False)
    with pytest.raises(JdkNotFoundError, match="No JDK"):
        find_jdk()
    assert find_jdk(compiler=False).feature == 17


def test_one_that_is_named_is_never_replaced(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(nowhere / "good", "17.0.1")
    old = install(nowhere / "old", "1.8.0_402")
    monkeypatch.setenv("JAVA_HOME", str(old))
    with pytest.raises(JdkNotFoundError, match=r"JAVA_HOME is .*old, where Java 1\.8\.0_402 is"):
        find_jdk()
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    with pytest.raises(JdkNotFoundError, match="JAVA_HOME is /nowhere, where no java is"):
        find_jdk()


def test_a_release_has_a_variable_of_its_own(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JDK25_HOME", str(install(nowhere / "elsewhere" / "x", "25.0.3")))
    assert find_jdk(feature=25).home.name == "x"


@pytest.mark.parametrize(("version", "feature"), [("17.0.15", 17), ("25", 25), ("26-ea", 26)])
def test_versions_are_understood(nowhere: Path, version: str, feature: int) -> None:
    install(nowhere / "jdk", version)
    assert find_jdk().feature == feature

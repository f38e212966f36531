"""Ctrl-C, and a JVM of the agent's jar that does not answer: a sentence and no traceback."""

import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import AgentError
from flink_agents_bridge.flink.diagnosis import ask_weaver
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.mends import ask_mends
from flink_agents_bridge.flink.patching import Patcher, PatchError
from tests.bridge.calls import until

# What a shell runs in the background ignores the signal, and so do its children.
MAIN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from flink_agents_bridge.cli import main; main()"
)


@pytest.fixture
def slow_jdk(jdk: Jdk, tmp_path: Path) -> Jdk:
    """One whose ``java`` runs no jar to its end."""
    java = tmp_path / "slow" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(
        f'#!/bin/sh\ncase "$*" in *-jar*) exec sleep 60;; *) exec {jdk.java} "$@";; esac\n'
    )
    java.chmod(0o755)
    return Jdk(tmp_path / "slow", jdk.version)


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    """One in a folder of its own."""
    made = tmp_path / "jars" / "small.jar"
    made.parent.mkdir()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("entry", "x")
    return made


def test_ctrl_c_is_no_answer(slow_jdk: Jdk, jar: Path) -> None:
    """B13: 130 as of any program; 1 would mean that something was found."""
    before = jar.read_bytes()
    command = [sys.executable, "-c", MAIN, "patch", str(jar), "--java-home", str(slow_jdk.home)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: len(list(jar.parent.iterdir())) > 1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told.strip()) == (130, "flink-agents-bridge: interrupted.")
    assert list(jar.parent.iterdir()) == [jar]
    assert jar.read_bytes() == before


def late(command: Any, **given: Any) -> None:
    """As :func:`subprocess.run` where the time is up."""
    raise subprocess.TimeoutExpired(command, given["timeout"])


@pytest.mark.parametrize(
    ("ask", "error", "what"),
    [
        (lambda jdk, jar: ask_weaver(jdk, jar, jar), AgentError, "small.jar could not be checked"),
        (lambda jdk, jar: ask_mends(jdk, jar, [jar]), AgentError, "be asked what it mends"),
        (
            lambda jdk, jar: Patcher(jdk, jar, "1").patch(jar),
            PatchError,
            "small.jar could not be patched and is as it was",
        ),
    ],
    ids=["check", "mends", "patch"],
)
def test_a_jvm_that_takes_too_long(
    ask: Any, error: type[BridgeError], what: str, jdk: Jdk, jar: Path, monkeypatch: Any
) -> None:
    """B13: the sentence says what it was about and what to do."""
    monkeypatch.setattr(subprocess, "run", late)
    with pytest.raises(error, match=rf"{what}: .*has not ended within \d+ s: .*again") as told:
        ask(jdk, jar)
    assert len(str(told.value).splitlines()) == 1
    assert list(jar.parent.iterdir()) == [jar]


def test_a_jvm_that_fails(tmp_path: Path, jdk: Jdk) -> None:
    """B13: with its own first words."""
    with pytest.raises(AgentError, match=r"could not be checked: .*none\.jar \(exit code 1\)"):
        ask_weaver(jdk, tmp_path / "none.jar", tmp_path / "target.jar")

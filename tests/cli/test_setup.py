"""Set-up on a machine that lacks something: one sentence, and it says what to install."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: object, **variables: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: os.environ[name] for name in os.environ if name not in ("PYTHON", "JAVA_HOME")}
    return subprocess.run(
        list(map(str, command)),
        env={**kept, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def programs(folder: Path, **scripts: str) -> str:
    """A PATH with nothing but these programs on it."""
    folder.mkdir()
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize("scripts", [{}, {"python3": "exit 1"}], ids=["none", "too old"])
def test_no_fitting_python(tmp_path: Path, scripts: dict[str, str]) -> None:
    done = run("/bin/sh", ROOT / "dev" / "python", PATH=programs(tmp_path / "bin", **scripts))
    assert done.returncode == 1
    [sentence] = done.stderr.splitlines()
    assert sentence.startswith("set-up: No Python 3.10 or 3.11 with venv and a shared libpython")
    assert "install one" in sentence


def test_a_python_that_was_named_and_does_not_fit(tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", python3="exit 0")
    done = run("/bin/sh", ROOT / "dev" / "python", PATH=path, PYTHON="/nowhere/python")
    assert done.returncode == 1
    [sentence] = done.stderr.splitlines()
    assert sentence.startswith("set-up: PYTHON is /nowhere/python, which is no Python 3.10 or 3.11")


def test_the_first_fitting_python_is_taken(tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", python3="exit 1", **{"python3.11": "exit 0"})
    done = run("/bin/sh", ROOT / "dev" / "python", PATH=path)
    assert (done.returncode, done.stdout) == (0, f"{path}/python3.11\n")


def test_make_stops_at_a_missing_python(tmp_path: Path) -> None:
    path = programs(tmp_path / "bin") + ":/usr/bin:/bin"
    done = run("make", "-C", ROOT, "setup", PATH=path, PYTHON="/nowhere/python")
    assert done.returncode != 0
    [sentence] = [
        line for line in done.stderr.splitlines() if not re.match(r"make(\[\d+\])?: ", line)
    ]
    assert sentence.startswith("set-up: PYTHON is /nowhere/python")


def test_a_wrong_jdk_is_one_sentence() -> None:
    done = run(sys.executable, ROOT / "dev" / "setup.py", JAVA_HOME="/nowhere")
    assert done.returncode == 1
    [sentence] = done.stderr.splitlines()
    assert sentence == (
        "set-up: JAVA_HOME is /nowhere, where no java is (bin/java): "
        "name the folder of a JDK 11, 17, 21 or 25."
    )

"""Where the command's output goes: what cannot be shown, or cannot be written, is no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Bridge

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
CRASH = "# A fatal error has been detected by the Java Runtime Environment:\n"


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({"PYTHONIOENCODING": "ascii"}, "\\u0142"),
        ({"PYTHONIOENCODING": "latin-1"}, "\\u0142"),
        (ASCII, "\\udcc5\\udc82"),  # the name is no text there
    ],
    ids=str,
)
def test_a_character_that_cannot_be_shown(
    bridge: Bridge, tmp_path: Path, variables: dict[str, str], shown: str
) -> None:
    """B13: it is told by its number; click writes its own in UTF-8 where all is ASCII."""
    (tmp_path / "\u0142.log").write_text(CRASH)
    done = bridge("explain", "\u0142.log", **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{shown}.log" in done.stdout
    wrong = bridge("explain", "\u0142", **variables)
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    "order", [["--help"], ["doctor", "--cluster"], ["explain", "log"], ["explain", "--json", "log"]]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_is_full(order: list[str], unbuffered: str, tmp_path: Path) -> None:
    """B13: by click's printing and by Rich's, at once or with what is left at the exit."""
    (tmp_path / "log").write_text(CRASH)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "flink_agents_bridge", *order],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "output cannot be written (No space left on device)" in done.stderr


@pytest.mark.parametrize("command", ["top", "dump"])
@pytest.mark.parametrize("pid", ["-5", "-99999999999999999999", "99999999999999999999"])
def test_a_process_that_cannot_be(bridge: Bridge, command: str, pid: str) -> None:
    """B13: as one that is not there."""
    done = bridge(command, "--", pid)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert f"There is no process {pid}: " in done.stderr

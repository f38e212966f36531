"""Where the command's output goes: what cannot be shown, or cannot be written, is no traceback."""

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

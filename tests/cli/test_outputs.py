"""Files that the user has named: whole, or as they were; and nobody else's."""

import json
import os
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.scanning import ScanError, scan
from flink_agents_bridge.outputs import OutputError, replacing, write_whole
from flink_agents_bridge.timeline.perfetto import write_trace

pytestmark = pytest.mark.timeout(60)


def fail_midway(file: Path, *, also_a_part: bool = False) -> None:
    with suppress(KeyError), replacing(file, also_a_part=also_a_part) as out:
        out.write(b"half")
        raise KeyError


@pytest.mark.parametrize("before", [b"old", None])
def test_a_write_that_fails_changes_nothing(before: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if before is not None:
        file.write_bytes(before)
    fail_midway(file)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [before] * (before is not None)


def test_a_log_is_wanted_all_the_more_after_a_failure(tmp_path: Path) -> None:
    fail_midway(tmp_path / "log", also_a_part=True)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"half"]


def test_readers_see_the_old_or_the_new(tmp_path: Path) -> None:
    """A reader that has it open goes on with the old one; a new folder is made."""
    file = tmp_path / "folder" / "file"
    write_whole(file, "old")
    with file.open() as reader, replacing(file) as out:
        out.write(b"new")
        assert file.read_text() == reader.read() == "old"
    assert file.read_text() == "new"


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    """It is replaced; what it points to stays, whether there is something or not."""
    other, nothing = tmp_path / "other", tmp_path / "nothing"
    other.write_text("other's")
    for target in (other, nothing, Path("/dev/full")):
        link = tmp_path / "link"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        write_whole(link, "mine")
        assert (link.read_text(), link.is_symlink()) == ("mine", False)
    assert (other.read_text(), nothing.exists()) == ("other's", False)


def test_the_mode_is_as_usual(tmp_path: Path) -> None:
    """That of the file that was there; else what any new file has."""
    file, usual = tmp_path / "file", tmp_path / "usual"
    usual.touch()
    write_whole(file, "x")
    assert file.stat().st_mode == usual.stat().st_mode
    file.chmod(0o640)
    write_whole(file, "y")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_whole, args=(pipe, "through"))
    writer.start()
    assert pipe.read_text() == "through"
    writer.join()
    assert pipe.is_fifo()
    code = "from flink_agents_bridge.outputs import *; write_whole(Path('/dev/stdout'), 'out')"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=30)
    assert told.stdout == b"out"


@pytest.mark.parametrize("name", ["file/below", "folder"])
def test_what_cannot_be_written_is_one_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=r"cannot be written .* and is as it was"):
        write_whole(tmp_path / name, "new")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]


def test_texts_are_utf_8_in_any_locale(tmp_path: Path) -> None:
    """As an SVG's first line says, and JSON has it."""
    file = tmp_path / "file"
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    code = (
        "import sys; from flink_agents_bridge.outputs import *\n"
        "write_whole(Path(sys.argv[1]), 'gr\\u00fc\\u00df')"
    )
    command = [sys.executable, "-c", code, str(file)]
    subprocess.run(command, env={**os.environ, **ascii_only}, check=True, timeout=30)
    assert file.read_text(encoding="utf-8") == "gr\u00fc\u00df"


def test_a_trace_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    write_trace(file, [], 0)
    assert json.loads(file.read_text())["traceEvents"] == []


def test_the_log_of_a_scan_that_fails(tmp_path: Path) -> None:
    """B9: a link planted in its place is not followed, and the log is there."""
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho out of luck >&2\nexit 3\n")
    java.chmod(0o755)
    log, other = tmp_path / "log", tmp_path / "other"
    other.write_text("other's")
    log.symlink_to(other)
    with pytest.raises(ScanError, match="ended with 3: out of luck"):
        scan("state", [], Jdk(tmp_path, "17", has_compiler=False), lambda *_: None, log)
    assert (log.read_text(), other.read_text()) == ("out of luck\n", "other's")

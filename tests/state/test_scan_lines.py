"""What ``scan`` makes of lines that are not its JVM's, without a JVM."""

import subprocess
import sys
from pathlib import Path

import pytest

from flink_agents_bridge.flink.scanning import ScanError, Scanned, _collect

pytestmark = pytest.mark.timeout(60)

DONE = b'{"event":"done","entries":3}\n'
STRAY = [b"rocksdb: warning\n", b"\xff\xfe\n", b"42\n", b"[]\n", b'{"level":"info"}\n', b"\n"]


def collected(lines: bytes, log: Path) -> Scanned:
    """What is read of a process that writes these lines."""
    code = f"import sys; sys.stdout.buffer.write({lines!r})"
    with (
        log.open("w+b") as written,
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        return _collect(process, written, lambda *_: None)


@pytest.mark.parametrize("stray", STRAY)
def test_a_line_of_native_code_goes_to_the_log(stray: bytes, tmp_path: Path) -> None:
    """B9: and what was found is told all the same."""
    log = tmp_path / "log"
    assert collected(stray + DONE, log).entries == 3
    assert log.read_bytes() == stray.decode(errors="replace").encode()


def test_an_answer_that_was_spoilt_is_no_result(tmp_path: Path) -> None:
    """B9: a find may have been in it, so that the state is not called clean."""
    with pytest.raises(ScanError, match="one of them is lost: 'native"):
        collected(b"native " + DONE + DONE, tmp_path / "log")


def test_the_last_stray_line_explains_the_end(tmp_path: Path) -> None:
    """B9: of a JVM that has ended without a result."""
    with pytest.raises(ScanError, match=r"ended with 0: free\(\): invalid pointer"):
        collected(b"free(): invalid pointer\n", tmp_path / "log")

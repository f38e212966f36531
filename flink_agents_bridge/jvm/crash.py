"""JVMs that died, and their own crash files (``hs_err``)."""

import re
from pathlib import Path

from flink_agents_bridge.errors import BridgeError

CRASH_FILE = "hs_err_pid{pid}.log"
_HEADING = "# Problematic frame:"
# As in "C  [libpython3.11.so.1.0+0xfd9f8]  _PyEval_EvalFrameDefault+0x2e88".
_NATIVE = re.compile(r"\[(.+?)(?:\.so\S*)?\+0x\w+\]\s+(\S+?)\+0x")


def crash_option(folder: Path) -> str:
    """The JVM option that sends crash files to ``folder``."""
    return f"-XX:ErrorFile={folder / CRASH_FILE.format(pid='%p')}"


def crash_frame(crash_file: Path) -> str | None:
    """The native or Java frame that the JVM died in, or None if the file does not tell."""
    lines = crash_file.read_text(encoding="utf-8", errors="replace").splitlines()
    if _HEADING not in lines:
        return None
    after = lines[lines.index(_HEADING) + 1 :]
    return after[0].lstrip("# ").strip() if after else None


def short_frame(frame: str) -> str:
    """A native frame's library and function; any other frame as it is."""
    native = _NATIVE.search(frame)
    return f"{native[1]} {native[2]}" if native else frame


class JvmDiedError(BridgeError):
    """A JVM ended although nobody asked it to.

    Attributes:
        name: which.
        code: its exit code; a negative one is minus the signal (-6: it crashed).
        crash_file: the file that it left, if it crashed. The folder of the file may be gone.
        frame: where it crashed.
    """

    def __init__(self, name: str, code: int, crash_file: Path | None, printed: str) -> None:
        self.name = name
        self.code = code
        self.crash_file = crash_file
        self.frame = crash_frame(crash_file) if crash_file else None
        told = f" in {self.frame} ({crash_file})" if crash_file else " without a crash file"
        super().__init__(f"{name} died with {code}{told}; it printed:\n{printed}")

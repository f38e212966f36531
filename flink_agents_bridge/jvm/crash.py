"""The JVM's own crash files (``hs_err``)."""

from pathlib import Path

CRASH_FILE = "hs_err_pid{pid}.log"
_HEADING = "# Problematic frame:"


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

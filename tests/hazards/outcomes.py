"""What becomes of a scenario, in few words."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from py4j.protocol import Py4JError, Py4JJavaError

from flink_agents_bridge.jvm import crash_frame
from tests.bridge.calls import JavaError, JvmDiedError, NoAnswerError

Kind = Literal["works", "dies", "hangs", "wrong", "leaks", "error"]
_SIGNAL = re.compile(r"^#\s+(SIG[A-Z]+) ", re.MULTILINE)
_FUNCTION = re.compile(r"\]\s+([\w:~]+)")
_LIBRARY = re.compile(r"\[([\w.-]+?)(?:\.so|\+|\])")
_LONGEST = 70


class WrongError(Exception):
    """The scenario ran to its end with another result than it should have."""


class LeakError(Exception):
    """The scenario ran to its end and left something behind."""


class RaisedError(Exception):
    """Python code of the scenario has raised something on a thread of its own."""


SEEN = (WrongError, LeakError, RaisedError, JavaError, NoAnswerError, JvmDiedError, Py4JError)


@dataclass(frozen=True)
class Outcome:
    """One of few classes, and what was seen; the latter may differ from run to run.

    ``crash`` is the file that a JVM has left.
    """

    kind: Kind
    detail: str = ""
    crash: Path | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.kind} ({self.detail})" if self.detail else self.kind


WORKS = Outcome("works")


def of_error(error: Exception) -> Outcome:
    """What an error tells of the scenario that ended in it."""
    text = _short(str(error))
    if isinstance(error, WrongError):
        return Outcome("wrong", text)
    if isinstance(error, LeakError):
        return Outcome("leaks", text)
    if isinstance(error, NoAnswerError):
        return Outcome("hangs", text)
    if isinstance(error, (JavaError, RaisedError)):
        return Outcome("error", text)
    if isinstance(error, Py4JJavaError):
        raise error
    return Outcome("dies")  # its crash file tells more


def of_crash(file: Path) -> Outcome:
    """What a JVM's crash file tells."""
    signal = _SIGNAL.search(file.read_text(encoding="utf-8", errors="replace"))
    return of_frame(signal[1] if signal else "killed", crash_frame(file) or "", file)


def of_frame(what: str, frame: str, crash: Path | None) -> Outcome:
    """Where it died: the function's name if the file has it, else the library's."""
    place = _FUNCTION.search(frame) or _LIBRARY.search(frame)
    return Outcome("dies", f"{what} in {place[1]}" if place else what, crash)


def _short(text: str) -> str:
    """One line that a cell of a table can hold; what Python said, if it was Python."""
    line = text.partition("\n")[0].rpartition("PythonException: ")[2]
    line = re.sub(r"<class '([\w.]+)'>", r"\1", line).replace("|", "/").replace("`", "'")
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…"

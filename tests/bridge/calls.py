"""Calls from the JVM's threads into Python, and what becomes of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from py4j.protocol import Py4JError, Py4JJavaError

PATIENCE = 60  # seconds within which every call must have ended


class JavaError(Exception):
    """What a call threw in Java."""

    def __init__(self, kind: str, message: str, cause: str, suppressed: list[str]) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind.rpartition(".")[2]
        self.cause = cause
        self.suppressed = suppressed


class JvmDiedError(Exception):
    """The JVM was gone before the call came back."""


class NoAnswerError(AssertionError):
    """The call has not come back within its time."""


@dataclass
class Call:
    """A call under way."""

    java: Any

    def ends(self, seconds: int = PATIENCE) -> bool:
        """Wait for its end."""
        return bool(self.java.ends(seconds))

    def result(self, seconds: int = PATIENCE) -> Any:
        """What it returned; raises what it threw."""
        try:
            if not self.ends(seconds):
                raise NoAnswerError(f"no answer within {seconds} s")
            if self.java.failure() is None:
                return self.java.value()
            parts = self.java.failure(), self.java.message(), self.java.cause()
            suppressed = list(self.java.suppressed())
        except Py4JJavaError:
            raise
        except (Py4JError, OSError) as gone:
            raise JvmDiedError from gone
        raise JavaError(*parts, suppressed)


@dataclass
class Caller:
    """A thread of the JVM that calls Python."""

    java: Any

    def start(self, target: Any, method: str, *arguments: Any, rest: Any = None) -> Call:
        """Begin a call of a Java object's method; ``rest`` is for its ``Object...``."""
        given = None if rest is None else list(rest)
        return self._started(target, method, list(arguments), given)

    def begin(self, task: Any) -> Call:
        """Begin one of the probe classes' tasks."""
        return self._started(task)

    def _started(self, *what: Any) -> Call:
        try:
            return Call(self.java.start(*what))
        except Py4JJavaError:
            raise
        except (Py4JError, OSError) as gone:
            raise JvmDiedError from gone

    def call(self, target: Any, method: str, *arguments: Any, rest: Any = None) -> Any:
        """The same to its end."""
        return self.start(target, method, *arguments, rest=rest).result()

    def invoke(self, interpreter: Any, name: str, *arguments: Any) -> Any:
        """Call a Python function."""
        return self.call(interpreter, "invoke", name, rest=arguments)

    def exec(self, interpreter: Any, source: str) -> None:
        """Run Python statements."""
        self.call(interpreter, "exec", source)


def until(condition: Callable[[], bool]) -> None:
    """Look again and again until something has happened in the JVM."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it has not happened"


def plain(value: Any) -> Any:
    """A Java collection as Python's own."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    is_list = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    return [plain(item) for item in value] if is_list else value

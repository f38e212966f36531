"""Failures of every kind, to be met by Java."""

import queue
import sys
from typing import Any

SURROGATE = "a\0b\ud800c\U0001f600d"


class NoTextError(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class LeavingText:
    def __str__(self) -> str:
        raise SystemExit(7)


class DeadlyMeta(type):
    def __str__(cls) -> str:
        raise SystemExit(7)


class DeadlyError(Exception, metaclass=DeadlyMeta):
    pass


class ArgsError(Exception):
    @property
    def args(self) -> Any:  # type: ignore[override]
        raise KeyboardInterrupt


class Dying:
    def __del__(self) -> None:
        raise RuntimeError("from __del__")


def chained() -> None:
    try:
        int("x")
    except ValueError as error:
        raise LookupError("outer") from error


def grouped() -> None:
    raise ExceptionGroup("all", [ValueError("first"), TypeError("second")])  # noqa: F821


def recurse() -> None:
    recurse()


def throw(error: BaseException) -> None:
    raise error


def calm(given: Any) -> Any:
    return given


def drop() -> str:
    Dying()
    return "dropped"


FAILURES: dict[str, Any] = {
    "plain": lambda: throw(ValueError("text")),
    "without text": lambda: throw(ValueError()),
    "file": lambda: open("/nowhere"),  # noqa: SIM115, PTH123
    "next": lambda: next(iter([])),
    "empty queue": lambda: queue.SimpleQueue().get_nowait(),
    "stop": lambda: throw(StopIteration(5)),
    "exit": lambda: sys.exit("bye"),
    "interrupt": lambda: throw(KeyboardInterrupt()),
    "generator exit": lambda: throw(GeneratorExit()),
    "recursion": recurse,
    "chained": chained,
    "grouped": grouped,
    "no text": lambda: throw(NoTextError()),
    "text that exits": lambda: throw(ValueError(LeavingText())),
    "type that exits": lambda: throw(DeadlyError("x")),
    "args that interrupt": lambda: throw(ArgsError("x")),
    "text with everything": lambda: throw(ValueError(SURROGATE)),
    "huge": lambda: throw(ValueError("x" * 5_000_000)),
    "own result": lambda: 2**63,
}


def fail(name: str, _: Any = None) -> Any:
    return FAILURES[name]()


class Failing:
    def fail(self, name: str, _: Any = None) -> Any:
        return FAILURES[name]()

    def __getattr__(self, name: str) -> Any:
        return FAILURES[name.removeprefix("value_")]()

    def __setattr__(self, name: str, _: Any) -> None:
        FAILURES[name.removeprefix("value_")]()

    def iterate(self, name: str) -> Any:
        yield 1
        FAILURES[name]()


failing = Failing()


def ask(witness: Any, function: str) -> list[str]:
    """How an exception of Java's looks here."""
    try:
        witness.ask(function)
    except RuntimeError as error:
        java = error.args[0]
        return [type(error).__name__, str(java.getClass().getName()), str(java.getMessage())]
    return []


def pass_on(witness: Any) -> None:
    witness.ask("no_such_name")


def refused(witness: Any) -> None:
    """An exception of Java's own."""
    witness.refuse("not today")

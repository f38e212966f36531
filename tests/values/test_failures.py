"""What Java gets to know of a Python exception, and Python of one of Java's."""

import sys
from typing import Any

import pytest

from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Session

PROBES = "from failure_probes import *"
WAYS = (
    "invoke",
    "invoke with two",
    "invoke with keywords",
    "invokeMethod by name",
    "exec",
    "getAttr",
    "getAttr with type",
    "setAttr",
    "invokeMethod",
    "invokeMethod with two",
    "next",
)

# How Pemja's exception begins, and what the traceback behind it ends with.
FAILURES = {
    "plain": ("<class 'ValueError'>: text", "ValueError: text"),
    "without text": ("<class 'ValueError'>: ", "ValueError"),
    "file": (
        "<class 'FileNotFoundError'>: 2",
        "FileNotFoundError: [Errno 2] No such file or directory: '/nowhere'",
    ),
    "next": ("<class 'StopIteration'>: ", "StopIteration"),
    "empty queue": ("<class '_queue.Empty'>: ", "_queue.Empty"),
    "stop": ("<class 'StopIteration'>: 5", "StopIteration: 5"),
    "exit": ("<class 'SystemExit'>: bye", "SystemExit: bye"),
    "interrupt": ("<class 'KeyboardInterrupt'>: ", "KeyboardInterrupt"),
    "generator exit": ("<class 'GeneratorExit'>: ", "GeneratorExit"),
    "recursion": (
        "<class 'RecursionError'>: maximum recursion",
        "RecursionError: maximum recursion depth exceeded",
    ),
    "chained": ("<class 'LookupError'>: outer", "LookupError: outer"),
    "no text": (
        "<class 'failure_probes.NoTextError'>: its text cannot be made: ValueError",
        "NoTextError: <exception str() failed>",
    ),
    "text that exits": (
        "<class 'ValueError'>: its text cannot be made: SystemExit",
        "ValueError: <exception str() failed>",
    ),
    "type that exits": (
        "<class 'failure_probes.DeadlyError'>: its text cannot be made: SystemExit",
        "DeadlyError: x",
    ),
    "args that interrupt": (
        "<class 'failure_probes.ArgsError'>: its text cannot be made: KeyboardInterrupt",
        "ArgsError: x",
    ),
    "text with everything": (
        "<class 'ValueError'>: a\0b\\ud800c\U0001f600d",
        "ValueError: a\0b\\ud800c\U0001f600d",
    ),
    "huge": ("of 5000022", "xxx"),
    "own result": (
        "<class 'flink_agents_bridge.embedded.results.UnfitResultError'>: Java cannot take",
        "at $, an int beyond 64 bits; return it as a str",
    ),
}
if sys.version_info >= (3, 11):
    FAILURES["grouped"] = ("<class 'ExceptionGroup'>: all", "TypeError: second\n    +----")
# What a generator raises as its end is an error of another type in Python itself.
ENDS = {"next", "stop"}
NO_RESULT = {("exec", "own result"), ("setAttr", "own result"), ("next", "own result")}


def failed(session: Session, caller: Caller, interpreter: Any, way: str, name: str) -> list[str]:
    """A frame, then the chain."""
    links: list[str] = plain(
        caller.begin(session.probe.Refusing.failing(interpreter, way, name)).result()
    )
    return links


def test_every_failure_in_every_way(protected: Any) -> None:
    """R14: type, text, frames and all that Python knows; nobody dies; the next call works."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            for way in WAYS:
                for name, (begin, end) in FAILURES.items():
                    if (way, name) in NO_RESULT or (way == "next" and name in ENDS):
                        continue
                    told = failed(session, caller, interpreter, way, name)
                    assert len(told) == 3, (way, name, told)
                    frame, pemjas, pythons = told
                    assert pemjas.startswith(f"PythonException: {begin}"), (way, name)
                    assert pythons.startswith("PythonTraceback: "), (way, name)
                    assert pythons.rstrip("-").endswith(end.rstrip("-")), (way, name, pythons)
                    assert ".py:" in frame or "<string>" in frame, (way, name, frame)
                    assert caller.invoke(interpreter, "calm", name) == name


def test_the_whole_chain(protected: Any) -> None:
    """R14: what an exception was raised from is told, and the bridge's own frame is not."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            [_, _, text] = failed(session, caller, interpreter, "invoke", "chained")
            assert "ValueError: invalid literal for int() with base 10: 'x'" in text
            assert "The above exception was the direct cause" in text
            assert "guard.py" not in text


def test_exceptions_of_java_in_python(protected: Any) -> None:
    """R14: Python sees a RuntimeError whose first argument is the Java exception itself."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        witness = session.witness(interpreter)
        for caller in session.three(interpreter).values():
            kind, java, text = plain(caller.invoke(interpreter, "ask", witness, "no_such_name"))
            assert (kind, java) == ("RuntimeError", "pemja.core.PythonException")
            assert "name 'no_such_name' is not defined" in text


def test_an_exception_of_java_through_python(protected: Any) -> None:
    """R14: passed on by Python it stands behind Pemja's exception, itself and once."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        refusing = session.probe.Refusing()
        session.owner.exec(interpreter, "def fail(given): refused(given)")
        task = session.probe.Refusing.failing(interpreter, "invoke", refusing)
        for caller in session.three(interpreter).values():
            _, first, second, third = plain(caller.begin(task).result())
            assert first.startswith("PythonException: <class 'RuntimeError'>")
            assert second.startswith("PythonTraceback: ")
            assert third == "DeniedException: not today"


def test_a_failing_finaliser(protected: Any) -> None:
    """R14: what ``__del__`` raises is nobody's failure."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            assert caller.invoke(interpreter, "drop") == "dropped"


def test_syntax_errors(protected: Any) -> None:
    """R14, N3: with the line, also where it holds what modified UTF-8 would spoil."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match="SyntaxError") as error:
                caller.exec(interpreter, "x = 1\ny = '\U0001f600")
            assert "y = '\U0001f600" in error.value.cause


def test_without_guards_a_failure_is_what_pemja_makes_of_it(protected: Any) -> None:
    """R14: the option takes the guards of ``invoke`` away, and only those."""
    with protected(**{"guard-calls": False}) as session:
        interpreter = session.primary(PROBES)
        assert len(failed(session, session.owner, interpreter, "invoke", "plain")) == 2
        assert len(failed(session, session.owner, interpreter, "getAttr", "plain")) == 3

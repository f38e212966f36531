"""Failures in Python, as the threads that call it see them."""

from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain

NAMES = "import flink_agents_bridge.embedded.names as names"


def test_errors_of_python(protected: Any) -> None:
    """R14: type, message and nothing else, by every route, and the next call works."""
    with protected() as session:
        interpreter = session.primary()
        for caller in session.three(interpreter).values():
            for target, method, arguments, rest, told in (
                (interpreter, "invoke", ["boom"], ["by invoke"], ("ValueError", "by invoke")),
                (interpreter, "exec", ["boom('by exec')"], None, ("ValueError", "by exec")),
                (interpreter, "exec", ["def ("], None, ("SyntaxError", "")),
                (interpreter, "invokeMethod", ["door", "wait"], ["soon"], ("TypeError", "")),
            ):
                with pytest.raises(JavaError) as error:
                    caller.call(target, method, *arguments, rest=rest)
                assert error.value.kind == "PythonException"
                assert all(part in str(error.value) for part in told)
                assert error.value.suppressed == []
            assert caller.invoke(interpreter, "nothing") == "nothing given"


def test_an_error_in_a_nested_call(protected: Any) -> None:
    """R14: an error two languages deep reaches the outermost caller."""
    with protected() as session:
        interpreter = session.primary()
        source = "def inner(w): raise KeyError('deep')\ndef outer(w): w.ask('inner')"
        session.owner.exec(interpreter, source)
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match="deep"):
                caller.invoke(interpreter, "outer", session.witness(interpreter))
            assert caller.invoke(interpreter, "nothing") == "nothing given"


def test_an_interpreter_that_does_not_start(protected: Any) -> None:
    """R14: its failure is the call's failure as it is; no retry, no stand-in; later calls work."""
    with protected() as session:
        interpreter = session.primary()
        source, worker = session.source(), session.worker(interpreter)
        broken = "def adopt(*_):\n tries.append(1)\n raise OSError('not today')\ntries = []"
        session.owner.exec(interpreter, broken)
        session.owner.exec(interpreter, f"{NAMES}\nkept = names.adopt_interpreter")
        session.owner.exec(interpreter, "names.adopt_interpreter = adopt")
        for caller in (source, worker):
            with pytest.raises(JavaError, match="not today") as error:
                caller.invoke(interpreter, "nothing")
            assert error.value.kind == "PythonException"
        assert plain(session.owner.call(interpreter, "get", "tries")) == [1, 1]
        counted = session.statistics(interpreter)
        assert counted.interpretersMade() - 1 == counted.interpretersClosed() == 2
        session.owner.exec(interpreter, "names.adopt_interpreter = kept")
        for caller in (source, worker):
            assert caller.invoke(interpreter, "nothing") == "nothing given"


def test_no_lanes_at_all(protected: Any) -> None:
    """R16: a limit of no lanes is refused, by its name and value, and the old one holds."""
    with protected(lanes=2) as session:
        interpreter = session.primary()
        for limit in (0, -1):
            with pytest.raises(JavaError, match=str(limit)) as error:
                session.owner.call(session.manager(interpreter), "setLaneLimit", limit)
            assert error.value.kind == "InvalidOptionException"
        assert session.statistics(interpreter).laneLimit() == 2

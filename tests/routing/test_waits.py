"""Python code that waits for threads which call back, in the real Pemja."""

import time
from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain

SOURCE = "from probes import *\nfrom waits import *"
BOUND = 2.0  # seconds within which a proven cycle must have been ended


@pytest.mark.parametrize(
    "function", ["join_a_caller", "join_by_another", "await_a_result", "leave_the_pool"]
)
def test_lane_waits_for_its_caller(routed: Any, each_jdk: Any, function: str) -> None:
    """B3, D3: the thread that waits for the lane gets a managed error within two seconds.

    It names both threads and both operations; the lane gets on and its own caller gets a result.
    """
    with routed(jdk=each_jdk, lanes=1) as session:
        interpreter = session.primary(SOURCE)
        witness = session.witness(interpreter)
        source = session.source()
        begun = time.monotonic()
        told = source.invoke(interpreter, function, witness)
        taken = time.monotonic() - begun
        assert "WaitCycleException" in told
        assert "to start invoke 'where', while that runs invoke" in told
        assert f"running invoke '{function}' for 'source', waits in Python for the end of" in told
        assert ("'between' waits in Python" in told) == (function == "join_by_another")
        assert taken < BOUND + 1, "with a second for the first interpreter of the lane"
        assert source.invoke(interpreter, "nothing") == "nothing given"


def test_a_thread_that_is_let_be(routed: Any) -> None:
    """B3: a lane that starts a thread and does not wait for it: nobody is ended, both get on."""
    with routed(lanes=1) as session:
        interpreter = session.primary(SOURCE)
        call = session.source().start(
            interpreter, "invoke", "start_a_caller", rest=[session.witness(interpreter)]
        )
        manager = session.manager(interpreter)
        until_long_wait(manager)
        assert not call.ends(3)
        session.owner.invoke(interpreter, "open_door")
        call.result()
        until(lambda: "tickets 0" in manager.dump())
        assert session.statistics(interpreter).laneCalls() == 2
        assert "WaitCycle" not in session.jvm.stderr()


def test_a_wait_with_a_limit(routed: Any) -> None:
    """B3: a lane that joins with a limit gets on by itself, so the caller's call is not ended."""
    with routed(lanes=1) as session:
        interpreter = session.primary(SOURCE)
        witness = session.witness(interpreter)
        told = session.source().invoke(interpreter, "join_for_a_while", witness)
        assert told == "gave up"
        until(lambda: session.statistics(interpreter).laneCalls() == 2)
        until(lambda: "tickets 0" in session.manager(interpreter).dump())


def test_managers_crosswise(routed: Any) -> None:
    """B3: two managers whose lanes wait for each other."""
    with routed(lanes=1) as session:
        first, second = session.primary(SOURCE), session.primary(SOURCE)
        crossing = session.probe.Crossing(first, second)
        with pytest.raises(JavaError, match="These wait for each other") as error:
            session.source().invoke(first, "cross", crossing)
        assert "WaitCycleException" in str(error.value)


def test_a_slow_lane(routed: Any) -> None:
    """B3, B4: one warning with both stacks, then silence; the dump draws the graph."""
    with routed(lanes=1, **{"warn-after": 1}) as session:
        interpreter = session.primary(SOURCE)
        witness = session.witness(interpreter)
        call = session.source("patient").start(interpreter, "invoke", "stay", rest=[witness])
        until(lambda: "is slow" in session.jvm.stderr())
        assert not call.ends(3)
        dump = session.manager(interpreter).dump()
        assert "long waits of this JVM:" in dump
        assert "'patient' waits for lane" in dump
        assert "to finish invoke 'stay'" in dump
        session.owner.invoke(interpreter, "open_door")
        assert call.result() == "stayed"
        told = session.jvm.stderr()
        assert told.count("is slow") == 1
        assert "has run invoke 'stay' for 'patient'; queued: nobody. Java:" in told
        assert "PythonInterpreter.bridge$invoke" in told
        assert "at stay (" in told
        assert "waits.py:" in told


def test_a_close_past_its_deadline(routed: Any) -> None:
    """B4, D7: close returns a managed error, the interpreter is left, and the JVM lives on."""
    with routed(lanes=1, leaked=1, **{"close-deadline": 1, "join-timeout": 1}) as session:
        keeper = session.primary(SOURCE)
        interpreter = session.primary(SOURCE)
        call = session.source("stuck").start(
            interpreter, "invoke", "stay", rest=[session.witness(interpreter)]
        )
        until(lambda: session.owner.invoke(keeper, "is_inside"))
        with pytest.raises(JavaError, match="operations still run after PT1S") as error:
            session.owner.call(interpreter, "close")
        assert error.value.kind == "CloseTimeoutException"
        assert "running invoke 'stay' for 'stuck'" in str(error.value)
        session.owner.invoke(keeper, "open_door")
        assert call.result() == "stayed"
        assert plain(session.owner.invoke(keeper, "nothing")) == "nothing given"


def until_long_wait(manager: Any) -> None:
    """Until the watch has seen a wait."""
    until(lambda: "long waits of this JVM:" in manager.dump())


def until(condition: Any) -> None:
    """With a bound."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline

"""What kills a JVM with Pemja as it is, and does not under the bridge.

Without the bridge a crash is likely and not certain: some JVMs get their chance. The evidence is
the exit code and the crash file of the JVM. tests/hazards has more of the kind.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from py4j.protocol import Py4JError

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import JavaError, JvmDiedError, NoAnswerError, plain
from tests.bridge.session import Session

TRIES = 5
# Each JVM may hang for a minute where it could have crashed.
pytestmark = pytest.mark.timeout(600)


def dies(start: Callable[[], Session], scenario: Callable[[Session], object]) -> bool:
    """Whether the scenario kills one of some JVMs."""
    for _ in range(TRIES):
        # An error of Python's own, or a hang, comes now and then where a crash could. A JVM may die
        # while the next call is being prepared, which py4j tells in its own way.
        with start() as session, suppress(JvmDiedError, JavaError, NoAnswerError, Py4JError):
            scenario(session)
        if session.has_died():
            return True
    return False


def deep_from_four_threads(session: Session) -> list[dict[str, int]]:
    interpreter = session.primary()
    task = session.probe.Loop.invoking(interpreter, ["deep"], [30], 150)
    calls = [session.source(f"source-{n}").begin(task) for n in range(4)]
    return [plain(call.result()) for call in calls]


def test_one_interpreter_from_four_threads_dies(unprotected: Any, each_jdk: Jdk) -> None:
    """T1: four threads lose the interpreter's lock among each other's frames."""
    assert dies(lambda: unprotected(each_jdk), deep_from_four_threads)


def test_one_interpreter_from_four_threads(protected: Any, each_jdk: Jdk) -> None:
    """T1, R6: the same four threads get every result right, each on its own lane."""
    with protected(jdk=each_jdk) as session:
        assert deep_from_four_threads(session) == [{"30": 150}] * 4


def call_back_from_threads(session: Session) -> list[list[Any]]:
    interpreter = session.primary()
    seen: list[list[Any]] = plain(
        session.owner.invoke(interpreter, "fan_out", session.witness(interpreter))
    )
    if session.agent is not None:
        counted = session.statistics(interpreter)
        assert plain(counted.laneCallsBySourceKind())["cpython"] == 80
        assert counted.ownerCalls() == 2  # exec and fan_out
    return seen


def test_calls_from_threads_of_python_die(unprotected: Any, each_jdk: Jdk) -> None:
    """T3: CPython threads call Java that calls the interpreter which its owner uses."""
    assert dies(lambda: unprotected(each_jdk), call_back_from_threads)


def test_calls_from_threads_of_python(protected: Any, each_jdk: Jdk) -> None:
    """T3, R4: their calls run on lanes, never on the calling thread, one lane for each thread."""
    with protected(jdk=each_jdk) as session:
        seen = call_back_from_threads(session)
        assert len(seen) == 4 * 20
        callers = {caller for caller, *_ in seen}
        assert len(callers) == 4
        for caller in callers:
            [(ident, _, thread)] = {tuple(lane) for who, *lane in seen if who == caller}
            assert ident not in callers
            assert "-lane-" in thread


TWO_NAMES = "def a(x): return x + 1\ndef b(x): return x - 1"


def two_names_in_turn(session: Session) -> dict[str, int]:
    interpreter = session.primary(TWO_NAMES)
    task = session.probe.Loop.invoking(interpreter, ["a", "b"], [10], 100_000)
    counted: dict[str, int] = plain(session.owner.begin(task).result())
    return counted


def test_two_names_in_turn(protected: Any) -> None:
    """N1: 200,000 calls of two plain names on one thread."""
    with protected() as session:
        assert two_names_in_turn(session) == {"11": 100_000, "9": 100_000}


def one_object_from_four_threads(session: Session) -> list[dict[str, int]]:
    interpreter = session.primary()
    handle = session.owner.invoke(interpreter, "make", 30)
    task = session.probe.Loop.asking(handle, "dive", [], 150)
    calls = [session.source(f"source-{n}").begin(task) for n in range(4)]
    return [plain(call.result()) for call in calls]


def test_one_object_from_four_threads(protected: Any) -> None:
    """H1, B6: it is entered with the state of the lane that serves the call."""
    with protected() as session:
        assert one_object_from_four_threads(session) == [{"30": 150}] * 4

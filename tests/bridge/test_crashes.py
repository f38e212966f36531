"""What kills a JVM with Pemja as it is, and does not under the bridge.

Without the bridge a crash is likely and not certain: three JVMs get their chance. The evidence is
the exit code and the crash file of the JVM.
"""

from collections.abc import Callable
from typing import Any

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.session import JavaError, JvmDiedError, Session, plain

TRIES = 3


def dies(start: Callable[[], Session], scenario: Callable[[Session], object]) -> bool:
    """Whether the scenario kills one of some JVMs."""
    for _ in range(TRIES):
        session = start()
        with session.jvm, session.opened():
            try:
                scenario(session)
            except (JvmDiedError, JavaError):
                pass  # an error of Python's own comes now and then before the crash
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

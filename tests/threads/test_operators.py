"""Two operators chained on one task thread: two interpreters, of which either closes first."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError
from tests.bridge.session import Session

C_CODE = [
    f"gil_probes.{name}"
    for name in ("called_with_the_lock", "called_without_the_lock", "calls_java", "with_gil")
]


class Operator:
    """An interpreter with its own names, its callers of every kind and a handle of its own."""

    def __init__(self, session: Session, name: str) -> None:
        self.name = name
        self.interpreter = session.primary(
            f"from probes import *\nimport gil_probes\ntag = '{name}'"
        )
        session.owner.exec(self.interpreter, "def told(): return tag")
        self.callers: dict[str, Caller] = session.three(self.interpreter)
        self.handle = session.owner.invoke(self.interpreter, "make", 3)
        self.relay = session.probe.Relay([self.interpreter], [])

    def works(self) -> None:
        """Names, handle and C code that asks for the lock, on every kind of thread."""
        for caller in self.callers.values():
            assert caller.invoke(self.interpreter, "told") == self.name
            assert caller.call(self.handle, "invokeMethod", "add", rest=[4]) == 7
            assert caller.invoke(self.interpreter, "ensure_inside", 1) == 2
            for function in C_CODE:
                caller.invoke(self.interpreter, function, self.relay)


def refused(caller: Caller, target: Any, method: str, *arguments: Any, rest: Any = None) -> str:
    """The kind of error that a call ends in, which must be one of the bridge's own."""
    with pytest.raises(JavaError, match="on thread") as error:
        caller.call(target, method, *arguments, rest=rest)
    assert "flinkagentsbridge" in str(error.value)
    return error.value.kind


@pytest.mark.parametrize("closed", ["first", "second"])
def test_either_closes_first(protected: Any, each_jdk: Jdk, closed: str) -> None:
    """T9, B5, R26: calls of both in turn; then one closes with the other's calls inside."""
    with protected(jdk=each_jdk) as session:
        both = {name: Operator(session, name) for name in ("first", "second")}
        for _ in range(3):
            for operator in both.values():
                operator.works()
        gone = both.pop(closed)
        [left] = both.values()
        inside = [
            left.callers[kind].start(left.interpreter, "invoke", "wait_at_door", rest=[])
            for kind in ("worker", "lane")
        ]
        visitor = session.source()
        session.owner.call(gone.interpreter, "close")
        assert not any(call.java.isDone() for call in inside)
        visitor.invoke(left.interpreter, "open_door", len(inside))
        assert [call.result() for call in inside] == [True, True]
        left.works()
        gone.callers.pop("worker")  # its thread has ended
        for caller in [*gone.callers.values(), *left.callers.values()]:
            kinds = {
                refused(caller, gone.interpreter, "invoke", "told", rest=[]),
                refused(caller, gone.handle, "invokeMethod", "add", rest=[4]),
                refused(caller, gone.handle, "getAttr", "depth"),
                refused(caller, left.interpreter, "invoke", "id", rest=[gone.handle]),
                refused(caller, left.interpreter, "set", "x", [gone.handle]),
            }
            assert kinds <= {"ManagerClosedException", "ReleasedHandleException"}
            caller.call(gone.handle, "close")
        left.works()
        session.owner.call(left.interpreter, "close")
        Operator(session, "third").works()


@pytest.mark.parametrize("closed", ["first", "second"])
def test_either_closes_with_the_other_calling(protected: Any, each_jdk: Jdk, closed: str) -> None:
    """T9, R26: a lane of the one that closes is a source thread of the other, and back."""
    with protected(jdk=each_jdk) as session:
        both = {name: Operator(session, name) for name in ("first", "second")}
        gone = both.pop(closed)
        [left] = both.values()
        for _ in range(3):
            for one, other in ((gone, left), (left, gone)):
                for caller in one.callers.values():
                    caller.invoke(one.interpreter, "gil_probes.calls_java", other.relay)
        session.owner.call(gone.interpreter, "close")
        for caller in left.callers.values():
            with pytest.raises(JavaError, match="ManagerClosedException"):
                caller.invoke(left.interpreter, "gil_probes.with_gil", gone.relay)
        left.works()

"""Source threads of every kind, and threads that die at a bad time, in the real Pemja."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import find_jdk
from tests.bridge.calls import JavaError, plain, until

SOURCE = "from probes import *\nfrom waits import *\nfrom deaths import *"


def test_threads_of_the_jdk(routed: Any, each_jdk: Any) -> None:
    """R4, R5: fork-join, a future's stage, timer, scheduler: on a lane, and nested ones there too.

    Python sees the lane's thread.
    """
    with routed(jdk=each_jdk, lanes=2) as session:
        interpreter = session.primary("from probes import *")
        witness = session.witness(interpreter)
        reenter = session.probe.Sources.calling(interpreter, "reenter", witness)
        for kind in ("fork-join", "future", "timer", "scheduler", "dying"):
            outer, inner = plain(
                session.source().begin(session.probe.Sources.on(kind, reenter)).result()
            )
            assert outer == inner
            assert outer[2].endswith(("-lane-1", "-lane-2"))
        assert plain(session.statistics(interpreter).laneCallsBySourceKind())["java"] == 5


def test_virtual_threads(routed: Any) -> None:
    """R4, R8: each keeps its lane whatever carries it; none is left on the lanes' books."""
    with routed(jdk=find_jdk(feature=25), lanes=3) as session:
        interpreter = session.primary("from probes import *")
        calls = session.probe.Sources.calling(
            interpreter, "where_deep", session.witness(interpreter)
        )
        seen = plain(session.owner.begin(session.probe.Sources.onVirtual(200, 5, calls)).result())
        lanes = [{tuple(where) for where in of_one} for of_one in seen]
        assert {len(places) for places in lanes} == {1}
        assert len(set.union(*lanes)) == 3
        counted = session.statistics(interpreter)
        assert plain(counted.laneCallsBySourceKind()) == {"cpython": 0, "java": 0, "virtual": 1000}
        until(lambda: session.statistics(interpreter).sourceThreads() == 0)


def test_a_virtual_thread_owns_nothing(routed: Any) -> None:
    """R2, T9: its interpreter would be entered on ever other threads, so it is refused, cleanly."""
    with routed(jdk=find_jdk(feature=25)) as session:
        for _ in range(3):
            with pytest.raises(JavaError, match="on a platform thread") as error:
                session.source().begin(
                    session.probe.Sources.on("virtual", session.making())
                ).result()
            assert "WrongThreadException: Making an interpreter on thread" in str(error.value)
        interpreter = session.primary(SOURCE)
        assert session.source().invoke(interpreter, "nothing") == "nothing given"


DEEP = """
class Deep:
    def __lt__(self, other):
        return sorted([Deep(), Deep()])


def descend(_):
    try:
        sorted([Deep(), Deep()])
    except RecursionError:
        return "stopped"
"""


def test_deep_recursion_of_c_code(routed: Any, each_jdk: Any) -> None:
    """R4: a lane has the stack that Python's recursion limit takes, as CPython's threads have."""
    with routed(jdk=each_jdk, lanes=1) as session:
        interpreter = session.primary(DEEP)
        assert session.source().invoke(interpreter, "descend", 1) == "stopped"


def test_an_owner_that_dies(routed: Any, each_jdk: Any) -> None:
    """R11, R16, D6: lanes serve on; another thread's close leaves only the primary, and says so."""
    with routed(jdk=each_jdk, leaked=1) as session:
        making = session.probe.Sources.on("dying", session.making())
        interpreter = session.owner.begin(making).result()
        source = session.source()
        source.exec(interpreter, SOURCE)
        assert source.invoke(interpreter, "nothing") == "nothing given"
        source.call(interpreter, "close")
        assert "has ended, so it stays unclosed" in session.jvm.stderr()
        with pytest.raises(JavaError, match="CLOSED"):
            source.invoke(interpreter, "nothing")
        another = session.primary(SOURCE)
        assert session.source().invoke(another, "nothing") == "nothing given"


def test_threads_that_java_ends(routed: Any, each_jdk: Any) -> None:
    """R8, R14, T3: 200 threads of Python's die of what their Java call throws; nothing is held."""
    with routed(jdk=each_jdk, lanes=2) as session:
        interpreter = session.primary(SOURCE)
        ends = plain(
            session.owner.invoke(
                interpreter, "die_of_what_java_throws", session.witness(interpreter), 200
            )
        )
        assert (len(ends), set(ends)) == (200, {"RuntimeError"})
        assert "tickets 0" in session.manager(interpreter).dump()
        assert session.statistics(interpreter).laneCalls() == 200
        until(lambda: session.statistics(interpreter).sourceThreads() == 0)


def test_a_thread_that_is_ended_in_its_call(routed: Any) -> None:
    """R8, R11: Python ends it while a lane works for it: the call is finished, the lane is free."""
    with routed(lanes=1) as session:
        interpreter = session.primary(SOURCE)
        session.owner.invoke(interpreter, "ask_in_the_background", session.witness(interpreter))
        until(lambda: session.owner.invoke(interpreter, "is_inside"))
        assert session.owner.invoke(interpreter, "end_in_the_middle", None)
        assert "tickets 1" in session.manager(interpreter).dump()
        session.owner.invoke(interpreter, "open_door")
        until(lambda: session.owner.invoke(interpreter, "is_gone"))
        assert plain(session.owner.invoke(interpreter, "what_it_told")) == []
        until(lambda: session.statistics(interpreter).sourceThreads() == 0)
        assert session.source().invoke(interpreter, "nothing") == "nothing given"


def test_a_daemon_thread_at_the_end(routed: Any, each_jdk: Any) -> None:
    """R11, B4: it is inside when its manager's deadline passes, and when the JVM ends: no crash."""
    limits = {"close-deadline": 1, "join-timeout": 1}
    with routed(jdk=each_jdk, lanes=1, leaked=1, **limits) as session:
        keeper = session.primary(SOURCE)
        interpreter = session.primary(SOURCE)
        session.owner.invoke(interpreter, "ask_in_the_background", session.witness(interpreter))
        until(lambda: session.owner.invoke(keeper, "is_inside"))
        with pytest.raises(JavaError, match="operations still run after PT1S"):
            session.owner.call(interpreter, "close")
        assert not session.owner.invoke(keeper, "is_gone")
    assert (session.jvm.wait_exit(1), session.jvm.crash_file()) == (0, None)

"""The threads that CPython makes, in the books of the JVM."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from tests.bridge.session import Session

PROBES = "import thread_probes"
PATIENCE = 30  # seconds within which the system has ended a thread whose Python code is over


def one_after_the_other(session: Session, count: int, seconds: int) -> int:
    """How many of so many short-lived threads the JVM still has when all are over."""
    interpreter = session.primary(PROBES)
    visitors = session.probe.Visitors()
    session.owner.invoke(interpreter, "thread_probes.one_after_the_other", visitors, count)
    assert visitors.count() == count
    return int(visitors.left(seconds))


def test_threads_stay_attached(unprotected: Any, each_jdk: Jdk) -> None:
    """T4: Pemja attaches a thread at its first call of Java code, and that is that."""
    with unprotected(each_jdk) as session:
        assert one_after_the_other(session, 300, 1) == 300


@pytest.mark.parametrize(("feature", "count"), [(17, 10_000), (25, 2_000)])
def test_threads_are_detached(protected: Any, feature: int, count: int) -> None:
    """T4, B8: so many threads that keep Java objects in their own thread-locals leave none."""
    with protected(jdk=find_jdk(feature=feature)) as session:
        assert one_after_the_other(session, 300, PATIENCE) == 0
        threads = session.jvm.view.java.lang.management.ManagementFactory.getThreadMXBean()
        before = threads.getThreadCount()
        assert one_after_the_other(session, count, PATIENCE) == 0
        after = threads.getThreadCount()
        print(f"{count} threads of CPython, threads of the JVM: {before} -> {after}")
        assert after == before


@pytest.mark.parametrize(
    "function", ["in_a_pool", "as_daemons", "in_asyncio", "by_timers", "with_bare_threads"]
)
def test_threads_of_every_kind_are_detached(protected: Any, each_jdk: Jdk, function: str) -> None:
    """T4, B8: pools, daemon threads, ``asyncio.to_thread``, timers and ``_thread`` itself."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            visitors = session.probe.Visitors()
            caller.invoke(interpreter, f"thread_probes.{function}", visitors)
            assert visitors.count() >= 1
            assert visitors.left(PATIENCE) == 0


def test_threads_that_call_back_are_detached(protected: Any, each_jdk: Jdk) -> None:
    """T4, T5, B8: also when a lane has worked for them while they let go of the lock."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary(PROBES)
        visitors = session.probe.Visitors()
        shown = session.probe.Entered.Shown(session.probe.Answers(interpreter))
        session.owner.invoke(
            interpreter, "thread_probes.call_back_one_after_the_other", visitors, shown, 300
        )
        assert (visitors.count(), visitors.left(PATIENCE)) == (300, 0)
        assert session.statistics(interpreter).laneCalls() == 300


def test_other_threads_are_left_alone(protected: Any, each_jdk: Jdk) -> None:
    """T4: what C code made is not ours to detach, and the JVM's own threads go on after Python."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary(PROBES)
        visitors = session.probe.Visitors()
        session.owner.invoke(interpreter, "thread_probes.from_c", visitors)
        assert (visitors.count(), visitors.left(1)) == (1, 1)
        visitors = session.probe.Visitors()
        session.owner.invoke(interpreter, "thread_probes.from_c_that_detaches", visitors)
        assert (visitors.count(), visitors.left(PATIENCE)) == (2, 0)
        for kind, caller in session.three(interpreter).items():
            visitors = session.probe.Visitors()
            caller.invoke(interpreter, "thread_probes.visit_here", visitors)
            caller.call(visitors, "visit", "not through Python")
            threads = 2 if kind == "lane" else 1
            assert (visitors.count(), visitors.left(1)) == (threads, threads)

"""Which thread runs what, as the Python code itself sees it."""

from itertools import combinations
from typing import Any

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Call, Caller, plain, until
from tests.bridge.session import Session


def where(caller: Caller, interpreter: Any, witness: Any) -> tuple[int, int, str]:
    ident, native, thread = plain(caller.invoke(interpreter, "where", witness))
    return ident, native, thread


def test_each_kind_of_thread_has_its_interpreter(protected: Any, each_jdk: Jdk) -> None:
    """R2, R3, R4: owner and worker run inline, a source thread on one lane, always the same."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary()
        witness = session.witness(interpreter)
        owner = session.manager(interpreter).owner().getName()
        names = {"owner": owner, "worker": f"{owner}-worker-1", "lane": f"{owner}-lane-1"}
        seen = {}
        for kind, caller in session.three(interpreter).items():
            [place] = {where(caller, interpreter, witness) for _ in range(5)}
            assert place[2] == names[kind]
            seen[kind] = place
        assert len({native for _, native, _ in seen.values()}) == 3
        counted = session.statistics(interpreter)
        assert (counted.workerCalls(), counted.laneCalls()) == (5, 5)
        assert plain(counted.laneCallsBySourceKind())["java"] == 5
        assert (counted.interpretersMade(), counted.lanes()) == (3, 1)


def test_a_nested_call_stays(protected: Any, each_jdk: Jdk) -> None:
    """R5: what Java code called from Python calls runs on the very same interpreter."""
    with protected(jdk=each_jdk, lanes=1) as session:
        interpreter = session.primary()
        witness = session.witness(interpreter)
        for caller in session.three(interpreter).values():
            outer, inner = plain(caller.invoke(interpreter, "reenter", witness))
            assert outer == inner
        counted = session.statistics(interpreter)
        assert (counted.workerCalls(), counted.laneCalls()) == (1, 1)
        assert counted.reentrantCalls() == 2


def test_more_source_threads_than_lanes(protected: Any, each_jdk: Jdk) -> None:
    """R8: 6 source threads share 2 busy lanes, and each keeps the lane it got."""
    with protected(jdk=each_jdk, lanes=2) as session:
        interpreter = session.primary()
        witness = session.witness(interpreter)
        sources = [session.source(f"source-{n}") for n in range(6)]
        busy = [each.start(interpreter, "invoke", "wait_at_door", rest=[]) for each in sources[:2]]
        for _ in busy:
            session.owner.invoke(interpreter, "wait_for_arrival")
        queued = [
            each.start(interpreter, "invoke", "where", rest=[witness]) for each in sources[2:]
        ]
        until(lambda: session.statistics(interpreter).laneCalls() == len(sources))
        session.owner.invoke(interpreter, "open_door", 0)
        assert [call.result() for call in busy] == [True, True]
        lanes = [where(source, interpreter, witness) for source in sources]
        assert [tuple(plain(call.result())) for call in queued] == lanes[2:]
        assert lanes[0] != lanes[1]
        assert set(lanes) == set(lanes[:2])
        assert session.statistics(interpreter).lanes() == 2
        assert session.statistics(interpreter).sourceThreads() == 6


def test_threads_that_live_get_a_lane_each_while_there_may_be_more(protected: Any) -> None:
    """R7, R8: also if they come one after the other, since they keep it for life."""
    with protected(lanes=3) as session:
        interpreter = session.primary()
        for number, lanes in enumerate((1, 2, 3, 3)):
            session.source(f"source-{number}").invoke(interpreter, "nothing")
            assert session.statistics(interpreter).lanes() == lanes


def test_independent_calls_overlap(protected: Any, each_jdk: Jdk) -> None:
    """R7: two calls are inside at once, each waiting there for the other."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary()
        # The sources meet first: once each has a lane of its own, they keep them.
        callers = {"lane": session.source(), "lane 2": session.source(), "owner": session.owner}
        callers |= {f"worker {n}": session.worker(interpreter) for n in range(2)}
        for one, other in combinations(callers, 2):
            # The owner comes last: its call is made by the thread that asks for it.
            pair = sorted((one, other), key="owner".__eq__)
            calls = [start_meeting(callers[kind], interpreter) for kind in pair]
            assert sorted(call.result() for call in calls) == [0, 1], pair


def start_meeting(caller: Caller, interpreter: Any) -> Call:
    return caller.start(interpreter, "invoke", "meet", rest=[1])


def test_two_managers_share_nothing(protected: Any) -> None:
    """R12, R26: lanes, limits and names of two operators are their own, and so is their close."""
    with protected(lanes=0) as session:
        first = session.primary()
        other_owner = session.source("second owner")
        second = other_owner.begin(session.making()).result()
        other_owner.exec(second, "from probes import *")
        give_limit(session.owner, first, 1)
        give_limit(other_owner, second, 3)
        limits = [session.statistics(each).laneLimit() for each in (first, second)]
        assert limits == [1, 3]
        source = session.source()
        lanes = [where(source, each, session.witness(each))[2] for each in (first, second)]
        first_owner = session.manager(first).owner().getName()
        assert lanes == [f"{first_owner}-lane-1", "second owner-lane-1"]
        session.owner.call(first, "close")
        assert where(source, second, session.witness(second))[2] == "second owner-lane-1"
        other_owner.call(second, "close")
        assert [account["lanes"] for account in session.accounts()] == [1, 1]


def give_limit(caller: Caller, interpreter: Any, lanes: int) -> None:
    """What the operator of Flink Agents calls first."""
    name = "flink_runner_context.create_async_thread_pool"
    pool = "class flink_runner_context:\n create_async_thread_pool = staticmethod(lambda n: n)"
    caller.exec(interpreter, pool)
    assert caller.invoke(interpreter, name, lanes) == lanes


def test_threads_of_a_manager_end_with_it(protected: Any) -> None:
    """R11, R12: after close no worker and no lane of the manager lives."""
    with protected() as session:
        interpreter = session.primary()
        for caller in session.three(interpreter).values():
            caller.invoke(interpreter, "nothing")
        name = session.manager(interpreter).name()
        assert living(session, name) == [f"{name}-lane-1", f"{name}-worker-1"]
        session.owner.call(interpreter, "close")
        assert living(session, name) == []
        assert session.accounts()[0]["interpretersClosed"] == 3


def living(session: Session, manager: str) -> list[str]:
    threads = session.jvm.view.java.lang.Thread.getAllStackTraces().keySet()
    names = [thread.getName() for thread in threads]
    return sorted(name for name in names if name.startswith((f"{manager}-lane", f"{manager}-work")))

"""The end of an interpreter, of its threads and of their identity."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain, until
from tests.bridge.session import Session

NAMES = "import flink_agents_bridge.embedded.names as names"


def refused(session: Session, interpreter: Any) -> Iterator[None]:
    """One call of each kind, each of which must be refused because the manager is closed."""
    handle = session.owner.invoke(interpreter, "make", 1)
    source = session.source()
    source.invoke(interpreter, "nothing")
    yield
    for caller in (session.owner, source, session.source("late source")):
        for target, method, arguments, rest in (
            (interpreter, "invoke", ["nothing"], []),
            (interpreter, "invokeMethod", ["list", "copy"], []),
            (interpreter, "exec", ["x = 1"], None),
            (interpreter, "set", ["x", 1], None),
            (interpreter, "get", ["x"], None),
            (handle, "getAttr", ["depth"], None),
            (handle, "setAttr", ["depth", 1], None),
            (handle, "invokeMethod", ["add"], [1]),
        ):
            with pytest.raises(JavaError) as error:
                caller.call(target, method, *arguments, rest=rest)
            assert error.value.kind == "ManagerClosedException", method
            assert session.manager(interpreter).owner().getName() in str(error.value)
        caller.call(interpreter, "close")
        caller.call(handle, "close")


def test_calls_after_close(protected: Any) -> None:
    """R11, R16: refused on every thread, and the owner is named; another close is harmless."""
    with protected() as session:
        interpreter = session.primary()
        late = refused(session, interpreter)
        next(late)
        session.owner.call(interpreter, "close")
        assert next(late, "all refused") == "all refused"
        assert session.accounts()[0]["refusedCalls"] == 0
        assert session.statistics(interpreter).refusedCalls() == 3 * 8


def test_new_threads_after_close(protected: Any) -> None:
    """R11: a closed manager makes no more worker threads."""
    with protected() as session:
        interpreter = session.primary()
        worker = session.worker(interpreter)
        worker.invoke(interpreter, "nothing")
        session.owner.call(interpreter, "close")
        managed = session.manager(interpreter).managedThreads()
        with pytest.raises(JavaError) as error:
            session.owner.call(managed, "newThread", session.owner.start("a task", "length").java)
        assert error.value.kind == "ManagerClosedException"


def test_closed_by_another_thread(protected: Any) -> None:
    """R16: the JVM lives, lanes and workers are closed, the primary waits for its owner."""
    with protected() as session:
        interpreter = session.primary()
        source = session.source()
        for caller in (session.owner, source, session.worker(interpreter)):
            caller.invoke(interpreter, "nothing")
        source.call(interpreter, "close")
        counted = session.statistics(interpreter)
        made, closed, leaked = (
            counted.interpretersMade(),
            counted.interpretersClosed(),
            counted.interpretersLeaked(),
        )
        assert (made, closed, leaked) == (3, 2, 1)
        with pytest.raises(JavaError) as error:
            source.invoke(interpreter, "nothing")
        assert error.value.kind == "ManagerClosedException"
        source.call(interpreter, "close")
        session.manager(interpreter).close()
        assert session.statistics(interpreter).interpretersLeaked() == 0
        assert "abandoned" in session.jvm.stderr()
        session.leaked = 1  # in the account that the close by another thread reported


def test_closed_inside_of_a_call(protected: Any) -> None:
    """R16, D2: an operation cannot close what it runs on; the refusal says so and nothing hangs."""
    with protected() as session:
        closer = "def shut(w): w.shut()"
        interpreter = session.primary(f"from probes import *\n{closer}")
        witness = session.witness(interpreter)
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match="inside"):
                caller.invoke(interpreter, "shut", witness)
            assert caller.invoke(interpreter, "nothing") == "nothing given"


def test_accepted_work_completes_before_close(protected: Any) -> None:
    """R11: close waits for a call that is inside, and for its nested calls; it lets in no other.

    A thread that the call starts in Python is another caller.
    """
    with protected() as session:
        gatekeeper = session.primary()
        owner, source = session.source("closing owner"), session.source()
        interpreter = owner.begin(session.making()).result()
        owner.exec(interpreter, "from probes import *")
        inside = source.start(interpreter, "invoke", "stay", rest=[session.witness(interpreter)])
        session.owner.invoke(gatekeeper, "wait_for_arrival")
        closing = owner.start(interpreter, "close")
        manager = session.manager(interpreter)
        until(lambda: not manager.isOpen())
        with pytest.raises(JavaError) as error:
            session.source("late").invoke(interpreter, "nothing")
        assert error.value.kind == "ManagerClosedException"
        assert not closing.java.isDone()
        assert not manager.isClosed()
        session.owner.invoke(gatekeeper, "open_door", 0)
        nested, stranger = plain(inside.result())
        assert nested[2] == "closing owner-lane-1"
        assert "ManagerClosedException" in stranger
        assert closing.result() is None


def test_workers_then_lanes_then_the_primary(protected: Any) -> None:
    """R11, R12: each interpreter is given up on its own thread, and in this order."""
    with protected() as session:
        onlooker = session.primary("import flink_agents_bridge.embedded.names as names\norder = []")
        session.owner.exec(
            onlooker,
            "kept = names.retract\n"
            "def retract(*given):\n order.append(witness.thread())\n kept(*given)\n"
            "names.retract = retract",
        )
        session.owner.call(onlooker, "set", "witness", session.witness(onlooker))
        owner = session.source("closing owner")
        interpreter = owner.begin(session.making()).result()
        owner.exec(interpreter, "from probes import *")
        for caller in (owner, session.source(), session.worker(interpreter)):
            caller.invoke(interpreter, "nothing")
        owner.call(interpreter, "close")
        session.owner.exec(onlooker, "names.retract = kept")
        wanted = ["closing owner-worker-1", "closing owner-lane-1", "closing owner"]
        assert plain(session.owner.call(onlooker, "get", "order")) == wanted


def test_several_clean_ups_fail(protected: Any) -> None:
    """R17: close tries all of them, throws the first failure and hangs the others on to it."""
    with protected(leaked=3) as session:
        interpreter = session.primary("def fail(*_): raise OSError('broken clean-up')")
        for caller in session.three(interpreter).values():
            caller.call(interpreter, "get", "x")
            caller.invoke(interpreter, "fail.__str__")
        session.owner.exec(interpreter, f"{NAMES}\nnames.retract = fail")
        with pytest.raises(JavaError) as error:
            session.owner.call(interpreter, "close")
        told = [error.value.cause, *error.value.suppressed]
        assert len([one for one in told if "broken clean-up" in one]) == 3
        assert session.manager(interpreter).isClosed()


def test_a_worker_after_its_clean_up(protected: Any) -> None:
    """R18: once its task loop is over a worker thread is a source thread like any other."""
    with protected() as session:
        interpreter = session.primary()
        task = session.probe.LastWords.of(interpreter, "where")
        during, after = plain(session.owner.begin(task).result())
        assert during[2].endswith("-worker-1")
        assert after[2].endswith("-lane-1")
        counted = session.statistics(interpreter)
        assert (counted.workerCalls(), counted.laneCalls()) == (1, 1)
        assert counted.interpretersClosed() == 1


def test_a_worker_of_another_manager(protected: Any) -> None:
    """R18, D5: to any other manager a managed worker is a source thread."""
    with protected() as session:
        first, second = session.primary(), session.primary()
        worker = session.worker(first)
        inline = plain(worker.invoke(first, "where", session.witness(first)))
        by_lane = plain(worker.invoke(second, "where", session.witness(second)))
        assert inline[2].endswith("-worker-1")
        assert by_lane[2].endswith("-lane-1")

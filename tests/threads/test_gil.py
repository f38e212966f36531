"""Java code that Python enters with the interpreter's lock held, and that calls Python again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Place, Session

HANGS = 8  # seconds after which a call that takes a millisecond will not come back
PROBES = "import thread_probes"


@contextmanager
def owned(session: Session, name: str = "owner") -> Iterator[tuple[Caller, Any]]:
    """An interpreter and its owner, a thread that may hang without harm to the test."""
    owner = session.source(name)
    interpreter = owner.begin(session.making()).result()
    owner.exec(interpreter, PROBES)
    yield owner, interpreter
    if session.agent is not None:
        owner.call(interpreter, "close")


def ways(session: Session, interpreter: Any) -> dict[str, Any]:
    """What to enter, by the way that leads there with the lock held; ``method`` is without it."""
    witness, entered = session.witness(interpreter), session.probe.Entered
    return {
        "constructor": witness,
        "str": entered.Shown(witness),
        "loop": entered.Stepped(witness),
        "method": witness,
    }


@pytest.mark.parametrize("way", ["constructor", "str", "loop"])
def test_a_call_back_hangs(unprotected: Any, each_jdk: Jdk, way: str) -> None:
    """T5: Pemja lets go of the lock for methods only, so the call back waits for its own thread."""
    with unprotected(each_jdk) as session, owned(session) as (owner, interpreter):
        it = ways(session, interpreter)[way]
        call = owner.start(interpreter, "invoke", "thread_probes.entered", rest=[way, it])
        assert not call.ends(HANGS)


def test_a_call_back_runs_inline(protected: Any, each_jdk: Jdk) -> None:
    """T5, R5: on owner, worker and lane it comes back, and has run on the very thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        callers = [owner, session.worker(interpreter), session.source()]
        for caller in callers:
            for way, it in ways(session, interpreter).items():
                thread, *seen = plain(caller.invoke(interpreter, "thread_probes.entered", way, it))
                assert (way, set(seen)) == (way, {thread})
                assert len(seen) == (3 if way == "loop" else 1)


def test_a_call_back_from_a_thread_of_python(protected: Any, each_jdk: Jdk) -> None:
    """T3, T5, R4: it comes back, and has run on a lane."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        for caller in (owner, session.worker(interpreter), session.source()):
            for way, it in ways(session, interpreter).items():
                thread, *seen = plain(
                    caller.invoke(interpreter, "thread_probes.entered_on_thread", way, it)
                )
                assert len(set(seen)) == 1
                assert thread not in seen
                assert len(seen) == (3 if way == "loop" else 1)


def test_a_call_back_into_another_manager(protected: Any, each_jdk: Jdk) -> None:
    """T5, R26: the lock is let go of while a lane of the other manager does the work."""
    with (
        protected(jdk=each_jdk) as session,
        owned(session) as (owner, interpreter),
        owned(session, "another owner") as (_, other),
    ):
        for caller in (owner, session.worker(interpreter), session.source()):
            for way, it in ways(session, other).items():
                thread, *seen = plain(caller.invoke(interpreter, "thread_probes.entered", way, it))
                assert len(set(seen)) == 1
                assert thread not in seen


def test_two_primaries_on_one_thread(protected: Any, each_jdk: Jdk) -> None:
    """T5, T9: from the first into the second and back, on the thread that owns both."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, first):
        second = owner.begin(session.making()).result()
        owner.exec(second, PROBES)
        for entered, asked in ((first, second), (second, first)):
            for way, it in ways(session, asked).items():
                thread, *seen = plain(owner.invoke(entered, "thread_probes.entered", way, it))
                assert (way, set(seen)) == (way, {thread})
        owner.call(second, "close")


def test_beside_a_sub_interpreter(protected: Any, each_jdk: Jdk) -> None:
    """T5: with a live sub-interpreter, into it, out of it, and past it from a CPython thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, primary):
        making = session.probe.Holders.makingSubInterpreter(sys.executable)
        sub = owner.begin(making).result()
        owner.exec(sub, PROBES)
        for entered, asked in ((primary, primary), (primary, sub), (sub, primary), (sub, sub)):
            for way, it in ways(session, asked).items():
                thread, *seen = plain(owner.invoke(entered, "thread_probes.entered", way, it))
                assert (way, set(seen)) == (way, {thread})
        shown = ways(session, primary)["str"]
        thread, lane = plain(owner.invoke(primary, "thread_probes.entered_on_thread", "str", shown))
        assert thread != lane
        owner.call(sub, "close")


def test_after_a_sub_interpreter(protected: Any) -> None:
    """T5: ``PyGILState_Check`` says yes for ever now, whoever holds the lock; nobody asks it."""
    with protected() as session, owned(session) as (owner, primary):
        making = session.probe.Holders.makingSubInterpreter(sys.executable)
        owner.call(owner.begin(making).result(), "close")
        for caller in (owner, session.source()):
            for way, it in ways(session, primary).items():
                thread, *seen = plain(caller.invoke(primary, "thread_probes.entered", way, it))
                assert set(seen) == {thread}


def test_an_interpreter_is_made_and_closed(protected: Any, each_jdk: Jdk) -> None:
    """T5: also by Java code that came with the lock, on the owner and on a CPython thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        maker = session.probe.Holders.Making(sys.executable)
        thread, seen = plain(owner.invoke(interpreter, "thread_probes.entered", "str", maker))
        assert seen == thread
        thread, seen = plain(
            owner.invoke(interpreter, "thread_probes.entered_on_thread", "str", maker)
        )
        assert seen == thread


def test_a_call_back_that_fails(protected: Any, each_jdk: Jdk) -> None:
    """T5, R14: the lock is taken back, so the Python code above goes on."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        failing = session.probe.Holders.Failing(session.witness(interpreter))
        for caller in (owner, session.worker(interpreter), session.source()):
            for function in ("thread_probes.entered", "thread_probes.entered_on_thread"):
                _, told = plain(caller.invoke(interpreter, function, "text", failing))
                assert "on purpose" in told


def test_many_at_once(protected: Any, each_jdk: Jdk) -> None:
    """T3, T5: 8 CPython threads that each hold the lock 250 times share 4 lanes."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        shown = ways(session, interpreter)["str"]
        counted = owner.invoke(interpreter, "thread_probes.entered_often", "str", shown, 8, 250)
        assert counted == 2000


def test_without_native_calls(place: Callable[..., Place], default_jdk: Jdk) -> None:
    """T5: where JNA may not unpack its native code, what would hang is refused with the reason."""
    assert default_jdk.feature < 22
    options = ["-Djna.nounpack=true"]
    with (
        Session(place(default_jdk), {}, options=options) as session,
        owned(session) as (owner, interpreter),
    ):
        for caller in (owner, session.worker(interpreter), session.source()):
            for way, it in ways(session, interpreter).items():
                call = caller.start(interpreter, "invoke", "thread_probes.entered", rest=[way, it])
                if way == "method":
                    thread, seen = plain(call.result(HANGS))
                    assert seen == thread
                    continue
                with pytest.raises(JavaError, match=r"-Djna\.tmpdir") as refused:
                    call.result(HANGS)
                assert refused.value.kind == "GilHeldException"
                assert "UnsatisfiedLinkError" in refused.value.cause
        shown = ways(session, interpreter)["str"]
        call = owner.start(
            interpreter, "invoke", "thread_probes.entered_on_thread", rest=["str", shown]
        )
        with pytest.raises(JavaError, match="__str__ returned non-string"):
            call.result(HANGS)
    # Once as a warning at start, and once for the thread on which Pemja has lost the exception.
    assert session.jvm.stderr().count("cannot call Python again") == 1
    assert 'Exception in thread "Thread-' in session.jvm.stderr()

"""Java code that Python enters with the interpreter's lock held, and that calls Python again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError, plain, until
from tests.bridge.session import Place, Session

HANGS = 6  # seconds after which a call that takes a millisecond will not come back
PROBES = "import entering, thread_probes"
WITH_THE_LOCK = (
    *("constructor", "str", "loop", "len", "in", "walk"),
    *("list", "map", "field", "error", "key"),
)


@contextmanager
def owned(session: Session, name: str = "owner") -> Iterator[tuple[Caller, Any]]:
    """An interpreter and its owner, a thread that may hang without harm to the test."""
    owner = session.source(name)
    interpreter = owner.begin(session.making()).result()
    owner.exec(interpreter, PROBES)
    yield owner, interpreter
    if session.agent is not None:
        owner.call(interpreter, "close")


def ways(session: Session, interpreter: Any) -> Iterator[tuple[str, Any, Any]]:
    """A way in, what to enter, and who keeps what its call backs were answered.

    All lead there with the lock held but the last one, ``method``.
    """
    entered, answers = session.probe.Entered, session.probe.Answers(interpreter)
    holder = entered.Holder(answers)
    objects = {
        "constructor": answers,
        "str": entered.Shown(answers),
        "loop": entered.Stepped(answers),
        "len": entered.Gathered(answers),
        "in": entered.Gathered(answers),
        "walk": entered.Gathered(answers),
        "method": answers,
    }
    for way in (*WITH_THE_LOCK, "method"):
        yield way, objects.get(way, holder), answers


def inline(session: Session, caller: Caller, on: Any, asked: Any) -> None:
    """Enter Java in every way; all call backs run on the thread that they come from."""
    for way, it, answers in ways(session, asked):
        thread, *seen = plain(caller.invoke(on, "entering.entered", way, it, answers))
        assert (way, set(seen)) == (way, {thread})


def through_a_lane(
    session: Session, caller: Caller, on: Any, asked: Any, probe: str = "entered_on_thread"
) -> None:
    """The same; all call backs of one way run on one other thread."""
    for way, it, answers in ways(session, asked):
        thread, *seen = plain(caller.invoke(on, f"entering.{probe}", way, it, answers))
        assert (way, len(set(seen))) == (way, 1)
        assert thread not in seen


def test_a_call_back_hangs(unprotected: Any) -> None:
    """T5: Pemja lets go of the lock for methods only, so the call back waits for its own thread."""
    with ExitStack() as all_at_once:
        calls = {}
        for way in WITH_THE_LOCK:
            session = all_at_once.enter_context(unprotected())
            owner, interpreter = all_at_once.enter_context(owned(session))
            [(it, answers)] = [found for name, *found in ways(session, interpreter) if name == way]
            calls[way] = owner.start(
                interpreter, "invoke", "entering.entered", rest=[way, it, answers]
            )
        first, *rest = calls.values()
        assert not first.ends(HANGS)
        assert not any(call.ends(1) for call in rest)


def test_a_call_back_runs_inline(protected: Any, each_jdk: Jdk) -> None:
    """T5, R5: on owner, worker and lane it comes back, and has run on the very thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        for caller in (owner, session.worker(interpreter), session.source()):
            inline(session, caller, interpreter, interpreter)


def test_a_call_back_from_a_thread_of_python(protected: Any, each_jdk: Jdk) -> None:
    """T3, T5, R4: it comes back, and has run on a lane."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        for caller in (owner, session.worker(interpreter), session.source()):
            through_a_lane(session, caller, interpreter, interpreter)


def test_a_class_is_initialised(protected: Any, each_jdk: Jdk) -> None:
    """T5: its initialiser calls back; Pemja itself lets no CPython thread look up a class."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        answers = session.probe.Answers(interpreter)
        answers.expect()
        for number, caller in enumerate((owner, session.worker(interpreter), session.source())):
            early = ["class", f"probe.Early$C{number}", answers]
            with pytest.raises(JavaError, match="Invalid JcpThread"):
                caller.invoke(interpreter, "entering.entered_on_thread", *early)
            thread, seen = plain(caller.invoke(interpreter, "entering.entered", *early))
            assert seen == thread


def test_an_argument_calls_back(protected: Any, each_jdk: Jdk) -> None:
    """T5: while it is copied for Python, before and after the function that it is for."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        answers, entered = session.probe.Answers(interpreter), session.probe.Entered
        for caller in (owner, session.worker(interpreter), session.source()):
            for it in (entered.Listed(answers), entered.Mapped(answers)):
                caller.start(interpreter, "invoke", "entering.nothing", rest=[it]).result()
                assert len(answers.taken()) > 0


def test_a_call_back_into_another_manager(protected: Any, each_jdk: Jdk) -> None:
    """T5, R26: the lock is let go of while a lane of the other manager does the work."""
    with (
        protected(jdk=each_jdk) as session,
        owned(session) as (owner, interpreter),
        owned(session, "another owner") as (_, other),
    ):
        for caller in (owner, session.worker(interpreter), session.source()):
            through_a_lane(session, caller, interpreter, other, "entered")


def test_two_primaries_on_one_thread(protected: Any, each_jdk: Jdk) -> None:
    """T5, T9: from the first into the second and back, on the thread that owns both."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, first):
        second = owner.begin(session.making()).result()
        owner.exec(second, PROBES)
        for on, asked in ((first, second), (second, first), (second, second)):
            inline(session, owner, on, asked)
            through_a_lane(session, owner, on, asked)
        owner.call(second, "close")


def test_beside_a_sub_interpreter(protected: Any, each_jdk: Jdk) -> None:
    """T5: with a live sub-interpreter, into it, out of it, and past it from a CPython thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, primary):
        making = session.probe.Holders.makingSubInterpreter(sys.executable)
        sub = owner.begin(making).result()
        owner.exec(sub, PROBES)
        for on, asked in ((primary, primary), (primary, sub), (sub, primary), (sub, sub)):
            inline(session, owner, on, asked)
        for on in (primary, sub):
            through_a_lane(session, owner, on, primary)
        for way, it, answers in ways(session, sub):
            # Refused, which Pemja passes on as it is for methods only.
            with pytest.raises(JavaError, match="SUB_INTERPRETER" if way == "method" else None):
                owner.invoke(sub, "entering.entered_on_thread", way, it, answers)
        owner.call(sub, "close")


def test_after_a_sub_interpreter(protected: Any) -> None:
    """T5: ``PyGILState_Check`` says yes for ever now, whoever holds the lock; nobody asks it."""
    with protected() as session, owned(session) as (owner, primary):
        making = session.probe.Holders.makingSubInterpreter(sys.executable)
        owner.call(owner.begin(making).result(), "close")
        for caller in (owner, session.source()):
            inline(session, caller, primary, primary)


def test_an_interpreter_is_made_and_closed(protected: Any, each_jdk: Jdk) -> None:
    """T5: also by Java code that came with the lock, on the owner and on a CPython thread."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        maker = session.probe.Holders.Making(sys.executable)
        for probe in ("shown", "shown_on_thread"):
            thread, seen = plain(owner.invoke(interpreter, f"entering.{probe}", maker))
            assert seen == str(thread)


def test_a_call_back_that_fails(protected: Any, each_jdk: Jdk) -> None:
    """T5, R14: the lock is taken back, so the Python code above goes on."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        failing = session.probe.Holders.Failing(session.probe.Answers(interpreter))
        for caller in (owner, session.worker(interpreter), session.source()):
            for probe in ("shown", "shown_on_thread"):
                _, told = plain(caller.invoke(interpreter, f"entering.{probe}", failing))
                assert "on purpose" in told


def test_many_at_once(protected: Any, each_jdk: Jdk) -> None:
    """T3, T5: 8 CPython threads that each hold the lock 250 times share 4 lanes."""
    with protected(jdk=each_jdk) as session, owned(session) as (owner, interpreter):
        shown = session.probe.Entered.Shown(session.probe.Answers(interpreter))
        counted = owner.invoke(interpreter, "entering.entered_often", "str", shown, 8, 250)
        assert counted == 2000


@pytest.mark.parametrize("denied", ["unpacking", "folder"])
def test_without_native_calls(
    place: Callable[..., Place], default_jdk: Jdk, tmp_path: Path, denied: str
) -> None:
    """T5: where JNA may not unpack its native code, what would hang is refused with the reason."""
    assert default_jdk.feature < 22
    no_folder = tmp_path / "file"
    no_folder.touch()
    option = {"unpacking": "-Djna.nounpack=true", "folder": f"-Djna.tmpdir={no_folder}"}[denied]
    with (
        Session(place(default_jdk), {}, options=[option]) as session,
        owned(session) as (owner, interpreter),
    ):
        for caller in (owner, session.worker(interpreter), session.source()):
            for way, it, answers in ways(session, interpreter):
                call = caller.start(
                    interpreter, "invoke", "entering.entered", rest=[way, it, answers]
                )
                if way == "method":
                    thread, seen = plain(call.result(HANGS))
                    assert seen == thread
                    continue
                # Where Pemja does not look for exceptions Python gets it at its next Java call;
                # asking the entries of no map is an error of its own, which takes its place.
                told = "NullPointer" if way == "map" else r"GilHeldException.*-Djna\.tmpdir"
                with pytest.raises(JavaError, match=told):
                    call.result(HANGS)
        shown = session.probe.Entered.Shown(session.probe.Answers(interpreter))
        call = owner.start(interpreter, "invoke", "entering.shown_on_thread", rest=[shown])
        with pytest.raises(JavaError, match="__str__ returned non-string"):
            call.result(HANGS)
        # Pemja has lost the exception there; the JVM tells of it when it lets go of the thread.
        until(lambda: 'Exception in thread "Thread-' in session.jvm.stderr())
    assert session.jvm.stderr().count("cannot call Python again") == 1

"""Pemja's mode ``SUB_INTERPRETER``: its owner's alone, beside whatever else lives on its thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Session
from tests.bridge.test_crashes import TWO_NAMES, dies

PROBES = "from sub_probes import *\nfrom sub_probes import alive, on_a_thread, seen"
MAIN = 0  # CPython's number of the main interpreter
ROUNDS = 100_000


@contextmanager
def owned(
    session: Session, *kinds: str, name: str = "owner", source: str = PROBES
) -> Iterator[tuple[Caller, list[Any]]]:
    """Interpreters of one thread, made in this order; what is left of them is closed at the end."""
    owner = session.source(name)
    made = []
    for kind in kinds:
        making = session.making_sub() if kind == "sub" else session.making()
        made.append(owner.begin(making).result())
        owner.exec(made[-1], source)
    yield owner, made
    for interpreter in reversed(made):
        owner.call(interpreter, "close")


def managed(caller: Caller, target: Any, method: str, *arguments: Any, rest: Any = None) -> str:
    """What the refusal of a call says."""
    with pytest.raises(JavaError) as error:
        caller.call(target, method, *arguments, rest=rest)
    assert error.value.kind == "SubInterpreterException"
    return str(error.value)


def test_its_names(protected: Any) -> None:
    """N1, N2, N3, N4: as in a primary: alternating, redefined, deleted, dotted, missing, any."""
    with protected() as session, owned(session, "sub") as (owner, [sub]):
        owner.exec(sub, TWO_NAMES)
        task = session.probe.Loop.invoking(sub, ["a", "b"], [10], ROUNDS)
        assert plain(owner.begin(task).result()) == {"11": ROUNDS, "9": ROUNDS}
        owner.exec(sub, "def a(x): return 'new'")
        assert owner.invoke(sub, "a", 1) == "new"
        owner.exec(sub, "del a\nimport os.path\ns = '\U0001f600'")
        for name in ("a", "missing", "os.missing"):
            for arguments in ((), (1,)):
                with pytest.raises(JavaError, match=name.rpartition(".")[2]):
                    owner.invoke(sub, name, *arguments)
        assert owner.invoke(sub, "os.path.join", "x", "y") == "x/y"
        assert owner.call(sub, "get", "s") == "\U0001f600"
        owner.call(sub, "set", "t", ["x"])
        assert owner.call(sub, "invokeMethod", "t", "index", rest=["x"]) == 0
        with pytest.raises(JavaError, match="on purpose"):
            owner.invoke(sub, "boom", "on purpose")
        assert owner.invoke(sub, "nothing") == "nothing given"


def test_two_names_in_turn_die(unprotected: Any) -> None:
    """N1: bare Pemja's cache of callables kills sub-interpreters, too."""

    def scenario(session: Session) -> None:
        owner = session.source("owner")
        sub = owner.begin(session.making_sub()).result()
        owner.exec(sub, TWO_NAMES)
        owner.begin(session.probe.Loop.invoking(sub, ["a", "b"], [10], ROUNDS)).result()

    assert dies(unprotected, scenario)


def test_other_threads(protected: Any, each_jdk: Jdk) -> None:
    """R6, B6: from another thread it and its handles are refused, by name; closing waits."""
    with protected(jdk=each_jdk) as session, owned(session, "sub") as (owner, [sub]):
        handle = owner.invoke(sub, "make")
        for other in (session.source("other"), session.worker(sub)):
            for target, method, arguments, rest in (
                (sub, "invoke", ["nothing"], []),
                (sub, "invokeMethod", ["kept", "copy"], []),
                (sub, "exec", ["x = 1"], None),
                (sub, "set", ["x", 1], None),
                (sub, "get", ["kept"], None),
                (handle, "getAttr", ["made"], None),
                (handle, "setAttr", ["made", 1], None),
                (handle, "invokeMethod", ["used"], []),
            ):
                told = managed(other, target, method, *arguments, rest=rest)
                assert "owner: 'owner'" in told
                assert "MULTI_THREAD" in told
        assert session.statistics(sub).interpretersMade() == 1
        session.source("closer").call(handle, "close")
        with pytest.raises(JavaError, match="ReleasedHandleException"):
            owner.call(handle, "getAttr", "made")
        assert owner.invoke(sub, "alive") == 0


def test_a_thread_of_its_own(protected: Any, each_jdk: Jdk) -> None:
    """R4, R6: a CPython thread of a sub-interpreter is refused there; a primary has lanes."""
    with (
        protected(jdk=each_jdk) as session,
        owned(session, "sub") as (owner, [sub]),
        owned(session, "primary", name="another owner") as (_, [primary]),
    ):
        [told] = plain(owner.invoke(sub, "on_a_thread", session.witness(sub)))
        assert "SubInterpreterException" in told
        [told] = plain(owner.invoke(sub, "on_a_thread", session.witness(primary)))
        assert told == str(MAIN)


@pytest.mark.parametrize(
    "kinds", sorted(set(permutations(["primary", "sub", "sub"]))), ids="-".join
)
def test_each_enters_its_own(protected: Any, kinds: tuple[str, ...]) -> None:
    """B6, T9: nested calls and objects of one from inside another enter their own interpreter."""
    with protected() as session, owned(session, *kinds) as (owner, made):
        number = [owner.invoke(each, "here") for each in made]
        assert [MAIN if kind == "primary" else -1 for kind in kinds] == [
            MAIN if n == MAIN else -1 for n in number
        ]
        assert len(set(number)) == 3
        handles = [owner.invoke(each, "make") for each in made]
        bearers = [session.probe.Bearer(handle) for handle in handles]
        for outer, inner in permutations(range(3), 2):
            mine, other = number[outer], number[inner]
            nested = plain(owner.invoke(made[outer], "nest", session.witness(made[inner])))
            assert nested == [mine, other, mine]
            asked = plain(owner.invoke(made[outer], "ask", bearers[inner]))
            assert asked == [mine, [other, other], mine]
            asked = plain(owner.call(handles[outer], "invokeMethod", "nest", rest=[bearers[inner]]))
            assert asked == [[mine, mine], [other, other], [mine, mine]]


@pytest.mark.parametrize("kinds", [("primary", "sub"), ("sub", "primary")], ids="-".join)
@pytest.mark.parametrize("first_closed", ["primary", "sub"])
def test_closing_order(protected: Any, kinds: tuple[str, ...], first_closed: str) -> None:
    """T9, T5: whichever was made or closed first, the other one works on, also with C code.

    C code that holds the lock asks for it again by ``PyGILState_Ensure``, which hangs on all but
    the first thread state of a thread unless CPython is told whose state it is.
    """
    with protected() as session, owned(session, *kinds) as (owner, made):
        of = dict(zip(kinds, made, strict=True))

        def works(kind: str) -> None:
            assert owner.invoke(of[kind], "deep", 20) == 20
            assert owner.start(of[kind], "invoke", "ensure_inside", rest=[1]).result(20) == 2
            assert owner.invoke(of[kind], "make") is not None
            if kind == "primary":
                assert session.source().invoke(of[kind], "ensure_inside", 2) == 3

        for kind in (*kinds, *kinds):
            works(kind)
        owner.call(of.pop(first_closed), "close")
        for kind in (*of, *of):
            works(kind)
        again = owner.begin(session.making_sub()).result()
        owner.exec(again, PROBES)
        assert owner.invoke(again, "ensure_inside", 4) == 5
        owner.call(again, "close")
        for kind in of:
            works(kind)


def test_objects_do_not_cross(protected: Any) -> None:
    """H2, B9: no sub-interpreter's handle is an argument elsewhere, nor another's there."""
    with protected() as session, owned(session, "primary", "sub", "sub") as (owner, made):
        handles = [owner.invoke(each, "make") for each in made]
        target = owner.invoke(made[0], "make"), owner.invoke(made[1], "make")
        for giver, taker in permutations(range(3), 2):
            for hidden in (handles[giver], [handles[giver]], {"k": [handles[giver]]}):
                managed(owner, made[taker], "invoke", "alive", rest=[hidden])
                managed(owner, made[taker], "set", "x", hidden)
                if taker < 2:
                    managed(owner, target[taker], "setAttr", "x", hidden)
                    managed(owner, target[taker], "invokeMethod", "nest", rest=[hidden])
            with pytest.raises(JavaError, match="SubInterpreterException"):
                owner.call(session.probe.Bearer(handles[giver]), "handTo", made[taker], "alive")
        for interpreter, handle in zip(made, handles, strict=True):
            owner.exec(interpreter, "def same(it): return it.used()[0] == here()")
            assert owner.invoke(interpreter, "same", handle) is True


def test_its_handles_after_its_close(protected: Any) -> None:
    """H2, H3, B5: given back at close; then a managed error, and another close is harmless."""
    with protected() as session, owned(session, "primary") as (owner, [_]):
        sub = owner.begin(session.making_sub()).result()
        owner.exec(sub, PROBES)
        handles = [owner.invoke(sub, "make") for _ in range(3)]
        assert owner.invoke(sub, "alive") == 3
        owner.call(handles[0], "close")
        assert owner.invoke(sub, "alive") == 2
        owner.call(sub, "close")
        for caller in (owner, session.source()):
            with pytest.raises(JavaError) as error:
                caller.call(handles[1], "getAttr", "made")
            assert error.value.kind == "ManagerClosedException"
            caller.call(handles[2], "close")


def test_closed_from_elsewhere(protected: Any) -> None:
    """R16: it waits for its owner, whose own close then ends it."""
    with protected() as session, owned(session, "sub") as (owner, [sub]):
        session.source("stranger").call(sub, "close")
        assert session.statistics(sub).interpretersLeaked() == 1
        owner.call(sub, "close")
        assert session.statistics(sub).interpretersLeaked() == 0
        session.leaked = 1  # in the account that the close by another thread reported


def test_many_come_and_go(protected: Any) -> None:
    """T7, T9: beside a primary that works, 10 of them, each with handles that nobody closes."""
    with protected() as session, owned(session, "primary") as (owner, [primary]):
        kept = owner.invoke(primary, "make")
        for _ in range(10):
            with owned(session, "sub") as (other, [sub]):
                other.invoke(sub, "make")
                assert other.invoke(sub, "ensure_inside", 1) == 2
            assert plain(owner.call(kept, "invokeMethod", "used", rest=[])) == [MAIN, MAIN]
        assert session.source().invoke(primary, "alive") == 1

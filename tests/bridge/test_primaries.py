"""Several interpreters of the application, on one thread and one after the other."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import PATIENCE, plain
from tests.bridge.session import Session


def second_that_asks_for_the_lock(session: Session, seconds: int) -> Any:
    """Two primaries of one thread, then C code on the second; None if it has not come back."""
    owner = session.source("owner of two")
    first, second = (owner.begin(session.making()).result() for _ in range(2))
    for interpreter in (first, second):
        owner.exec(interpreter, "from probes import *")
    call = owner.start(second, "invoke", "ensure_inside", rest=[4])
    answer = call.result() if call.ends(seconds) else None
    if answer is not None:
        owner.call(second, "close")
        owner.call(first, "close")
    return answer


def test_two_primaries_on_one_thread_hang(unprotected: Any, each_jdk: Jdk) -> None:
    """T9: ``PyGILState_Ensure`` on the second waits for the lock that its own thread holds."""
    with unprotected(each_jdk) as session:
        assert second_that_asks_for_the_lock(session, 6) is None


def test_two_primaries_on_one_thread(protected: Any, each_jdk: Jdk) -> None:
    """T9: one thread state per OS thread, so it is the one that ``PyGILState`` knows."""
    with protected(jdk=each_jdk) as session:
        assert second_that_asks_for_the_lock(session, PATIENCE) == 5


@pytest.mark.parametrize("closed", ["first", "second"])
def test_one_of_two_primaries_closes(protected: Any, closed: str) -> None:
    """T9, R26: the other one works on, on each kind of thread, with its own names."""
    with protected() as session:
        pair = {name: session.primary(f"tag = '{name}'") for name in ("first", "second")}
        for interpreter in pair.values():
            session.owner.exec(interpreter, "def told(): return tag\nfrom probes import *")
        everybody = {name: session.three(interpreter) for name, interpreter in pair.items()}
        for name, callers in everybody.items():
            assert [c.invoke(pair[name], "told") for c in callers.values()] == [name] * 3
        session.owner.call(pair.pop(closed), "close")
        [(name, left)] = pair.items()
        for caller in everybody[name].values():
            assert caller.invoke(left, "told") == name
            assert caller.call(left, "get", "tag") == name
            assert caller.invoke(left, "ensure_inside", 1) == 2


def test_names_of_two_primaries_are_apart(protected: Any) -> None:
    """B7: two managers of one thread see none of each other's names."""
    with protected() as session:
        first, second = session.primary("one = 1"), session.primary("two = 2")
        source = session.source()
        for caller in (session.owner, source):
            assert (caller.call(first, "get", "one"), caller.call(second, "get", "two")) == (1, 2)
            assert caller.call(first, "get", "two") is None
            assert caller.call(second, "get", "one") is None


def test_a_primary_after_the_first_was_closed(protected: Any) -> None:
    """T9: interpreters come and go on one thread, and none finds the names of a former one."""
    with protected() as session:
        for number in range(5):
            interpreter = session.primary(f"own_{number} = {number}")
            assert session.source().call(interpreter, "get", f"own_{number}") == number
            assert session.owner.call(interpreter, "get", f"own_{number - 1}") is None
            session.owner.call(interpreter, "close")


def test_search_paths_stay(protected: Any, tmp_path: Any) -> None:
    """T7: 40 workers, 40 lanes and 20 primaries later ``sys.path`` is what it was."""
    paths = [str(tmp_path / "one"), str(tmp_path / "two")]
    with protected(lanes=40) as session:
        first = session.primary(paths=paths)
        before = plain(session.owner.invoke(first, "search_paths"))
        assert before.count(paths[0]) == 1
        sources = [session.source() for _ in range(40)]
        calls = [each.start(first, "invoke", "wait_at_door", rest=[]) for each in sources]
        session.worker(first).invoke(first, "open_door", 40)
        assert {call.result() for call in calls} == {True}
        for _ in range(39):
            session.worker(first).invoke(first, "nothing")
        assert session.statistics(first).interpretersMade() == 1 + 40 + 40
        for number in range(20):
            owner = session.source("another owner") if number % 2 else session.owner
            another = owner.begin(session.making(paths)).result()
            owner.call(another, "close")
        assert plain(session.owner.invoke(first, "search_paths")) == before


def test_search_paths_of_a_later_primary(protected: Any, tmp_path: Any) -> None:
    """T7: what a later primary asks for is there once, and what the job put in front stays."""
    own, later = str(tmp_path / "own"), str(tmp_path / "later")
    with protected() as session:
        first = session.primary("import sys\nfrom probes import *", paths=[own])
        session.owner.exec(first, "sys.path.insert(0, 'front')")
        before = plain(session.owner.invoke(first, "search_paths"))
        owner = session.source("another owner")
        other = owner.begin(session.making([own, later])).result()
        after = plain(session.owner.invoke(first, "search_paths"))
        assert sorted(after) == sorted([*before, later])
        assert [path for path in after if path != later] == before
        owner.call(other, "close")


def test_every_interpreter_knows_the_bridge(protected: Any) -> None:
    """R13: the same modules stand in each interpreter by the time of its first call."""
    with protected() as session:
        interpreter = session.primary()
        for number, caller in enumerate(session.three(interpreter).values(), start=1):
            known = plain(caller.invoke(interpreter, "bridge_modules"))
            assert known == [["flink_agents_bridge.embedded.names", "pemja.logger"]] * number

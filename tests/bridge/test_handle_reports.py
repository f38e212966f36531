"""How many Python objects Java has in hand, and where it got them."""

import re
from typing import Any

from tests.bridge.session import Session

LEFT = re.compile(r"Manager '(.+)' closes with (\d+) Python objects in Java's hands .*: (.+)")


def made_by_each(session: Session, interpreter: Any) -> list[Any]:
    """Handles that Java code keeps: 2 from each kind of thread, and one that it has closed."""
    keep = session.probe.Keep()
    for caller in session.three(interpreter).values():
        caller.begin(keep.two(interpreter, "make")).result()
        caller.call(caller.invoke(interpreter, "make", 1), "close")
    return [keep]


def test_counted(protected: Any) -> None:
    """B5, B10: in the statistics, the dump and the report; what was closed does not count."""
    with protected() as session:
        interpreter = session.primary()
        kept = made_by_each(session, interpreter)
        counted = session.statistics(interpreter)
        assert (counted.liveHandles(), counted.handlesMade()) == (6, 9)
        assert "Python objects in Java's hands: 6" in session.manager(interpreter).dump()
        session.owner.call(interpreter, "close")
        assert session.statistics(interpreter).liveHandles() == 0
        [account] = session.accounts()
        assert (account["liveHandles"], account["handlesMade"], account["lanes"]) == (6, 9, 1)
        [(name, count, advice)] = LEFT.findall(session.jvm.stderr())
        assert (name, count) == (session.manager(interpreter).name(), "6")
        assert "handle-places=true" in advice
        assert kept


def test_told_by_place(protected: Any) -> None:
    """B5: with ``handle-places`` the line of code that asked is told, also where a lane made it."""
    with protected(**{"handle-places": "true"}) as session:
        interpreter = session.primary()
        kept = made_by_each(session, interpreter)
        dump = session.manager(interpreter).dump()
        assert re.search(r"6 made at probe\.Keep\.\S*\(Keep\.java:\d+\)", dump), dump
        session.owner.call(interpreter, "close")
        [(_, count, places)] = LEFT.findall(session.jvm.stderr())
        assert count == "6"
        assert places.startswith("6 made at probe.Keep.")
        assert kept


def test_nothing_left(protected: Any) -> None:
    """B5: a manager whose handles are all closed says nothing when it closes."""
    with protected() as session:
        interpreter = session.primary()
        session.owner.call(session.owner.invoke(interpreter, "make", 1), "close")
        session.owner.call(interpreter, "close")
        assert "Python objects in Java's hands" not in session.jvm.stderr()
        assert session.accounts()[0]["liveHandles"] == 0

"""Python objects in Java's hands, used from other threads than their maker's."""

from itertools import product
from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain


def test_used_on_every_thread(protected: Any) -> None:
    """H1, B6: made on any kind of thread, used and closed on any other."""
    with protected() as session:
        interpreter = session.primary()
        callers = session.three(interpreter)
        for maker, user in product(callers.values(), callers.values()):
            handle = maker.invoke(interpreter, "make", 5)
            assert user.call(handle, "getAttr", "depth") == 5
            user.call(handle, "setAttr", "depth", 6)
            assert maker.call(handle, "getAttr", "depth") == 6
            assert user.call(handle, "invokeMethod", "add", rest=[1]) == 7
            assert user.call(handle, "invokeMethod", "dive", rest=[]) == 6
            assert user.invoke(interpreter, "Diver.add", handle, 4) == 10
            user.call(handle, "close")
        assert session.statistics(interpreter).interpretersMade() == 3


def test_typed_attributes(protected: Any) -> None:
    """R24, B6: ``getAttr`` with a class is routed too."""
    with protected() as session:
        interpreter = session.primary()
        integer = session.jvm.view.java.lang.Class.forName("java.lang.Long")
        handle = session.owner.invoke(interpreter, "make", 5)
        for caller in session.three(interpreter).values():
            assert caller.call(handle, "getAttr", "depth", integer) == 5


def test_made_on_a_thread_of_python(protected: Any) -> None:
    """B6, H1: such a handle carries no thread state of its own and works all the same."""
    with protected() as session:
        interpreter = session.primary()
        witness = session.witness(interpreter)
        for caller in session.three(interpreter).values():
            caller.invoke(interpreter, "keep_from_thread", witness, 8)
            handle = session.owner.call(witness, "kept")
            for user in session.three(interpreter).values():
                assert user.call(handle, "getAttr", "depth") == 8
                assert user.call(handle, "invokeMethod", "add", rest=[2]) == 10
            session.owner.call(handle, "close")


def test_iterators(protected: Any) -> None:
    """B6, R24: one iterator is advanced by all kinds of threads in turn."""
    with protected() as session:
        interpreter = session.primary()
        callers = list(session.three(interpreter).values())
        for maker in callers:
            iterator = maker.invoke(interpreter, "count_to", 9)
            seen: list[int] = []
            while callers[len(seen) % 3].call(iterator, "hasNext"):
                seen.append(callers[(len(seen) + 1) % 3].call(iterator, "next"))
            assert seen == list(range(1, 10))


def test_an_error_in_a_method(protected: Any) -> None:
    """R14: what a method raises comes back from every thread, and the handle stays usable."""
    with protected() as session:
        interpreter = session.primary()
        handle = session.owner.invoke(interpreter, "make", 5)
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match="TypeError") as error:
                caller.call(handle, "invokeMethod", "add", rest=["text"])
            assert error.value.kind == "PythonException"
            assert caller.call(handle, "invokeMethod", "add", rest=[1]) == 6


def test_handles_inside_collections(protected: Any) -> None:
    """B6: objects that come in a list or a dict are handles like any other."""
    with protected() as session:
        interpreter = session.primary("import probes\nmake = probes.make")
        session.owner.exec(interpreter, "def several(): return [make(1), {'k': make(2)}]")
        for maker, user in product(*[session.three(interpreter).values()] * 2):
            first, second = plain(maker.invoke(interpreter, "several"))
            assert user.call(first, "getAttr", "depth") == 1
            assert user.call(second["k"], "invokeMethod", "add", rest=[1]) == 3


def test_released_once(protected: Any) -> None:
    """H4, B5: ``close`` on another thread releases the one reference that Java held."""
    with protected() as session:
        interpreter = session.primary("from probes import *\nimport weakref\nwatched = []")
        session.owner.exec(
            interpreter,
            "def watch():\n"
            "    made = make(1)\n"
            "    watched.append(weakref.ref(made))\n"
            "    return made\n"
            "def alive(): return [ref() is not None for ref in watched]",
        )
        callers = session.three(interpreter).values()
        for count, (maker, closer) in enumerate(product(callers, callers), start=1):
            handle = maker.invoke(interpreter, "watch")
            closer.call(handle, "getAttr", "depth")
            assert plain(maker.invoke(interpreter, "alive")) == [False] * (count - 1) + [True]
            closer.call(handle, "close")
            assert plain(maker.invoke(interpreter, "alive")) == [False] * count

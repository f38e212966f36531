"""Names that nobody chooses, and many names one after the other."""

from typing import Any

import pytest

from tests.bridge.calls import JavaError, plain
from tests.bridge.test_crashes import TWO_NAMES

LONG = "x" * 70_000
PLAIN = ["", " ", "a b", "def", "None", "print\n", "%s%n", "ä", "\U0001f600", "nul\0name", LONG]
DOTTED = [".", "..", "a.", ".a", "a..b", "m.", "m.\U0001f600", "m.nul\0x", "\U0001f600.m", "a.b.c"]
PROBES = "from probes import *\nimport types\nm = types.ModuleType('m')\nobject_ = make(3)"
MILLION = 1_000_000


def stays_usable(interpreter: Any, caller: Any) -> None:
    """The error of a call belongs to that call; the next one has none of it."""
    assert caller.invoke(interpreter, "nothing") == "nothing given"
    assert caller.call(interpreter, "get", "not_there") is None


@pytest.mark.parametrize("kind", ["owner", "worker", "lane"])
def test_missing(protected: Any, kind: str) -> None:
    """N3, B7: a name that is not there is an error that tells it, whatever is in it."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        caller = session.three(interpreter)[kind]
        for name in [*PLAIN, *DOTTED]:
            told = name.encode("unicode_escape").decode() if name.isascii() else ""
            shown = told if told == name else ""  # others are told in escaped form
            for method, arguments, rest in (
                ("invoke", [name], []),
                ("invoke", [name], [1]),
                ("invoke", [name, {"k": 1}], None),
                ("invokeMethod", [name, "method"], []),
                ("invokeMethod", ["object_", name], [1]),
            ):
                with pytest.raises(JavaError) as error:
                    caller.call(interpreter, method, *arguments, rest=rest)
                assert error.value.kind == "PythonException", name[:20]
                parts = (error.value.args[0]).replace("`", "")
                assert all(part[:60] in parts for part in shown.split(".")), name[:20]
            stays_usable(interpreter, caller)


@pytest.mark.parametrize("kind", ["owner", "worker", "lane"])
def test_set_and_invoked(protected: Any, kind: str) -> None:
    """N3, B7: what is set under any name is got and invoked under it, by every thread."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        function = session.owner.call(interpreter, "get", "nothing")
        callers = session.three(interpreter)
        for name in PLAIN:
            callers[kind].call(interpreter, "set", name, 7)
            for reader in callers.values():
                assert reader.call(interpreter, "get", name) == 7, name[:20]
            callers[kind].call(interpreter, "set", name, function)
            for reader in callers.values():
                assert reader.invoke(interpreter, name) == "nothing given", name[:20]
        callers[kind].exec(interpreter, "setattr(m, '\U0001f600', nothing)")
        for reader in callers.values():
            assert reader.invoke(interpreter, "m.\U0001f600") == "nothing given"


def test_attributes(protected: Any) -> None:
    """N3, B6: attributes of any name; a long one that is missing kills a JVM with bare Pemja."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        handle = session.owner.invoke(interpreter, "make", 3)
        for caller in session.three(interpreter).values():
            for name in [*PLAIN, *DOTTED]:
                with pytest.raises(JavaError) as error:
                    caller.call(handle, "getAttr", f"no {name}")
                assert error.value.kind == "PythonException", name[:20]
                stays_usable(interpreter, caller)
                caller.call(handle, "setAttr", name, 5)
                assert caller.call(handle, "getAttr", name) == 5, name[:20]
                with pytest.raises(JavaError, match="no attribute"):
                    caller.call(handle, "invokeMethod", f"no {name}", rest=[])


def test_an_attribute_that_cannot_be_set(protected: Any) -> None:
    """R14: the error is there at once; bare Pemja swallows it until the next call."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        function = session.owner.call(interpreter, "get", "make")  # a function
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match="TypeError"):
                caller.call(function, "setAttr", "__code__", 5)
            stays_usable(interpreter, caller)


def test_names_of_the_bridge(protected: Any) -> None:
    """B7: what it needs for itself cannot be set."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            for name in ("__bridge__", "__bridge_value__", "__b1"):
                with pytest.raises(JavaError, match=name) as error:
                    caller.call(interpreter, "set", name, 5)
                assert error.value.kind == "ReservedNameException"
            caller.call(interpreter, "set", "__builtins_of_mine", 5)
            stays_usable(interpreter, caller)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("s = 'a\0b'", "null byte"),
        ("s = 1\0", "null byte"),
        ("\0", "null byte"),
        ("   s = 1", "IndentationError"),
        ("(" * 300 + ")" * 300, "SyntaxError"),
        ("s = '\\ud800'\ns.encode()", "UnicodeEncodeError"),
    ],
)
def test_text_that_cannot_run(protected: Any, source: str, told: str) -> None:
    """N3: Python's own error, at once, and nothing of the text has run."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            with pytest.raises(JavaError, match=told):
                caller.exec(interpreter, source)
            if told == "null byte":
                assert caller.call(interpreter, "get", "s") is None
            stays_usable(interpreter, caller)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("s = 'a\\0b'", "a\0b"),
        ("s = '\U0001f600'", "\U0001f600"),
        ("# -*- coding: latin-1 -*-\ns = 'ä'", "ä"),
        ("\ufeffs = 1", 1),
        ("s = 1\r\nt = 2\r", 1),
        ("s = '" + LONG + "'", LONG),
        ("\U0001d4dc = 3\ns = M", 3),
    ],
    ids=range(7),
)
def test_text_that_runs(protected: Any, source: str, value: object) -> None:
    """N3: whole, from every thread, as if it stood in a file."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            caller.exec(interpreter, source)
            assert caller.call(interpreter, "get", "s") == value
            caller.exec(interpreter, "del s")


def test_a_million_calls_of_two_names(protected: Any) -> None:
    """N1: in turn on one thread; on a worker and a lane a part of it."""
    with protected() as session:
        interpreter = session.primary(TWO_NAMES)
        for kind, caller in session.three(interpreter).items():
            times = (MILLION if kind == "owner" else MILLION // 50) // 2
            task = session.probe.Loop.invoking(interpreter, ["a", "b"], [10], times)
            assert plain(caller.begin(task).result(300)) == {"11": times, "9": times}

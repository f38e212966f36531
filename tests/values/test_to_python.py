"""Java's values in Python: the right one or an error, wherever it stands and whoever hands it."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import JvmError
from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Session
from tests.values.table import PLACES, REFUSED, TO_PYTHON

PROBES = "from value_probes import *"


def handed(session: Session, caller: Caller, interpreter: Any, kind: str, place: str) -> str:
    """What Python says that it got, or the remedy of the refusal."""
    task = session.probe.Kinds.handing(interpreter, "show", kind, place)
    try:
        return str(caller.begin(task).result())
    except JavaError as error:
        if error.kind != "UnconvertibleValueException":
            return str(error)
        return REFUSED + str(error).partition("). ")[2]


def wanted(kind: str, place: str) -> str:
    shown = TO_PYTHON[kind]
    return shown if shown.startswith(REFUSED) else PLACES[place].format(shown)


def test_every_kind_in_every_place(protected: Any, each_jdk: Jdk) -> None:
    """V9, V2 to V4: by the owner, a worker and a lane; a call after each error works."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary(PROBES)
        assert plain(session.probe.Kinds.names()) == list(TO_PYTHON)
        wrong = []
        for who, caller in session.three(interpreter).items():
            for kind in TO_PYTHON:
                for place in PLACES:
                    shown = handed(session, caller, interpreter, kind, place)
                    if not matches(shown, wanted(kind, place)):
                        wrong.append((who, kind, place, shown))
            assert caller.invoke(interpreter, "show", 1) == "int 1"
        assert not wrong


def matches(shown: str, expected: str) -> bool:
    return shown.startswith(expected) if expected.startswith(REFUSED) else shown == expected


def test_big_integers_as_ints(protected: Any) -> None:
    """V9: with the option, a BigInteger is an int of any size, also inside of collections."""
    with protected(**{"big-integers": "int"}) as session:
        interpreter = session.primary(PROBES)
        number = f"int {-(10**30)}"
        for caller in session.three(interpreter).values():
            for place, shape in PLACES.items():
                shown = handed(session, caller, interpreter, "BigInteger", place)
                assert shown == shape.format(number)
            assert caller.invoke(interpreter, "show", [1, {"a": [2]}]) == (
                "list [int 1, dict {str 'a': list [int 2]}]"
            )


def test_a_wrong_option(protected: Any) -> None:
    """V9: any other word for what a BigInteger shall be ends the start, and names both."""
    told = "big-integers = float.*Give int or decimal"
    with pytest.raises(JvmError, match=told), protected(**{"big-integers": "float"}):
        pass


def test_a_list_that_changes_meanwhile(protected: Any) -> None:
    """V3: arrives as it was; Pemja would walk through it for ever, with the interpreter's lock."""
    with protected() as session:
        interpreter = session.primary("def size(given): return len(given)")
        for caller in session.three(interpreter).values():
            task = session.probe.Changing.handing(interpreter, "size")
            assert caller.begin(task).result() == 3

"""Python's values in Java: the right one or an error of the very call that gave it."""

from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError
from tests.bridge.session import Session
from tests.values.table import REFUSED, TO_JAVA, WAYS

PROBES = "from value_probes import *\ndef hold(name):\n    global held\n    held = VALUES[name]"


def got(session: Session, caller: Caller, interpreter: Any, way: str, name: str) -> str:
    """What Java says that it got, or what the error says."""
    try:
        task = session.probe.Shown.getting(interpreter, way, name)
        return str(caller.begin(task).result())
    except JavaError as error:
        return f"{REFUSED}{error}"


def is_right(shown: str, expected: str) -> bool:
    if not expected.startswith(REFUSED):
        return shown == expected
    return shown.startswith(REFUSED) and expected.removeprefix(REFUSED) in shown


def test_every_value_in_every_way(protected: Any, each_jdk: Jdk) -> None:
    """V1 to V4, R14: the error is that of the call; the same call with 1 works right after it."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary(PROBES)
        session.owner.exec(interpreter, "VALUES['one'] = 1")
        wrong = []
        for who, caller in session.three(interpreter).items():
            for way in WAYS:
                for name, expected in TO_JAVA.items():
                    shown = got(session, caller, interpreter, way, name)
                    if not is_right(shown, expected):
                        wrong.append((who, way, name, shown))
                    if expected.startswith(REFUSED):
                        assert got(session, caller, interpreter, way, "one") == "Long 1"
        assert not wrong


def test_a_deep_result(protected: Any) -> None:
    """V4: 999 lists in one another arrive on every thread, whatever its stack."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            for way in WAYS:
                task = session.probe.Shown.measuring(interpreter, way, "list_999_deep")
                assert caller.begin(task).result() == 999


def test_a_class_that_does_not_fit(protected: Any) -> None:
    """V1: ``get`` and ``getAttr`` with a class fail by themselves, not the call after them."""
    with protected() as session:
        interpreter = session.primary(PROBES)
        integer = session.jvm.view.java.lang.Class.forName("java.lang.Integer")
        session.owner.exec(interpreter, "large, fits, none = 2**40, 7, None")
        session.owner.exec(interpreter, "Box.large, Box.fits, Box.none = large, fits, none")
        for caller in session.three(interpreter).values():
            box = caller.call(interpreter, "get", "box")
            for target, method in ((interpreter, "get"), (box, "getAttr")):
                with pytest.raises(JavaError, match="'large' is a int that cannot be a java"):
                    caller.call(target, method, "large", integer)
                assert caller.call(target, method, "fits", integer) == 7
                assert caller.call(target, method, "none", integer) is None
                with pytest.raises(JavaError, match="the class to read 'fits' as"):
                    caller.call(target, method, "fits", None)
            assert caller.invoke(interpreter, "give", "None") is None
            caller.call(box, "close")

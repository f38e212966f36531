"""Each way that a Python object takes to Java and back, and the references it leaves (H4, B5)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Session

PROBES = "from reference_probes import *\nimport reference_probes as p"
Ways = dict[str, tuple[int, Callable[[], Any]]]


class Here:
    """One interpreter, asked by one thread."""

    def __init__(self, session: Session, interpreter: Any, caller: Caller) -> None:
        self.session, self.interpreter, self.caller = session, interpreter, caller

    def invoke(self, name: str, *arguments: Any) -> Any:
        return self.caller.invoke(self.interpreter, name, *arguments)

    def references(self) -> int:
        counted: int = self.invoke("references")
        return counted

    def close(self, value: Any) -> int:
        """Close all handles in a value, and tell how many they were."""
        if isinstance(value, (list, tuple)):
            return sum(map(self.close, value))
        if isinstance(value, dict):
            return sum(map(self.close, value.values()))
        self.caller.call(value, "close")
        return 1

    def array(self, *items: Any) -> Any:
        made = self.session.jvm.gateway.new_array(self.session.jvm.view.Object, len(items))
        for index, item in enumerate(items):
            made[index] = item
        return made


def ways_out(here: Here, handle: Any) -> Ways:
    """How a handle comes to Java, and how many come."""
    session, invoke, call = here.session, here.invoke, here.caller.call
    witness = session.witness(here.interpreter)
    holder = call(here.interpreter, "get", "holder")

    def handed(name: str) -> Any:
        invoke(name, witness)
        value = witness.kept()
        witness.keep(None)
        return value

    def iterated() -> Any:
        iterator = invoke("iterator")
        found = []
        while call(iterator, "hasNext"):
            found.append(call(iterator, "next"))
        call(iterator, "close")
        return found

    return {
        "result": (1, lambda: invoke("result")),
        "list element": (1, lambda: invoke("in_list")),
        "dict value": (1, lambda: invoke("in_dict")),
        "tuple elements": (2, lambda: invoke("in_tuple")),
        "nested": (3, lambda: invoke("nested")),
        "attribute": (1, lambda: call(holder, "getAttr", "me")),
        "method result": (1, lambda: call(handle, "invokeMethod", "itself", rest=[])),
        "get": (1, lambda: call(here.interpreter, "get", "kept")),
        "callback argument": (1, lambda: handed("hand")),
        "callback argument in a list": (1, lambda: handed("hand_in_list")),
        "iterator": (2, iterated),
        "argument and back": (1, lambda: invoke("back", handle)),
        "list and back": (2, lambda: invoke("back", [handle, handle])),
        "map and back": (1, lambda: invoke("back", {"k": handle})),
        "array and back": (2, lambda: invoke("back", here.array(handle, handle))),
        "keyword and back": (
            1,
            lambda: call(here.interpreter, "invoke", "back_by_name", {"given": handle}),
        ),
    }


def ways_in(here: Here, handle: Any) -> dict[str, Callable[[], Any]]:
    """How a handle goes back to Python, which owns nothing afterwards."""
    invoke, call, interpreter = here.invoke, here.caller.call, here.interpreter

    def stored_and_forgotten() -> bool:
        call(interpreter, "set", "given", handle)
        held = here.references()
        here.caller.exec(interpreter, "same = given is kept\ndel given")
        return bool(call(interpreter, "get", "same")) and held == here.references() + 1

    def attribute() -> bool:
        call(handle, "setAttr", "other", handle)
        held = here.references()
        call(handle, "setAttr", "other", None)
        return held == here.references() + 1

    def failing() -> bool:
        with pytest.raises(JavaError, match="ValueError"):
            invoke("fail_with", handle)
        here.caller.exec(interpreter, "import sys\nsys.last_value = None")
        return True

    return {
        "argument": lambda: invoke("is_kept", handle),
        "list": lambda: invoke("is_kept", [handle, handle]),
        "map": lambda: invoke("is_kept", {"k": handle}),
        "array": lambda: invoke("is_kept", here.array(handle, handle)),
        "argument of a method": lambda: call(handle, "invokeMethod", "take", rest=[handle]),
        "set": stored_and_forgotten,
        "attribute": attribute,
        "result of a callback": lambda: invoke("taken_from", here.session.probe.Bearer(handle)),
        "argument of a call that fails": failing,
    }


def test_ways_to_java(each_pemja: Any) -> None:
    """H4: each handle that comes owns one reference, which its close gives back, on any thread."""
    with each_pemja() as session:
        interpreter = session.primary(PROBES)
        for kind, caller in session.three(interpreter).items():
            here = Here(session, interpreter, caller)
            handle = here.invoke("result")
            for way, (count, take) in ways_out(here, handle).items():
                before = here.references()
                taken = plain(take())
                held = here.references()
                assert held - before == count, (kind, way)
                assert here.close(taken) == count, (kind, way)
                assert here.references() == before, (kind, way)
            caller.call(handle, "close")


def test_ways_to_python(each_pemja: Any) -> None:
    """H4: a handle that goes back and forth leaves no reference and takes none away."""
    with each_pemja() as session:
        interpreter = session.primary(PROBES)
        for kind, caller in session.three(interpreter).items():
            here = Here(session, interpreter, caller)
            handle = here.invoke("result")
            for way, give in ways_in(here, handle).items():
                before = here.references()
                assert give() is True, (kind, way)
                assert here.references() == before, (kind, way)
            caller.call(handle, "close")


def test_what_is_dropped(each_pemja: Any) -> None:
    """B5, H3: what the collector gives back, in batches, is one reference for each handle too."""
    with each_pemja(**{"handle-gc": 0}) as session:
        interpreter = session.primary(PROBES)
        for caller in session.three(interpreter).values():
            here = Here(session, interpreter, caller)
            before = here.references()
            drop = session.probe.Drop.untilDropped(interpreter, "in_tuple", "references", 700)
            most, left = plain(caller.begin(drop).result())
            assert most == before + 2 * 700
            assert left == before

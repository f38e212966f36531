"""H4: how many references the handles own that come out of Python, in each way."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.bridge.session import Session
from tests.hazards.catalogue import PROBES, hazard
from tests.hazards.outcomes import WrongError


def collected(session: Session, interpreter: Any) -> list[Any]:
    first, second, third = session.owner.invoke(interpreter, "hazard_probes.several")
    return [first, second[0], third["k"], third["l"][0]]


def called_back(session: Session, interpreter: Any) -> list[Any]:
    witness = session.witness(interpreter)
    session.owner.invoke(interpreter, "hazard_probes.hand_over", witness)
    return [session.owner.call(witness, "kept")]


def stepped(session: Session, interpreter: Any) -> list[Any]:
    steps = session.owner.invoke(interpreter, "hazard_probes.steps")
    taken = [session.owner.call(steps, "next")]
    assert not session.owner.call(steps, "hasNext")
    return taken


def passed_on(session: Session, interpreter: Any) -> list[Any]:
    first = session.owner.invoke(interpreter, "hazard_probes.kept")
    given = session.jvm.gateway.new_array(session.jvm.view.Object, 1)
    given[0] = first
    named = {"more": first}
    again = session.owner.call(interpreter, "invoke", "hazard_probes.back", given, named)
    return [first, again]


def attribute(session: Session, interpreter: Any) -> list[Any]:
    holder = session.owner.invoke(interpreter, "hazard_probes.holder")
    taken = session.owner.call(holder, "getAttr", "held")
    session.owner.call(holder, "close")
    return [taken]


def variable(session: Session, interpreter: Any) -> list[Any]:
    return [session.owner.call(interpreter, "get", "thing")]


WAYS: dict[str, Callable[[Session, Any], list[Any]]] = {
    "get": variable,
    "list, tuple, dict": collected,
    "callback argument": called_back,
    "iterator": stepped,
    "argument and result": passed_on,
    "attribute": attribute,
}


@hazard("H4", "references that handles own", bare="works")
def one_reference_each(session: Session) -> None:
    """None: each way in which an object reaches Java gives its handle one reference of its own.

    Nothing to close; the bridge relies on it, release by release.
    """
    interpreter = session.primary(f"{PROBES}\nthing = hazard_probes.kept()")
    count = partial(session.owner.invoke, interpreter, "hazard_probes.references")
    for way, take in WAYS.items():
        before = count()
        taken = take(session, interpreter)
        held = count() - before
        for handle in taken:
            session.owner.call(handle, "close")
        left = count() - before
        if (held, left) != (len(taken), 0):
            raise WrongError(f"{way}: {held} references for {len(taken)} handles, {left} stay")

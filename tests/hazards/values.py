"""V9 and V11: what goes from one language to the other and cannot."""

from tests.bridge.session import Session
from tests.hazards.catalogue import PROBES, hazard
from tests.hazards.outcomes import RaisedError, WrongError


@hazard("V9", "a boxed `Short` in a list or a map", bare="dies", tries=5)
def shorts(session: Session) -> None:
    """Pemja calls the wrong JNI method for what is inside of a collection.

    It goes over as an `Integer`.
    """
    interpreter = session.primary(PROBES)
    boxed = session.probe.Boxed
    for made, shown in ((boxed.listed(3), "[3]"), (boxed.mapped(3), "{'k': 3}")):
        if session.owner.invoke(interpreter, "hazard_probes.text", made) != shown:
            raise WrongError("another value")


@hazard(
    "V11",
    "a handle made on a CPython thread",
    bare={"0.5.5": "error", "0.5.7": "dies"},
    tries=5,
)
def made_on_a_python_thread(session: Session) -> None:
    """The handle carries no thread state, and its first use enters none; Pemja 0.5.5 cannot make
    it at all.

    It is entered with the state of the interpreter that serves the calling thread. On 0.5.5 such a
    thread is given at its start what Pemja looks for.
    """
    interpreter = session.primary(PROBES)
    witness = session.witness(interpreter)
    failure = session.owner.invoke(interpreter, "hazard_probes.hand_over_on_thread", witness, 5)
    if failure:
        raise RaisedError(failure)
    handle = session.owner.call(witness, "kept")
    if session.owner.call(handle, "getAttr", "hex") != f"{5:032x}":
        raise WrongError("another value")

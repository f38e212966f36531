"""H1 to H3, H5 and H6: Python objects in Java's hands."""

from typing import Any

from tests.bridge.calls import JavaError
from tests.bridge.session import Session
from tests.bridge.test_crashes import one_object_from_four_threads
from tests.hazards.catalogue import PROBES, hazard
from tests.hazards.outcomes import LeakError, WrongError

DROPPED = 3_000
COLLECTIONS = 200
COMPILED = (
    "-Xcomp",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=compileonly,pemja/core/object/*.*",
    "-XX:CompileCommand=compileonly,io/github/flinkagentsbridge/pemja/H*.*",
    "-XX:CompileCommand=compileonly,probe/Reported.*",
)


@hazard("H1", "one object, four Java threads", bare="dies", tries=5)
def four_threads(session: Session) -> None:
    """A handle enters its maker's thread state, on whichever thread it is used.

    It is entered with the state of the interpreter that serves the calling thread.
    """
    if one_object_from_four_threads(session) != [{"30": 150}] * 4:
        raise WrongError("results of other calls")


@hazard("H2", "`close()` twice", bare="dies", tries=5)
def closed_twice(session: Session) -> None:
    """The second `close()` gives back a reference that is not the handle's any more.

    A handle gives its reference back once; another `close()` does nothing.
    """
    interpreter = session.primary(PROBES)
    closing = session.probe.Closing.twice(interpreter, "hazard_probes.one_of_many", 2000)
    session.owner.begin(closing).result()
    if session.owner.invoke(interpreter, "hazard_probes.total_of_many") != 2 * 2000 * 500:
        raise WrongError("objects are lost")


def refused(session: Session, handle: Any, kind: str) -> None:
    try:
        session.owner.call(handle, "getAttr", "ballast")
    except JavaError as error:
        if error.kind != kind:
            raise
    else:
        raise WrongError("is used all the same")


@hazard("H2", "use after `close()`", bare="dies", tries=5)
def used_after_close(session: Session) -> None:
    """The handle points at memory that Python has used for something else.

    A managed error.
    """
    interpreter = session.primary(PROBES)
    handle = session.owner.invoke(interpreter, "hazard_probes.make")
    session.owner.call(handle, "close")
    session.owner.exec(interpreter, "junk = [b'\\xee' * n for n in range(600)]")
    refused(session, handle, "ReleasedHandleException")


@hazard("H2", "use after the interpreter's `close()`", bare="dies", tries=5)
def used_after_the_end(session: Session) -> None:
    """The handle enters a thread state that is gone.

    A managed error.
    """
    interpreter = session.primary(PROBES)
    handle = session.owner.invoke(interpreter, "hazard_probes.make")
    session.owner.call(interpreter, "close")
    refused(session, handle, "ManagerClosedException")


@hazard("H3", "results that nobody closes", bare="leaks")
def dropped(session: Session) -> None:
    """Nothing gives back the reference of a handle that Java no longer reaches.

    The garbage collector tells of such handles; they are given back between operations.
    """
    interpreter = session.primary(PROBES)
    make, alive = "hazard_probes.dropped", "hazard_probes.alive"
    session.owner.begin(
        session.probe.Drop.withoutClose(interpreter, make, alive, 1, DROPPED)
    ).result()
    finish = session.probe.Drop.untilCollected(interpreter, alive, 0, COLLECTIONS)
    left = session.owner.begin(finish).result()
    if left:
        raise LeakError(f"{left} of {DROPPED} objects")


@hazard("H5", "unreachable while its own method runs", bare="works", alone=True, options=COMPILED)
def reported_too_early(session: Session) -> None:
    """Compiled code may have seen the last use of a handle when its method begins. Bare Pemja gives
    nothing back by itself (H3), so there it does no harm; what does would.

    A fence after the call keeps the handle reachable; what was closed is given back after it.
    """
    interpreter = session.primary(PROBES)
    task = session.probe.Reported.whileItRuns(interpreter, "hazard_probes.make", "look")
    during, at_last = session.owner.begin(task).result()
    if during:
        raise WrongError("reported while it runs")
    assert at_last, "this probe sees nothing"


@hazard("H6", "what a serialiser sees of a handle", bare="works")
def fields(session: Session) -> None:
    """Fields that weaving adds to a handle would go into Flink's state; bare Pemja has none.

    They are transient.
    """
    interpreter = session.primary(PROBES)
    handle = session.owner.invoke(interpreter, "hazard_probes.make")
    modifier = session.jvm.view.java.lang.reflect.Modifier
    declared = {
        field.getName()
        for field in handle.getClass().getDeclaredFields()
        if not modifier.isTransient(field.getModifiers())
    }
    if declared != {"tState", "pyobject"}:
        raise WrongError(f"fields {sorted(declared)}")

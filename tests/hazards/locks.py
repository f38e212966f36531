"""T5, T6 and T9: calls that wait for the interpreter's lock on the thread that holds it."""

from tests.bridge.calls import NoAnswerError, plain
from tests.bridge.session import Session
from tests.bridge.test_primaries import second_that_asks_for_the_lock
from tests.hazards.catalogue import PROBES, hazard, patience
from tests.hazards.outcomes import WrongError


def entered(session: Session, way: str) -> None:
    owner = session.source("owner that may hang")
    interpreter = owner.begin(session.making()).result()
    owner.exec(interpreter, PROBES)
    it = session.probe.CallsBack(interpreter)
    call = owner.start(interpreter, "invoke", "hazard_probes.entered", rest=[way, it])
    thread, seen = plain(call.result(patience(session)))
    owner.call(interpreter, "close")
    if seen != thread:
        raise WrongError("runs on another thread")


@hazard("T5", "a Java constructor calls Python again", bare="hangs")
def constructor(session: Session) -> None:
    """Pemja lets go of the interpreter's lock for methods only: the call waits for its own thread.

    The bridge lets go of the lock for as long as the routed call takes.
    """
    entered(session, "constructor")


@hazard("T5", "`str()` of a Java object calls Python again", bare="hangs")
def text(session: Session) -> None:
    entered(session, "str")


@hazard("T5", "a loop over a Java iterator calls Python again", bare="hangs")
def loop(session: Session) -> None:
    entered(session, "loop")


@hazard("T6", "made on one thread, C code with `PyGILState` on another", bare="hangs")
def made_elsewhere(session: Session) -> None:
    """`PyGILState_Ensure` looks for the calling thread's own state, and waits for the lock that
    the thread holds through the maker's state.

    An interpreter is used by no other thread than the one that made it.
    """
    interpreter = session.primary()
    call = session.source().start(interpreter, "invoke", "ensure_inside", rest=[4])
    if call.result(patience(session)) != 5:
        raise WrongError("another result")


@hazard(
    "T9", "two interpreters on one thread, C code with `PyGILState` on the second", bare="hangs"
)
def two_primaries(session: Session) -> None:
    """`PyGILState_Ensure` knows the first one's state only, and waits for the lock that its own
    thread holds through the second's.

    One thread state is entered per thread; a further interpreter is a set of names on it.
    """
    answer = second_that_asks_for_the_lock(session, patience(session))
    if answer is None:
        raise NoAnswerError("no answer")
    if answer != 5:
        raise WrongError("another result")

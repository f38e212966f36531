"""T1, T3, T4, T7 and T8: threads and the interpreters that they enter."""

from tests.bridge.calls import plain, until
from tests.bridge.session import Session
from tests.bridge.test_crashes import call_back_from_threads, deep_from_four_threads
from tests.hazards.catalogue import PROBES, hazard
from tests.hazards.outcomes import LeakError, RaisedError, WrongError
from tests.threads.test_detach import one_after_the_other

THREADS = 300


@hazard("T1", "one interpreter, four Java threads", bare="dies", tries=5)
def one_interpreter(session: Session) -> None:
    """Every Java thread enters the one thread state that the interpreter was made with.

    Each calling thread gets an interpreter of its own, or a lane that has one.
    """
    if deep_from_four_threads(session) != [{"30": 150}] * 4:
        raise WrongError("results of other calls")


@hazard("T3", "CPython threads call back while the owner works", bare="dies", tries=5)
def calls_back(session: Session) -> None:
    """Java code that a CPython thread called enters the interpreter which its owner is in.

    The call is handed to the lane of that thread.
    """
    if len(call_back_from_threads(session)) != 4 * 20:
        raise WrongError("calls were lost")


@hazard("T4", "short-lived CPython threads call Java", bare="leaks")
def threads_come_and_go(session: Session) -> None:
    """Pemja attaches such a thread to the JVM and never detaches it.

    Each Python thread has the JVM's own detach function run at its very end.
    """
    left = one_after_the_other(session, THREADS, 1 if session.agent is None else 30)
    if left:
        raise LeakError(f"+{left} of {THREADS} threads")


@hazard("T4", "the class loader of what a CPython thread leads to", bare="wrong")
def class_loader(session: Session) -> None:
    """A thread that native code attached has no context class loader, and nor has the Java code
    that its calls lead to.

    Its calls into Python are given the owner's. Java code that it calls itself still has none.
    """
    interpreter = session.primary(PROBES)
    it = session.probe.CallsBack(interpreter)
    # Without the bridge such a call into Python may be the end (T3), and would be on this thread.
    called = "loader_on_thread" if session.agent is None else "loader_through_java"
    told = session.owner.invoke(interpreter, f"hazard_probes.{called}", it)
    if told != session.owner.call(it, "loader"):
        raise WrongError("none" if told == "null" else told)


@hazard("T7", "`sys.path` after further interpreters", bare="wrong")
def search_paths(session: Session) -> None:
    """Each new interpreter puts its search paths into the one `sys.path` once more.

    Paths that are there are not put there again; interpreters of lanes and workers bring none.
    """
    path = str(session.place.folder / "own")
    first = session.primary(paths=[path])
    for number in range(5):
        owner = session.source(f"owner {number}")
        other = owner.begin(session.making([path])).result()
        owner.call(other, "close")
        session.source(f"source {number}").invoke(first, "nothing")
    count = plain(session.owner.invoke(first, "search_paths")).count(path)
    if count != 1:
        raise WrongError(f"the same path {count} times")


LINE = "a line from a thread"


@hazard(
    "T8",
    "the first log line comes from a CPython thread",
    bare={"0.5.5": "error", "0.5.7": "works"},
    alone=True,
)
def first_line(session: Session) -> None:
    """Pemja 0.5.5 makes what its log handler writes to at the first line, which only an
    interpreter's own thread can do.

    It is made as soon as there is an interpreter.
    """
    interpreter = session.primary(PROBES)
    failure = session.owner.invoke(interpreter, "hazard_probes.log_on_thread", LINE)
    if failure:
        raise RaisedError(failure)
    until(lambda: LINE in session.jvm.stdout())


@hazard(
    "T8",
    "a Java method throws on a CPython thread",
    bare={"0.5.5": "dies", "0.5.7": "works"},
)
def thrown(session: Session) -> None:
    """Pemja 0.5.5 makes a Python object of the exception through what only an interpreter's own
    thread has, and does not look whether it is there.

    Each Python thread is given at its start what Pemja looks for.
    """
    interpreter = session.primary(PROBES)
    empty = session.probe.Throwing()
    told = session.owner.invoke(interpreter, "hazard_probes.thrown_on_thread", empty)
    if "NoSuchElementException" not in told:
        raise WrongError(told)


@hazard(
    "T8",
    "a Java method throws on a thread that C code made",
    bare={"0.5.5": "dies", "0.5.7": "works"},
    incurable={"0.5.5": "dies"},
)
def thrown_on_thread_of_c(session: Session) -> None:
    """On such a thread, which Python's own modules have not started, Pemja 0.5.5 follows a record
    that only an interpreter's own thread has.

    Not on 0.5.5: the bridge leaves such threads alone, as `doctor` says of that release.
    """
    interpreter = session.primary(PROBES)
    empty = session.probe.Throwing()
    told = session.owner.invoke(interpreter, "hazard_probes.thrown_on_thread_of_c", empty)
    if "NoSuchElementException" not in told:
        raise WrongError(told)

"""N1 to N4: names and calls."""

from tests.bridge.calls import JavaError, plain
from tests.bridge.session import Session
from tests.bridge.test_crashes import two_names_in_turn
from tests.hazards.catalogue import hazard
from tests.hazards.outcomes import WrongError

SMILE = "\U0001f600"


@hazard("N1", "two plain names in turn, one thread", bare="dies", tries=5)
def in_turn(session: Session) -> None:
    """Pemja's cache of callables keeps a reference that it does not own, and gives it back.

    Plain names are looked up as attributes, which yields a reference of one's own.
    """
    if two_names_in_turn(session) != {"11": 100_000, "9": 100_000}:
        raise WrongError("another result")


@hazard("N2", "a function is redefined", bare="wrong")
def redefined(session: Session) -> None:
    """Pemja keeps the last callable by the text of its name, whatever that stands for now, and
    even if it is gone.

    What changes names through the interpreter makes every interpreter drop its kept callable.
    """
    interpreter = session.primary("def f(x): return 'old'\nkept = f")
    session.owner.invoke(interpreter, "f", 1)
    session.owner.exec(interpreter, "def f(x): return 'new'")
    if session.owner.invoke(interpreter, "f", 1) != "new":
        raise WrongError("runs the old one")


@hazard("N2", "a function is deleted", bare="dies", tries=5)
def deleted(session: Session) -> None:
    interpreter = session.primary("def f(x): return 'old'")
    session.owner.invoke(interpreter, "f", 1)
    session.owner.exec(interpreter, "del f")
    try:
        session.owner.invoke(interpreter, "f", 1)
    except JavaError:
        return
    raise WrongError("runs the deleted one")


@hazard("N3", "`exec` of text outside the BMP", bare="error")
def any_text(session: Session) -> None:
    """The source goes over in the JVM's own encoding, which is not UTF-8.

    The source goes over as a string value and is compiled in Python.
    """
    interpreter = session.primary(f"s = '{SMILE}'")
    if session.owner.call(interpreter, "get", "s") != SMILE:
        raise WrongError("another text")


@hazard("N4", "a name that came after the second interpreter", bare="error")
def later_name(session: Session) -> None:
    """Each interpreter has names of its own, so a second one knows nothing of what comes later.

    One set of names belongs to all interpreters of a manager.
    """
    interpreter = session.primary()
    source = session.source()
    if session.agent is None:  # each thread needs an interpreter; this one is the application's
        other = source.begin(session.making()).result()
    else:
        other = interpreter
        source.invoke(interpreter, "nothing")
    session.owner.exec(interpreter, "def later(x): return [x]")
    if plain(source.invoke(other, "later", 1)) != [1]:
        raise WrongError("another result")

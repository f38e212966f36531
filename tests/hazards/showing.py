"""Runs scenarios: in a JVM of their own, or under the bridge in one for as many as can."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from flink_agents_bridge.explain import judge, read_crash
from tests.bridge.session import Place, Session
from tests.hazards.catalogue import Hazard
from tests.hazards.environments import Environment
from tests.hazards.outcomes import SEEN, WORKS, Outcome, of_crash, of_error


@dataclass
class Showing:
    """One environment; ``places`` gives each of its JVMs a folder of its own."""

    environment: Environment
    places: Callable[[], Place]
    classpath: list[Path]
    _stack: ExitStack = field(default_factory=ExitStack)
    _shared: Session | None = None

    def bare(self, hazard: Hazard, wanted: str) -> Outcome:
        """The first outcome of some tries that is of the wanted kind, else the last one.

        A death shows the hazard only where a thread is in Python: one that has left it may meet
        what was spoilt there (seen once in some 300 deaths).
        """
        for _ in range(hazard.tries):
            outcome = self._alone(hazard, None)
            if outcome.kind == wanted and not died_elsewhere(outcome):
                break
        return outcome

    def start(self) -> None:
        """Start the JVM that most scenarios share under the bridge."""
        self._shared = self._stack.enter_context(self._session({}))

    def bridged(self, hazard: Hazard) -> Outcome:
        """What is seen under the bridge."""
        if hazard.needs_own_jvm(self.environment.release):
            return self._alone(hazard, {})
        if self._shared is None:
            self.start()
        session = self._shared
        assert session is not None
        outcome = run(hazard, session)
        if outcome is WORKS:
            session.settle()
            return outcome
        # What went wrong here is not to be seen in the scenarios after it.
        self.close()
        return after(session, outcome)

    def close(self) -> None:
        """End the shared JVM."""
        self._shared = None
        self._stack.close()

    def _alone(self, hazard: Hazard, agent: dict[str, object] | None) -> Outcome:
        with self._session(agent, hazard.options) as session:
            outcome = run(hazard, session)
        return after(session, outcome)

    def _session(self, agent: dict[str, object] | None, options: tuple[str, ...] = ()) -> Session:
        return Session(self.places(), agent, options=options, classpath=self.classpath)


def died_elsewhere(outcome: Outcome) -> bool:
    """Whether it is a death of a thread that was neither in Pemja nor in CPython."""
    return outcome.crash is not None and judge(read_crash(outcome.crash)).signature == "elsewhere"


def run(hazard: Hazard, session: Session) -> Outcome:
    """The scenario itself; a JVM that has died is known for sure at its end only."""
    try:
        hazard.run(session)
    except SEEN as error:
        outcome = of_error(error)
    else:
        outcome = WORKS
    if outcome.kind in ("dies", "hangs"):
        session.agent = None  # nobody is there who could settle its accounts
    return outcome


def after(session: Session, outcome: Outcome) -> Outcome:
    """The outcome, if the JVM lived to its end."""
    crash = session.jvm.crash_file()
    if crash is not None and session.has_died():
        return of_crash(crash)
    assert outcome.kind != "dies", session.jvm.report()
    return outcome

"""The hazards: what each is, how it is shown, and what is to be seen of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import Any

from tests.bridge.calls import PATIENCE
from tests.bridge.session import Session
from tests.hazards.outcomes import Kind

HANGS = 2  # seconds after which a call that takes a millisecond will not come back
PROBES = "import hazard_probes"  # what most scenarios have their interpreter run first
Scenario = Callable[[Session], object]


@dataclass(frozen=True)
class Hazard:
    """One line of the table.

    Attributes:
        fault, cure: what goes wrong, and how the bridge closes it; empty for a variant of the
            hazard before it.
        bare: what is seen without the bridge, where need be by release of Pemja.
        incurable: what is seen under the bridge all the same, by release of Pemja.
        tries: JVMs that get their chance to die, where a crash is likely and not certain.
        alone: the scenario needs a JVM of its own under the bridge, too.
        options: what that JVM is started with.
        job: shown by a whole job, not by a scenario.
    """

    row: str
    title: str
    run: Scenario
    fault: str
    cure: str
    bare: Mapping[str, Kind] | Kind
    incurable: Mapping[str, Kind] = field(default_factory=dict)
    tries: int = 1
    alone: bool = False
    options: tuple[str, ...] = ()
    job: bool = False

    @property
    def name(self) -> str:
        """For people and for comparing."""
        return f"{self.row} {self.title}"

    def bare_kind(self, release: str) -> Kind:
        """What is seen without the bridge."""
        return self.bare if isinstance(self.bare, str) else self.bare[release]

    def needs_own_jvm(self, release: str) -> bool:
        """Whether under the bridge, too, nothing else may run where this does."""
        return self.alone or release in self.incurable

    def bridge_kind(self, release: str) -> Kind:
        """What is seen under it."""
        return self.incurable.get(release, "works")


HAZARDS: list[Hazard] = []


def hazard(row: str, title: str, **told: Any) -> Callable[[Scenario], Scenario]:
    """Enter a scenario; its docstring, if any, has two paragraphs: the fault and the cure."""

    def enter(run: Scenario) -> Scenario:
        parts = cleandoc(run.__doc__).split("\n\n") if run.__doc__ else ("", "")
        fault, cure = (" ".join(part.split()) for part in parts)
        HAZARDS.append(Hazard(row, title, run, fault, cure, **told))
        return run

    return enter


def patience(session: Session) -> int:
    """How long a call may take that could hang: without the bridge it is expected to."""
    return HANGS if session.agent is None else PATIENCE

"""What a case is: variants that take turns, and what of them is compared with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk

Effort = Literal["smoke", "quick", "full"]
"""``smoke`` checks no time: it proves that a case runs."""


class BenchError(BridgeError):
    """A benchmark cannot run, or did not end as it should."""


class MissingError(BenchError):
    """Something that one variant needs is not here; the others go on."""


@dataclass(frozen=True)
class Bench:
    """What all cases are given.

    Attributes:
        scratch: a folder of this run's, for classes and temporary files.
        checkout: the project's own folder; None where the package is installed.
    """

    jdk: Jdk
    installation: Installation
    effort: Effort
    scratch: Path
    checkout: Path | None

    def choose(self, smoke: int, quick: int, full: int) -> int:
        """The number for this effort."""
        return {"smoke": smoke, "quick": quick, "full": full}[self.effort]


@dataclass(frozen=True)
class Variant:
    """One thing that is measured; each round calls ``run`` once, in fresh processes.

    Attributes:
        in_smoke: whether the smoke form has it; another variant runs the same code.
    """

    name: str
    run: Callable[[Bench], Mapping[str, float]]
    in_smoke: bool = True


@dataclass(frozen=True)
class Comparison:
    """A figure of one variant divided by one of another, round by round.

    Attributes:
        metric: the figure's name, in both unless ``base_metric`` names the other's.
        at_most: the goal for the upper end of the interval, or for the median (``by_median``).
        at_least: the goal for the median.
        control: whether both are the same thing, so that the ratio shows the noise.
    """

    label: str
    variant: str
    base: str
    metric: str
    base_metric: str | None = None
    at_most: float | None = None
    at_least: float | None = None
    by_median: bool = False
    control: bool = False


@dataclass(frozen=True)
class Limit:
    """A goal for a figure by itself."""

    label: str
    variant: str
    metric: str
    at_most: float


@dataclass(frozen=True)
class Plot:
    """A picture of figures: bars, or lines whose metric names hold the number on the x axis.

    Attributes:
        metrics: of a line plot, one pattern such as ``sleep.{}.rate``.
        points: of a line plot, the numbers to put into it; without any it is a bar plot.
    """

    name: str
    title: str
    metrics: Sequence[str]
    unit: str
    variants: Sequence[str]
    points: Sequence[int] = ()
    x: str = ""
    scale: float = 1.0
    logarithmic: bool = False
    ideal: Callable[[int], float] | None = None


@dataclass(frozen=True)
class Case:
    """One question, with what answers it.

    Attributes:
        rounds: how often each variant runs, for quick and full; a smoke form runs once.
        notes: sentences for the report, e.g. what a variant guarantees.
    """

    name: str
    question: str
    variants: Sequence[Variant]
    rounds: tuple[int, int]
    comparisons: Sequence[Comparison] = ()
    limits: Sequence[Limit] = ()
    plots: Sequence[Plot] = ()
    notes: Sequence[str] = field(default_factory=tuple)

"""What the spans of interleaved jobs say: rates, ratios of pairs, and how sure they are."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.throughput.jvms import Span
from flink_agents_bridge.bench.figures import spread

_RESAMPLES = 10_000


@dataclass(frozen=True)
class Ratio:
    """The median of the pairs' ratios, its 95 % bootstrap interval, and all of the pairs' range."""

    median: float
    low: float
    high: float
    least: float
    most: float

    def __str__(self) -> str:
        """All five."""
        return (
            f"{self.median:.3f} ({self.low:.3f} to {self.high:.3f}; "
            f"pairs {self.least:.2f} to {self.most:.2f})"
        )


@dataclass(frozen=True)
class Compared:
    """One side beside the bare one; ratios above 1 are in its favour.

    Attributes:
        throughput: records in a second, relative.
        of_medians: the median rate, relative to the bare one's.
        cpu: processor time for a record, the bare one's relative to its own.
    """

    throughput: Ratio
    of_medians: float
    cpu: Ratio


def rate(span: Span) -> float:
    """Records in a second between the first result and the last."""
    return (span.results - 1) / span.seconds


def cpu_each(span: Span) -> float:
    """Seconds of processor time for a record."""
    return span.cpu_seconds / (span.results - 1)


def compare(bare: Sequence[Span], other: Sequence[Span]) -> Compared:
    """Two sides whose jobs ran in pairs."""
    pairs = list(zip(bare, other, strict=True))
    medians = [statistics.median(map(rate, side)) for side in (other, bare)]
    return Compared(
        throughput=ratio_of([rate(theirs) / rate(own) for own, theirs in pairs]),
        of_medians=medians[0] / medians[1],
        cpu=ratio_of([cpu_each(own) / cpu_each(theirs) for own, theirs in pairs]),
    )


def ratio_of(ratios: Sequence[float]) -> Ratio:
    """Sum up; the same figures give the same interval."""
    found = spread(ratios, _RESAMPLES)
    return Ratio(found.median, found.low, found.high, min(ratios), max(ratios))

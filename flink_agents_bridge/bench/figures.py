"""Statistics that all cases share: medians of paired rounds with bootstrap intervals."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

RESAMPLES = 4_000
_SEED = 20
"""Fixed, so that a report repeats."""


@dataclass(frozen=True)
class Spread:
    """A median with its 95 % bootstrap interval; of one value, the interval is that value."""

    median: float
    low: float
    high: float
    rounds: int


def spread(values: Sequence[float], resamples: int = RESAMPLES) -> Spread:
    """Sum up one value for each round."""
    chance = random.Random(_SEED)  # noqa: S311 - resampling is no secret
    count = len(values)
    medians = sorted(statistics.median(chance.choices(values, k=count)) for _ in range(resamples))
    low, high = medians[int(0.025 * resamples)], medians[int(0.975 * resamples)]
    return Spread(statistics.median(values), low, high, count)


def ratio(ones: Sequence[float], others: Sequence[float]) -> Spread:
    """Sum up the ratios of the rounds that both took part in."""
    return spread([one / other for one, other in zip(ones, others, strict=True)])

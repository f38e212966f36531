"""Runs the variants of a case in turns, and keeps each round's figures."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flink_agents_bridge.bench.model import Bench, BenchError, Case, MissingError, Variant

Rounds = dict[str, dict[str, list[float]]]
"""By variant and metric: one value for each round."""


@dataclass
class Outcome:
    """What a case gave.

    Attributes:
        missing: by variant, the sentence that says what it lacks.
        failures: by variant, why it ended; it has no rounds then.
        load: the machine's load before and after.
    """

    rounds: Rounds = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    load: tuple[float, float] = (0.0, 0.0)


def run_case(bench: Bench, case: Case, tell: Callable[[str, int, int], None]) -> Outcome:
    """Measure one case; ``tell`` hears which variant runs, and how much of all is done.

    In each round every variant runs once, each round beginning with another one, so that what the
    machine does to one it does to all.
    """
    variants = [each for each in case.variants if each.in_smoke or bench.effort != "smoke"]
    rounds = bench.choose(1 if case.rounds[0] else 0, *case.rounds)
    outcome = Outcome(load=(os.getloadavg()[0], 0.0))
    if rounds == 0:
        outcome.missing["all of it"] = "Only the full run has it."
    begin = time.monotonic()
    done, total = 0, rounds * len(variants)
    for turn in range(rounds):
        shift = turn % len(variants)
        for variant in [*variants[shift:], *variants[:shift]]:
            tell(variant.name, done, total)
            done += 1
            if variant.name not in outcome.missing and variant.name not in outcome.failures:
                _run(bench, variant, outcome)
    outcome.seconds = time.monotonic() - begin
    outcome.load = (outcome.load[0], os.getloadavg()[0])
    return outcome


def _run(bench: Bench, variant: Variant, outcome: Outcome) -> None:
    try:
        figures: Mapping[str, float] = variant.run(bench)
    except MissingError as missing:
        outcome.missing[variant.name] = str(missing)
        return
    except BenchError as failure:
        # The rounds of the others go on, without their partner.
        outcome.failures[variant.name] = str(failure)
        outcome.rounds.pop(variant.name, None)
        return
    kept = outcome.rounds.setdefault(variant.name, {})
    for metric, value in figures.items():
        kept.setdefault(metric, []).append(value)

"""The report of one run: Markdown for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from flink_agents_bridge.bench.figures import Spread, ratio, spread
from flink_agents_bridge.bench.model import Case, Comparison, Limit
from flink_agents_bridge.bench.runner import Outcome
from flink_agents_bridge.markdown import table

_THOUSAND = 1000.0


@dataclass(frozen=True)
class Verdict:
    """A comparison or a limit with what came out; ``held`` is None where there is no goal."""

    label: str
    value: Spread
    goal: str
    held: bool | None


def verdicts(case: Case, outcome: Outcome) -> list[Verdict]:
    """All comparisons of a case whose variants were there."""
    compared = [_compare(each, outcome) for each in case.comparisons]
    limited = [_limit(each, outcome) for each in case.limits]
    return [verdict for verdict in [*compared, *limited] if verdict is not None]


def _compare(comparison: Comparison, outcome: Outcome) -> Verdict | None:
    ones = outcome.rounds.get(comparison.variant, {}).get(comparison.metric)
    metric = comparison.base_metric or comparison.metric
    others = outcome.rounds.get(comparison.base, {}).get(metric)
    if not ones or not others:
        return None
    value = ratio(ones, others)
    if comparison.at_most is not None:
        judged = value.median if comparison.by_median else value.high
        what = "median" if comparison.by_median else "upper end"
        goal = f"{what} ≤ {comparison.at_most:g}"
        return Verdict(comparison.label, value, goal, judged <= comparison.at_most)
    if comparison.at_least is not None:
        goal = f"median ≥ {comparison.at_least:g}"
        return Verdict(comparison.label, value, goal, value.median >= comparison.at_least)
    return Verdict(comparison.label, value, "control" if comparison.control else "", None)


def _limit(limit: Limit, outcome: Outcome) -> Verdict | None:
    values = outcome.rounds.get(limit.variant, {}).get(limit.metric)
    if not values:
        return None
    value = spread(values)
    return Verdict(limit.label, value, f"≤ {limit.at_most:g}", value.median <= limit.at_most)


def markdown(
    facts: Mapping[str, str], done: Sequence[tuple[Case, Outcome]], pictures: Mapping[str, Path]
) -> str:
    """The whole report; ``pictures`` are files beside it, by plot."""
    lines = [f"# Benchmarks, {facts['date']}", ""]
    lines += [f"{name}: {value}  " for name, value in facts.items() if name != "date"]
    lines += [
        "",
        "Times are medians over rounds, each a fresh process; ratios are of the same round,",
    ]
    lines += [
        "with a 95 % bootstrap interval. A control compares a thing with itself: the noise.",
        "",
    ]
    for case, outcome in done:
        lines += _section(case, outcome, pictures)
    return "\n".join(lines) + "\n"


def _section(case: Case, outcome: Outcome, pictures: Mapping[str, Path]) -> list[str]:
    load = f"load {outcome.load[0]:.1f} before, {outcome.load[1]:.1f} after"
    lines = [f"## {case.name}", "", case.question, "", f"{outcome.seconds:.0f} s, {load}", ""]
    judged = verdicts(case, outcome)
    if judged:
        head = ["ratio or limit", "median", "interval", "rounds", "goal", ""]
        lines += [*table(head, map(_cells, judged)), ""]
    lines += [
        f"![{each.title}]({pictures[each.name].name})"
        for each in case.plots
        if each.name in pictures
    ]
    lines += ["", *_figures(outcome), ""]
    lines += [f"- {name} was left out: {why}" for name, why in outcome.missing.items()]
    lines += [
        f"- **{name} failed**: {why.splitlines()[0]}" for name, why in outcome.failures.items()
    ]
    return [*lines, *case.notes, ""]


def _cells(verdict: Verdict) -> list[str]:
    value = verdict.value
    held = {None: "", True: "held", False: "**missed**"}[verdict.held]
    interval = f"{value.low:.3f} to {value.high:.3f}"
    return [verdict.label, f"{value.median:.3f}", interval, str(value.rounds), verdict.goal, held]


def _figures(outcome: Outcome) -> list[str]:
    """Each metric in a row, each variant in a column."""
    names = list(outcome.rounds)
    metrics = list(dict.fromkeys(metric for name in names for metric in outcome.rounds[name]))
    if not metrics:
        return []
    rows = []
    for metric in metrics:
        cells = [outcome.rounds[name].get(metric) for name in names]
        shown = [amount(spread(cell).median, metric) if cell else "" for cell in cells]
        rows.append([_words(metric), *shown])
    return table(["figure", *names], rows)


def amount(value: float, metric: str) -> str:
    """A figure with the unit that its name ends with."""
    if metric.endswith("_ns"):
        for unit in ("ns", "µs", "ms"):
            if value < _THOUSAND:
                return f"{value:.3g} {unit}"
            value /= _THOUSAND
        return f"{value:.3g} s"
    return f"{value:.1f}" if metric.endswith("bytes") else f"{value:.4g}"


def _words(metric: str) -> str:
    return metric.removesuffix("_ns").replace(".", " ").replace("_", " ")


def as_json(facts: Mapping[str, str], done: Sequence[tuple[Case, Outcome]]) -> str:
    """Everything that was measured, and what came of it."""
    cases: dict[str, Any] = {}
    for case, outcome in done:
        judged = [asdict(verdict) for verdict in verdicts(case, outcome)]
        cases[case.name] = {"question": case.question, "verdicts": judged, **asdict(outcome)}
    return json.dumps({"facts": dict(facts), "cases": cases}, indent=1, ensure_ascii=False) + "\n"

"""The benchmarks run, and say what they saw; no time is checked here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from flink_agents_bridge.bench.cases import ALL
from flink_agents_bridge.bench.figures import ratio, spread
from flink_agents_bridge.bench.model import (
    Bench,
    BenchError,
    Case,
    Comparison,
    Limit,
    MissingError,
    Plot,
    Variant,
)
from flink_agents_bridge.bench.plots import draw
from flink_agents_bridge.bench.report import as_json, markdown, verdicts
from flink_agents_bridge.bench.runner import Outcome, run_case
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.timeout(600)
def test_every_case_runs(tmp_path: Path) -> None:
    """Each case measures each of its variants, but for those that say what they lack."""
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "flink_agents_bridge", "bench", "--smoke"]
    done = subprocess.run(
        [*command, "--json", str(figures)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=580,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    cases = json.loads(figures.read_text("utf-8"))["cases"]
    assert list(cases) == [case.name for case in ALL]
    lacking = {name: set(told["missing"]) for name, told in cases.items() if told["missing"]}
    peers = {"GraalPy"} if find_spec("jep") else {"GraalPy", "JEP"}
    assert lacking == {"peers": peers, "memory": {"release"}, "job-threads": {"all of it"}}
    for case in ALL:
        wanted = {each.name for each in case.variants if each.in_smoke}
        measured = cases[case.name]["rounds"]
        left_out = lacking.get(case.name, set())
        assert set(measured) == (set() if "all of it" in left_out else wanted - left_out)
        for values in measured.values():
            assert values
            assert all(len(value) == 1 for value in values.values())


def test_what_cases_compare_is_there() -> None:
    """No comparison, limit or plot is of a variant that its case does not have."""
    for case in ALL:
        names = {each.name for each in case.variants}
        assert {each.variant for each in case.comparisons} <= names
        assert {each.base for each in case.comparisons} <= names
        assert {each.variant for each in case.limits} <= names
        for plot in case.plots:
            assert set(plot.variants) <= names


def bench_in(folder: Path) -> Bench:
    return Bench(find_jdk(), find_installation(), "quick", folder, None)


def case_of(variants: list[Variant], rounds: int) -> Case:
    comparisons = [
        Comparison("slow / fast", "slow", "fast", "t_ns", at_most=1.5),
        Comparison("slow / none", "slow", "none", "t_ns"),
        Comparison("fast / slow", "fast", "slow", "t_ns", at_least=0.4),
    ]
    plots = [
        Plot("bars", "Bars", ["t_ns"], "ns", ["slow", "fast"]),
        Plot("lines", "Lines", ["n.{}"], "n", ["slow", "fast"], (1, 2), "x", ideal=float),
    ]
    return Case(
        "made", "Is it?", variants, (rounds, rounds), comparisons,
        limits=[Limit("most", "slow", "t_ns", 25.0)], plots=plots,
    )  # fmt: skip


def test_variants_take_turns(tmp_path: Path) -> None:
    """Each round begins with another variant; what one lacks or dies of harms no other."""
    order: list[str] = []

    def run(name: str, _: Bench) -> dict[str, float]:
        order.append(name)
        if name == "none":
            raise MissingError("It is not here: bring it.")
        if name == "broken" and len(order) > 4:
            raise BenchError("It ended with 134.")
        time = 20.0 if name == "slow" else 10.0
        return {"t_ns": time + len(order) / 100, "n.1": 1.0, "n.2": time}

    variants = [Variant(name, partial(run, name)) for name in ("slow", "fast", "none", "broken")]
    told: list[tuple[str, int, int]] = []
    case = case_of(variants, 3)
    outcome = run_case(bench_in(tmp_path), case, lambda *each: told.append(each))
    first, second = ["slow", "fast", "none", "broken"], ["fast", "broken", "slow"]
    assert order == [*first, *second, "slow", "fast"]
    assert [count for _, count, _ in told] == list(range(12))
    assert outcome.failures == {"broken": "It ended with 134."}
    assert set(outcome.rounds) == {"slow", "fast"}
    assert outcome.missing == {"none": "It is not here: bring it."}
    judged = {each.label: each for each in verdicts(case, outcome)}
    assert {label: each.held for label, each in judged.items()} == {
        "slow / fast": False, "fast / slow": True, "most": True,
    }  # fmt: skip
    assert judged["slow / fast"].value.rounds == 3
    check_report(case, outcome, tmp_path)


def check_report(case: Case, outcome: Outcome, folder: Path) -> None:
    pictures = draw(case, outcome, folder)
    for kind in ("svg", "png"):
        assert {file.name for file in folder.glob(f"*.{kind}")} == {f"bars.{kind}", f"lines.{kind}"}
    text = markdown({"date": "today", "machine": "this"}, [(case, outcome)], pictures)
    assert re.search(
        r"\| slow / fast \| [12]\.\d+ \| .* \| 3 \| upper end ≤ 1.5 \| \*\*missed", text
    )
    assert "![Bars](bars.png)" in text
    assert "none was left out: It is not here: bring it." in text
    assert "**broken failed**: It ended with 134." in text
    kept = json.loads(as_json({"date": "today"}, [(case, outcome)]))
    assert kept["cases"]["made"]["rounds"]["slow"]["n.2"] == [20.0] * 3


def test_an_interval_holds_the_median_and_repeats() -> None:
    """Of paired rounds each ratio counts by itself, so what hits a whole round does no harm."""
    values = [float(n % 7) for n in range(40)]
    summed = spread(values)
    assert summed.low <= summed.median <= summed.high
    assert summed == spread(values)
    noisy = [10.0, 1000.0, 12.0]
    doubled = ratio([2 * value for value in noisy], noisy)
    assert (doubled.low, doubled.median, doubled.high) == (2.0, 2.0, 2.0)

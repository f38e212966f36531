"""``demo`` and ``soak``: what they count, and one real run of the proof."""

import json
from pathlib import Path

import pytest

from flink_agents_bridge.demo.cases import ASYNC, BUILTIN, CASES, judge
from tests.cli.conftest import Bridge

CASE = ASYNC.with_records(3)
GOOD = ["py:x0:7@lane", "py:x1:7@Thread-1", "py:x2:7@Thread-1"]


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        (GOOD, (3, 0, 0, 0)),
        (GOOD[:2], (2, 1, 0, 0)),
        ([*GOOD, GOOD[0]], (4, 0, 0, 1)),
        ([*GOOD[:2], "py:x9:7@Thread-1"], (3, 1, 1, 0)),
        ([*GOOD[:2], "py:x2:6@Thread-1"], (3, 1, 1, 0)),
        ([*GOOD[:2], "java:x2:7@Thread-1"], (3, 1, 1, 0)),
        ([], (0, 3, 0, 0)),
    ],
)
def test_results_are_compared_by_content(lines: list[str], counts: tuple[int, ...]) -> None:
    verdict = judge(CASE, lines)
    told = (verdict.results, verdict.missing, verdict.wrong, verdict.duplicates)
    assert told == counts
    assert verdict.right == (counts[1:] == (0, 0, 0))


def test_the_loads_are_what_the_records_say() -> None:
    assert BUILTIN.expected()["java:x299:31"] == 1
    assert ASYNC.heavy().expected().total() == 300


@pytest.mark.timeout(600)
def test_the_demo_proves_both_cases(bridge: Bridge, tmp_path: Path) -> None:
    """B1, T2: unmodified releases of Flink and Flink Agents; dead without, complete with."""
    figures = tmp_path / "figures" / "demo.json"
    done = bridge("demo", "--json", figures)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(figures.read_text())
    assert told["passed"] is True
    assert [one["load"]["name"] for one in told["cases"]] == [case.name for case in CASES]
    for one in told["cases"]:
        bare, safe = one["unprotected"], one["protected"]
        assert bare["deaths"] == 1
        assert bare["exits"][-1] == 134
        assert bare["frame"]
        assert bare["hazard"].startswith("likely T2 ")
        assert safe["results"] == safe["expected"] == one["load"]["records"]
        assert (safe["exit"], safe["missing"], safe["wrong"], safe["duplicates"]) == (0, 0, 0, 0)
        assert safe["live"] is True
        assert safe["routes"]["laneCallsBySourceKind"]["cpython"] > 0

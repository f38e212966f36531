"""A part of the matrix (all of it: ``make matrix``), and how it judges what it has seen."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.chat import matrix
from benchmarks.chat.answers import Verdict, judge
from benchmarks.chat.cells import Cell, Chat, covering
from benchmarks.chat.matrix import run_cells
from benchmarks.chat.page import page, summary
from benchmarks.chat.places import Places
from benchmarks.chat.runs import CellRuns, Death, Run, judged, run_in_mini_clusters
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.supervisor import Death as JvmDeath
from flink_agents_bridge.flink.supervisor import Outcome

OWN = Chat("python", "java_py", "own")
POOL = Chat("java", "java_py", "own")
# Patched jars leave Java's pool as it is, whose threads are source threads then.
CELLS = {
    Cell("patched", "mini", 25, POOL, "default"): "laneCalls",
    Cell("agent", "two-tm", 25, OWN, "default"): "laneCalls",
}
FIRST, SECOND = CELLS
TRIES = 3
BARE = Cell("bare", "mini", 17, OWN, "default")
RIGHT = Run(Verdict(results=60, expected=60, missing=0, unexpected=0))
SHORT = Verdict(results=59, expected=60, missing=1, unexpected=0)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """Everything that the cells' jobs are made of."""
    made = Places(tmp_path_factory.mktemp("matrix"))
    yield made
    # What a run writes is in a folder of its own, which is gone.
    assert not list(made.folder.glob("run-*"))
    assert not list(made.folder.glob("cluster-*"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("cell", "route"), CELLS.items(), ids=str)
def test_a_cell_is_complete(places: Places, cell: Cell, route: str) -> None:
    """B1, R4, R26: each answer exactly once, and the calls of pools on lanes."""
    [told] = run_cells(places, [cell], 1)
    assert told.passed, told.runs
    assert told.routes[route] > RIGHT.verdict.expected
    assert told.deaths == []


@pytest.mark.timeout(600)
def test_a_cell_that_crosses_dies_without_the_bridge(places: Places) -> None:
    """T2, B1: the same job; a crash is likely, not certain."""
    assert BARE.crosses
    tries = (run_in_mini_clusters(places, BARE, 1) for _ in range(TRIES))
    told = next(told for told in tries if told.deaths)
    assert told.routes.total() == 0
    assert not told.passed
    [run] = told.runs
    assert run.death
    assert any(part in (run.death.frame or "") for part in ("libpython", "pemja"))


def test_what_makes_a_run_complete() -> None:
    """An answer that is missing, wrong or there twice, a death, or a failed job."""
    due = ["a", "b"]
    assert judge(due, ["b", "a"]).right
    for got in (["a"], ["a", "b", "b"], ["a", "c"], ["a", "b", "c"]):
        assert not judge(due, got).right
    assert RIGHT.complete
    assert not replace(RIGHT, verdict=SHORT).complete
    assert not replace(RIGHT, death=Death(None)).complete
    assert not replace(RIGHT, failure="ended with 1").complete


def test_what_makes_a_cell_pass() -> None:
    """Calls that went through the bridge, and an account that is even."""
    event = {"ownerCalls": 5, "workerCalls": 0, "laneCalls": 7}
    even = {**event, "interpretersLeaked": 0, "refusedCalls": 0}
    refused = {**even, "refusedCalls": 1}
    assert not told([RIGHT]).passed  # without a bridge that was live
    assert told([RIGHT], even).passed
    assert not told([RIGHT], even, refused).passed
    assert not told([RIGHT, replace(RIGHT, death=Death(None))], even).passed


def told(runs: list[Run], *statistics: dict[str, int]) -> CellRuns:
    """A cell's runs with what managers have reported."""
    made = CellRuns(FIRST, runs)
    made.add_report(
        [{"event": "live"}, *({"event": "closed", "statistics": s} for s in statistics)]
    )
    return made


def test_a_death_is_the_run_that_it_came_in(tmp_path: Path) -> None:
    """Of three runs in one process the second one died, so the third has nothing."""
    (tmp_path / "0").write_text("\n".join(BARE.expected()))
    (tmp_path / "1").write_text(BARE.expected()[0])
    outcome = Outcome(code=134, deaths=[JvmDeath(1, None)])
    first, second, third = judged(BARE, tmp_path, 3, outcome)
    assert first.complete
    assert second.death
    assert (second.verdict.results, third.verdict.results) == (1, 0)
    assert third.death is None
    assert not third.complete


def test_the_page_counts_what_was_seen(installation: Installation) -> None:
    """Each cell one line, with what happened without the bridge beside it."""
    frame = "C  [libpython3.11.so.1.0+0xfd9f8]  _PyEval_EvalFrameDefault+0x2e88"
    died = replace(RIGHT, verdict=SHORT, death=Death(frame))
    made = [CellRuns(FIRST, [RIGHT] * 3), CellRuns(SECOND, [RIGHT, RIGHT, died])]
    bare = {FIRST: CellRuns(BARE, [died, RIGHT, died])}
    text = page(made, bare, installation, command="make matrix", seconds=600, whole=True)
    lines = [line for line in text.splitlines() if line.startswith(("| patched", "| agent"))]
    assert "| 3 of 3 | 180 of 180 | 0 |" in lines[0]
    assert "| died 2 of 3 |" in lines[0]
    assert "| 2 of 3 | 179 of 180 | 1 |" in lines[1]
    assert "| libpython3.11 _PyEval_EvalFrameDefault | 2 |" in text
    assert "5 of 6 runs complete, 1 deaths" in summary(made, bare.values())
    assert "2 of 3 runs died" in text


@pytest.mark.parametrize("complete", [True, False])
def test_the_exit_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, complete: bool) -> None:
    """0 only if every run under the bridge was complete; deaths without it do not count.

    The page of an earlier run is replaced as a whole.
    """
    earlier, kept = tmp_path / "page.md", tmp_path / "kept.md"
    earlier.write_text("as it was")
    kept.hardlink_to(earlier)
    verdict = RIGHT if complete else replace(RIGHT, verdict=SHORT)

    def run(_: Places, cells: list[Cell], __: int) -> Iterator[CellRuns]:
        for cell in cells:
            died = replace(RIGHT, verdict=SHORT, death=Death(None))
            told = CellRuns(cell, [died if cell.way == "bare" else verdict])
            told.routes["ownerCalls"] = 1
            yield told

    monkeypatch.setattr(matrix, "run_cells", run)
    monkeypatch.setattr(sys, "argv", ["matrix", f"--page={earlier}"])
    assert matrix.main() == (0 if complete else 1)
    assert "make matrix" in earlier.read_text()
    assert kept.read_text() == "as it was"


def test_each_cell_that_crosses_has_a_twin_without_the_bridge() -> None:
    """No two cells share one."""
    twins = [replace(cell, way="bare") for cell in covering() if cell.crosses]
    assert len(set(twins)) == len(twins)

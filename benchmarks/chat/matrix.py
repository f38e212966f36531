"""Run concurrent chat in a covering set of cells, and keep what came out as a page.

    python -m benchmarks.chat.matrix --runs 3 --page docs/measured/matrix.md

The exit code is 0 only if every run under the bridge was complete.
"""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from rich.console import Console

from benchmarks.chat.cells import Cell, covering
from benchmarks.chat.clusters import run_on_one_cluster
from benchmarks.chat.page import COLUMNS, cells_of, page, summary
from benchmarks.chat.places import Places
from benchmarks.chat.runs import CellRuns, run_in_mini_clusters
from flink_agents_bridge.outputs import write_whole

_WIDTHS = (8, 8, 4, 7, 10, 8, 8, 7, 11, 7, 8, 8, 8)
_HEADINGS = (*COLUMNS, "runs", "results", "deaths", "mailbox", "workers", "lanes", "seconds")


def main() -> int:
    """Run all cells, first those under the bridge."""
    arguments = _parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # clusters end, too
    cells = [cell for cell in covering() if all(part in str(cell) for part in arguments.only)]
    start = time.monotonic()
    console = Console(width=130, highlight=False)
    with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-matrix-") as folder:
        places = Places(Path(folder))
        made = list(_told(console, run_cells(places, cells, arguments.runs)))
        twins = [replace(cell, way="bare") for cell in cells if cell.crosses]
        twins.sort(key=lambda cell: (cell.cluster, cell.jdk))
        without = list(_told(console, run_cells(places, twins, arguments.bare_runs)))
        installation = places.installation
    seconds = time.monotonic() - start
    # Each chat that crosses has one cell for each way, so that a twin is told beside its own.
    by_twin = {told.cell: told for told in without}
    bare = {cell: by_twin[replace(cell, way="bare")] for cell in cells if cell.crosses}
    console.print(summary(made, without).replace("**", ""), f"{seconds:.0f} s")
    if arguments.page:
        text = page(
            made,
            bare,
            installation,
            command=arguments.command,
            seconds=seconds,
            whole=len(cells) == len(covering()),
        )
        write_whole(arguments.page, text)
    return 0 if cells and all(told.passed for told in made) else 1


def run_cells(places: Places, cells: Sequence[Cell], runs: int) -> Iterator[CellRuns]:
    """Run the cells; those on a standalone cluster share one for each way and JDK."""
    for (cluster, *_), group in groupby(cells, lambda cell: (cell.cluster, cell.way, cell.jdk)):
        if cluster == "mini":
            yield from (run_in_mini_clusters(places, cell, runs) for cell in group)
        else:
            yield from run_on_one_cluster(places, list(group), runs)


def _told(console: Console, made: Iterator[CellRuns]) -> Iterator[CellRuns]:
    """Each cell as a line of a table, once it is through; what has failed, with the reason."""
    console.print(_line(_HEADINGS))
    for told in made:
        console.print(_line([*cells_of(told, None)[:-1], f"{told.seconds:.0f}"]))
        for run in told.runs:
            if run.death:
                console.print(f"  died in {run.death.frame}", markup=False)
            elif not run.complete:
                verdict = run.verdict
                console.print(f"  {verdict.missing} missing, {verdict.unexpected} unexpected")
                console.print(run.failure or "", markup=False)
        yield told


def _line(values: Sequence[str]) -> str:
    return " ".join(value.ljust(width) for value, width in zip(values, (*_WIDTHS, 7), strict=True))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="parts of a cell's name, as in `two-tm jdk25`")
    parser.add_argument("--runs", type=int, default=3, help="of each cell under the bridge")
    parser.add_argument("--bare-runs", type=int, default=3, help="of each that needs the bridge")
    parser.add_argument("--page", type=Path, help="where to write the page")
    parser.add_argument("--command", default="make matrix", help="how this was called")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

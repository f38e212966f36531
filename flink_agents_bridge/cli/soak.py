"""``soak``: many records under the bridge on more than one JDK."""

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from flink_agents_bridge.cli.demo import figures, routes, write_json
from flink_agents_bridge.demo.cases import CASES
from flink_agents_bridge.demo.proof import Protected, StoppedError, run_protected
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.jdk import find_jdk


@click.command(hidden=True)
@click.option(
    "--records",
    type=click.IntRange(min=1),
    default=5000,
    show_default=True,
    help="Records for each case on each JDK.",
)
@click.option("--jdk", "features", type=int, multiple=True, default=(17, 25), show_default=True)
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=1200.0,
    show_default=True,
    help="Seconds that one run may take.",
)
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path))
def soak(records: int, features: tuple[int, ...], timeout: float, json_file: Path | None) -> None:
    """Run both cases under heavy load on each JDK; no death, no hang, every result once."""
    jdks = [find_jdk(feature=feature) for feature in features]
    runs: list[dict[str, Any]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="flink-agents-bridge-soak-") as folder,
            Progress(*columns, TimeElapsedColumn(), console=console) as progress,
        ):
            for jdk in jdks:
                runner = Runner(jdk, Path(tempfile.mkdtemp(dir=folder)))
                for case in (case.heavy().with_records(records) for case in CASES):
                    console.print(f"JDK {jdk.version}, {case.title}: {records} records")
                    bar = progress.add_task(f"JDK {jdk.version}, {case.name}", total=records)
                    safe = run_protected(
                        runner,
                        case,
                        timeout=timeout,
                        on_count=partial(_advance, progress, bar),
                    )
                    progress.update(bar, completed=safe.verdict.results)
                    runs.append({"jdk": jdk.version, "case": case.name, **figures(safe)})
                    _tell(console, safe)
    except StoppedError as stopped:
        raise SystemExit(128 + stopped.number) from None
    raise SystemExit(_close(console, runs, json_file))


def _advance(progress: Progress, bar: TaskID, results: int) -> None:
    progress.update(bar, completed=results)


def _tell(console: Console, safe: Protected) -> None:
    console.print(routes(safe).replace("\n", " "))
    if not safe.passed:
        click.echo(safe.log)


def _close(console: Console, runs: list[dict[str, Any]], json_file: Path | None) -> int:
    total = {
        "records": sum(run["expected"] for run in runs),
        "results": sum(run["results"] for run in runs),
        "deaths": sum(run["died"] for run in runs),
        "hangs": sum(run["timed_out"] for run in runs),
        "seconds": round(sum(run["seconds"] for run in runs), 1),
    }
    passed = all(
        run["exit"] == 0
        and run["live"]
        and not (run["missing"] or run["wrong"] or run["duplicates"])
        for run in runs
    )
    console.print(", ".join(f"{name} {count}" for name, count in total.items()))
    if json_file is not None:
        write_json(json_file, {"passed": passed, **total, "runs": runs})
    return 0 if passed else 1

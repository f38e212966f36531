"""``bench``: what routing costs, how it scales, what one would get instead."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from flink_agents_bridge.bench.cases import ALL
from flink_agents_bridge.bench.machine import facts
from flink_agents_bridge.bench.model import Bench, Case, Effort
from flink_agents_bridge.bench.plots import draw, require_matplotlib
from flink_agents_bridge.bench.report import as_json, markdown, verdicts
from flink_agents_bridge.bench.runner import Outcome, run_case
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.outputs import write_whole

_NAMES = [case.name for case in ALL]


@click.command()
@click.option("--quick", is_flag=True, help="Few rounds: ten minutes on a quiet machine.")
@click.option("--smoke", is_flag=True, hidden=True, help="Prove that all of it runs; no figures.")
@click.option("--only", "names", multiple=True, type=click.Choice(_NAMES), help="This case alone.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--plot", "plots", type=click.Path(file_okay=False, path_type=Path), help="Draw into a folder."
)
@click.option(
    "--report",
    "reports",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write report, figures and plots into a folder, named by the date.",
)
def bench(
    quick: bool,
    smoke: bool,
    names: tuple[str, ...],
    json_file: Path | None,
    plots: Path | None,
    reports: Path | None,
) -> None:
    """Measure: fresh JVMs that take turns, paired rounds, a control beside them."""
    if plots or reports:
        require_matplotlib()
    effort: Effort = "smoke" if smoke else "quick" if quick else "full"
    console = Console()
    done: list[tuple[Case, Outcome]] = []
    with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-bench-") as scratch:
        this = Bench(find_jdk(), find_installation(), effort, Path(scratch), _checkout())
        told = facts(this)
        folder = reports / re.sub("[: ]+", "-", told["date"]) if reports else None
        for case in [case for case in ALL if not names or case.name in names]:
            console.print(f"\n[bold]{case.name}[/bold]: {case.question}")
            done.append((case, _run(console, this, case)))
            _tell(*done[-1], judge=not smoke)
            # After each case, so that a run that is ended has not been for nothing.
            _write(told, done, json_file, plots, folder)
    if folder:
        click.echo(f"\n{folder / 'report.md'}")
    if any(outcome.failures for _, outcome in done):
        raise SystemExit(1)


def _write(
    told: dict[str, str],
    done: list[tuple[Case, Outcome]],
    json_file: Path | None,
    plots: Path | None,
    folder: Path | None,
) -> None:
    pictures: dict[str, Path] = {}
    for target in filter(None, [plots, folder]):
        for case, outcome in done:
            pictures |= draw(case, outcome, target)
    if folder:
        write_whole(folder / "report.md", markdown(told, done, pictures))
        write_whole(folder / "figures.json", as_json(told, done))
    if json_file:
        write_whole(json_file, as_json(told, done))


def _run(console: Console, this: Bench, case: Case) -> Outcome:
    columns = (TextColumn("  {task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(case.name, total=None)

        def tell(variant: str, ready: int, total: int) -> None:
            progress.update(bar, description=variant, completed=ready, total=total)
            if not console.is_terminal and ready * 10 // total > max(0, ready - 1) * 10 // total:
                click.echo(f"  {ready} of {total}")

        return run_case(this, case, tell)


def _tell(case: Case, outcome: Outcome, *, judge: bool) -> None:
    for verdict in verdicts(case, outcome) if judge else ():
        value, held = verdict.value, {None: "", True: "held", False: "missed"}[verdict.held]
        click.echo(
            f"  {verdict.label:60} {value.median:8.3f}  {value.low:.3f} to {value.high:.3f}"
            f"  {verdict.goal} {held}",
        )
    for name, why in outcome.missing.items():
        click.echo(f"  {name} was left out: {why}")
    for name, why in outcome.failures.items():
        click.echo(f"  {name} FAILED: {why}")


def _checkout() -> Path | None:
    """The project's folder, where this runs from it."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "java" / "mvnw").exists() else None

"""``explain``: what a crash file shows."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from flink_agents_bridge.explain import judge, read_crash
from flink_agents_bridge.explain.words import as_record, told

_WIDTH = 110  # where no terminal tells one


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def explain(as_json: bool, files: tuple[Path, ...]) -> None:
    """Say in words what crash files show: which thread died where, and of which hazard.

    FILES are what a JVM has left (hs_err_pid….log), or what a dying process has printed. The exit
    code is 1 if one of them tells of no crash.
    """
    console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
    empty = False
    for file in files:
        crash = read_crash(file)
        verdict = judge(crash)
        empty = empty or not crash.form
        if as_json:
            click.echo(json.dumps(as_record(str(file), crash, verdict)))
        else:
            _print(console, file, told(crash, verdict))
    raise SystemExit(1 if empty else 0)


def _print(console: Console, file: Path, lines: list[tuple[str, str]]) -> None:
    console.print(str(file), markup=False, highlight=False, style="bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for heading, text in lines:
        table.add_row(heading, text)
    console.print(Padding(table, (0, 0, 1, 2)), markup=False)

"""``scan``: which values in state would end a process that restores and reads them?"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.scanning import (
    Find,
    Scanned,
    Watcher,
    home_jars,
    installed_jars,
    scan,
)


@click.command("scan")
@click.argument("state")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--flink-home",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the jars of this Flink, not those of a Python.",
)
@click.option("--python", "executable", default=sys.executable, help="Whose Flink to use.")
@click.option(
    "--jar",
    "more",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A jar with classes that are in the state, such as the job's.",
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to use.")
@click.option("--log", type=click.Path(path_type=Path), help="Take down what Flink says.")
def scan_command(
    state: str,
    as_json: bool,
    flink_home: Path | None,
    executable: str,
    more: tuple[Path, ...],
    java_home: Path | None,
    log: Path | None,
) -> None:
    """List the Python objects in STATE, a checkpoint or savepoint.

    STATE is its folder or its _metadata file; of a folder with several checkpoints the newest is
    read. Flink Agents stores such objects as addresses in the process that wrote them: without the
    bridge the next process that reads one ends. Nothing is changed, and no Python is started.

    The exit code is 0 if there are none, 1 if there are some, 2 if the state cannot be read.
    """
    jars = home_jars(flink_home) if flink_home else installed_jars(find_installation(executable))
    place = str(Path(state).absolute()) if "://" not in state else state
    with _progress(as_json) as watcher:
        told = scan(place, [*jars, *more], find_jdk(java_home, compiler=False), watcher, log)
    if as_json:
        click.echo(json.dumps(asdict(told), indent=2))
    else:
        _print(told)
    raise SystemExit(1 if told.finds else 0)


@contextmanager
def _progress(quiet: bool) -> Iterator[Watcher]:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("reading", total=None)
        yield lambda read, size: bar.update(task, completed=read, total=size or None)


def _print(told: Scanned) -> None:
    click.echo(told.path)
    for find in told.finds:
        click.echo(f"  {_sentence(find)}")
    looked = f"{told.entries} entries of {', '.join(told.operators)}"
    if told.finds:
        entries = {(find.operator, find.state, find.key, find.path) for find in told.finds}
        click.echo(
            f"{len(entries)} of {looked} hold Python objects: read them under the bridge only, "
            f"where they are errors, and store their conversions (docs/memory-contract.md)."
        )
    else:
        click.echo(f"No Python objects in {looked}.")
    if told.others:
        click.echo(f"Not looked into, since not of Flink Agents: {', '.join(told.others)}.")


def _sentence(find: Find) -> str:
    group = "" if find.keyGroup is None else f", key group {find.keyGroup}, key {find.key}"
    where = f"{find.operator}, {find.state}{group}"
    if find.type is None:
        return (
            f"{where}: an entry names Pemja and cannot be read ({find.failure}); if a class is "
            f"missing, name its jar with --jar"
        )
    return f"{where}: {find.place} of {find.path or 'the value'} is a {find.type}"

"""``top``: a running JVM's operators and lanes, again and again."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live

from flink_agents_bridge.cli.top_view import view
from flink_agents_bridge.flink.attaching import Asking, chosen
from flink_agents_bridge.flink.jdk import find_jdk

_WIDTH = 110  # where no terminal tells one


@click.command()
@click.argument("pid", type=int, required=False)
@click.option("--once", is_flag=True, help="Show it once, and end.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object each time.")
@click.option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=1.0,
    show_default=True,
    help="Seconds between two looks.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=20.0,
    show_default=True,
    help="Seconds that an answer may take.",
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to ask with.")
def top(
    pid: int | None,
    once: bool,
    as_json: bool,
    every: float,
    timeout: float,
    java_home: Path | None,
) -> None:
    """Show what the bridge in JVM PID is at: operators, lanes, who waits for whom, handles.

    Without PID it is the only JVM that was given the agent. Ctrl-C ends it; without a terminal it
    looks once.
    """
    jdk = find_jdk(java_home, compiler=False)
    with Asking(chosen(pid), "statistics", jdk, timeout) as asking:
        try:
            if as_json:
                _print(asking, once, every)
            elif once or not sys.stdout.isatty():
                console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
                console.print(view(_asked(asking), None))
            else:
                _follow(asking, every, Console())
        except KeyboardInterrupt:
            return


def _asked(asking: Asking) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(asking.ask())
    return answer


def _print(asking: Asking, once: bool, every: float) -> None:
    while True:
        click.echo(json.dumps(_asked(asking)))
        if once:
            return
        time.sleep(every)


def _follow(asking: Asking, every: float, console: Console) -> None:
    now = _asked(asking)
    with Live(view(now, None), console=console, screen=True, auto_refresh=False) as live:
        while True:
            time.sleep(every)
            before, now = now, _asked(asking)
            live.update(view(now, before), refresh=True)

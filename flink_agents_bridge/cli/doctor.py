"""``doctor``: is everything there that a protected job needs?"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flink_agents_bridge.cli.cluster import report_here, report_there
from flink_agents_bridge.flink.diagnosis import Diagnosis, diagnose


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--python", "executable", default=sys.executable, help="The Python to look at.")
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to look at.")
@click.option(
    "--cluster",
    is_flag=False,
    flag_value="",
    metavar="[URL]",
    help="Look at Flink's JVMs that run on this machine, or over REST at the TaskManagers of URL.",
)
def doctor(as_json: bool, executable: str, java_home: Path | None, cluster: str | None) -> None:
    """Check versions, libraries and flags; name what is wrong and what to do.

    The exit code is 1 if something would keep a job from running protected. With --cluster: if a
    TaskManager or local job that runs is not protected, or there is none. Asking a JVM of this
    machine takes a JDK and the user that it runs as.
    """
    if cluster is not None:
        raise SystemExit(
            report_there(cluster, as_json) if cluster else report_here(java_home, as_json)
        )
    diagnosis = diagnose(executable, java_home)
    if as_json:
        click.echo(json.dumps({"healthy": diagnosis.healthy, **asdict(diagnosis)}, indent=2))
    else:
        _print(diagnosis)
    raise SystemExit(0 if diagnosis.healthy else 1)


def _print(diagnosis: Diagnosis) -> None:
    console = Console(soft_wrap=True)
    table = Table(show_header=False, box=None)
    for name, fact in diagnosis.facts.items():
        table.add_row(name, escape(fact or "not found"))
    console.print(table)
    for finding in diagnosis.findings:
        colour = "red" if finding.severity == "error" else "yellow"
        console.print(f"[{colour}]{finding.severity}[/]: ", end="")
        console.print(f"{finding.what}: {finding.remedy}.", markup=False, highlight=False)
    if diagnosis.healthy:
        console.print("A job would run protected here.")

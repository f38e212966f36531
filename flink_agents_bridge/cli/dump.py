"""``dump``: who waits for whom in a running JVM, with stacks."""

from pathlib import Path

import click

from flink_agents_bridge.flink.attaching import Asking, chosen
from flink_agents_bridge.flink.jdk import find_jdk


@click.command()
@click.argument("pid", type=int, required=False)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=20.0,
    show_default=True,
    help="Seconds that the answer may take.",
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to ask with.")
def dump(pid: int | None, timeout: float, java_home: Path | None) -> None:
    """Print what the bridge in JVM PID is at: lanes, queues, waits, Java's and Python's stacks.

    Without PID it is the only JVM that was given the agent.
    """
    jdk = find_jdk(java_home, compiler=False)
    with Asking(chosen(pid), "dump", jdk, timeout) as asking:
        click.echo(asking.ask(), nl=False)

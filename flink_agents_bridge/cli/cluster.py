"""``doctor --cluster``: is the bridge live in the JVMs that run?"""

import json
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.remote import RemoteCluster, RemoteJvm, look_at
from flink_agents_bridge.flink.running import FlinkJvm, flink_jvms

_COLOURS = {"protected": "green", "ready": "yellow"}


def report_here(java_home: Path | None, as_json: bool) -> int:
    """Print what Flink's JVMs on this machine tell; 1 if one is in danger, or there is none."""
    jvms = list(flink_jvms(find_jdk(java_home, compiler=False)))
    if as_json:
        click.echo(json.dumps([asdict(jvm) for jvm in jvms], indent=2))
    else:
        _print_here(jvms)
    return 1 if not jvms or any(jvm.is_in_danger for jvm in jvms) else 0


def _print_here(jvms: list[FlinkJvm]) -> None:
    if not jvms:
        click.echo("No JVM of Flink's runs here that this user can see.")
        return
    table = Table("pid", "role", "bridge", "by", "", box=None, pad_edge=False)
    for jvm in jvms:
        state = f"[{_COLOURS.get(jvm.state, 'red')}]{jvm.state}[/]"
        table.add_row(str(jvm.pid), jvm.role, state, jvm.by or "-", escape(jvm.told))
    Console(soft_wrap=True).print(table)


def report_there(url: str, as_json: bool) -> int:
    """Print what a JobManager tells of its TaskManagers; 1 if one shows no sign of the bridge."""
    cluster = look_at(url)
    if as_json:
        click.echo(json.dumps(asdict(cluster), indent=2))
    else:
        _print_there(cluster)
    return 0 if cluster.jvms and all(jvm.runtime for jvm in cluster.jvms) else 1


def _print_there(cluster: RemoteCluster) -> None:
    click.echo(f"As {cluster.address} tells over REST, which is less than `--cluster` tells there:")
    click.echo(f"  agent in the configuration: {cluster.flag or 'no'}")
    for jvm in cluster.jvms:
        click.echo(f"  TaskManager {jvm.id}: {_words(jvm)}")
    if not cluster.jvms:
        click.echo("  no TaskManager is registered")


def _words(jvm: RemoteJvm) -> str:
    if not jvm.runtime:
        return "no thread of the bridge: not protected, or no interpreter was made so far"
    return f"the bridge runs; {jvm.line or 'its line in the log is not kept'}"

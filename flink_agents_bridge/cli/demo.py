"""``demo``: the same real job without and with the bridge."""

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flink_agents_bridge.demo.cases import CASES, Case
from flink_agents_bridge.demo.picture import draw
from flink_agents_bridge.demo.proof import (
    Protected,
    StoppedError,
    Unprotected,
    run_protected,
    try_unprotected,
)
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.jvm.crash import short_frame
from flink_agents_bridge.outputs import write_whole

TRIES = 5
_WIDTH = 110  # where no terminal tells one


@click.command()
@click.option("--records", type=click.IntRange(min=1), help="Records for each case.")
@click.option("--heavy", is_flag=True, help="Put both cases under the heavy load.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=180.0,
    show_default=True,
    help="Seconds that one run may take.",
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to use.")
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures here.",
)
@click.option(
    "--timeline",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the first case here, as SVG: its crash, and its calls under the bridge.",
)
def demo(
    records: int | None,
    heavy: bool,
    timeout: float,
    java_home: Path | None,
    json_file: Path | None,
    picture: Path | None,
) -> None:
    """Run one real job in two cases, each without and with the bridge.

    Without it the JVM dies (up to five tries); with it every result must come exactly once. The
    exit code is 0 only if both were seen for both cases.
    """
    console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
    agent_jar()
    jdk = find_jdk(java_home)
    try:
        with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-demo-") as folder:
            runner = Runner(jdk, Path(folder))
            recording = Path(folder, "calls.jfr") if picture else None
            proofs: list[Proof] = []
            for case in (_loaded(case, records, heavy) for case in CASES):
                recorded = None if proofs else recording
                proofs.append((case, *_prove(console, runner, case, timeout, recorded)))
            console.print(_table(jdk, proofs))
            passed = _explain(console, proofs)
            if json_file is not None:
                write_json(json_file, _figures(jdk, proofs, passed))
            if picture is not None and recording is not None:
                draw(picture, *proofs[0], recording, jdk)
                console.print(f"The picture of {proofs[0][0].name}: {picture}", markup=False)
    except StoppedError as stopped:
        raise SystemExit(128 + stopped.number) from None
    raise SystemExit(0 if passed else 1)


Proof = tuple[Case, Unprotected, Protected]


def _loaded(case: Case, records: int | None, heavy: bool) -> Case:
    case = case.heavy() if heavy else case
    return case.with_records(records) if records is not None else case


def _prove(
    console: Console, runner: Runner, case: Case, timeout: float, recording: Path | None
) -> tuple[Unprotected, Protected]:
    with console.status("") as status:
        bare = try_unprotected(
            runner,
            case,
            tries=TRIES,
            timeout=timeout,
            on_try=lambda n: status.update(f"{case.title}: without the bridge, try {n} of {TRIES}"),
        )
    console.print(f"{case.title}: without the bridge, died {bare.deaths} of {bare.tries}")
    with console.status(f"{case.title}: with the bridge") as status:
        safe = run_protected(
            runner,
            case,
            timeout=timeout,
            on_count=lambda n: status.update(
                f"{case.title}: with the bridge, {n} of {case.records} results"
            ),
            recording=recording,
        )
    console.print(f"{case.title}: with the bridge, {_results(safe)} results")
    return bare, safe


def _table(jdk: Jdk, proofs: list[Proof]) -> Table:
    table = Table(title=f"The same job without and with the bridge, JDK {jdk.version}")
    for heading in ("case", "bridge", "exit", "results", "seconds", "what happened"):
        table.add_column(heading, no_wrap=heading != "what happened", overflow="fold")
    for case, bare, safe in proofs:
        results, seconds = f"{bare.results[-1]} of {case.records}", f"{bare.seconds[-1]:.1f}"
        table.add_row(case.name, "no", str(bare.exits[-1]), results, seconds, _death(bare))
        results, seconds = _results(safe), f"{safe.seconds:.1f}"
        table.add_row("", "yes", str(safe.exit), results, seconds, routes(safe))
        table.add_section()
    return table


def _death(bare: Unprotected) -> str:
    """How often the JVM died, and where the last time."""
    where = f" in {short_frame(bare.frame)}" if bare.frame else ""
    return escape(f"JVM died {bare.deaths} of {bare.tries}{where}")


def routes(safe: Protected) -> str:
    """The routes in words: which kind of thread was led where."""
    calls = safe.routes
    sources = calls["laneCallsBySourceKind"]
    by_kind = ", ".join(f"{kind} {count}" for kind, count in sorted(sources.items()) if count)
    return (
        f"calls: owner inline {calls['ownerCalls']}, workers inline {calls['workerCalls']},\n"
        f"lanes {calls['laneCalls']} ({by_kind or 'none'}), nested {calls['reentrantCalls']}"
    )


def _results(safe: Protected) -> str:
    verdict = safe.verdict
    faults = {"missing": verdict.missing, "wrong": verdict.wrong, "twice": verdict.duplicates}
    told = "".join(f", {count} {name}" for name, count in faults.items() if count)
    return f"{verdict.results} of {verdict.expected}{told}"


def _explain(console: Console, proofs: list[Proof]) -> bool:
    """Say what the crashes were, and what did not go as promised."""
    for case, bare, safe in proofs:
        if bare.hazard:
            console.print(f"{case.name}: the crash file shows hazard {bare.hazard}")
        if not bare.passed:
            console.print(f"{case.title}: the JVM lived {bare.tries} times without the bridge.")
        if not safe.passed:
            why = "" if safe.live else " (the agent never reported that it was live)"
            console.print(f"{case.title}: failed with the bridge{why}; the end of its log:")
            click.echo(safe.log)
    if any(bare.hazard for _, bare, _ in proofs):
        console.print("What a crash file of yours shows: flink-agents-bridge explain FILE")
    return all(bare.passed and safe.passed for _, bare, safe in proofs)


def _figures(jdk: Jdk, proofs: list[Proof], passed: bool) -> dict[str, Any]:
    installed = find_installation()
    return {
        "passed": passed,
        "jdk": jdk.version,
        "python": installed.python,
        "flink": installed.flink,
        "flinkAgents": installed.flink_agents,
        "pemja": installed.pemja,
        "cases": [
            {"load": asdict(case), "unprotected": _died(bare), "protected": figures(safe)}
            for case, bare, safe in proofs
        ],
    }


def _died(bare: Unprotected) -> dict[str, Any]:
    """Its crash file is gone with the demo's folder."""
    record = asdict(bare)
    del record["crash_file"]
    return record


def figures(safe: Protected) -> dict[str, Any]:
    """A protected run as one flat record."""
    record = asdict(safe)
    del record["log"]
    return {**record.pop("verdict"), **record}


def write_json(file: Path, figures: dict[str, Any]) -> None:
    """Write the figures whole or not at all."""
    write_whole(file, json.dumps(figures, indent=2) + "\n")

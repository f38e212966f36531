"""``run``: one local PyFlink job under the bridge."""

import os
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Any

import click

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, read_report
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.local_job import crash_pattern, jar_without_blanks, job_environment
from flink_agents_bridge.flink.supervisor import Outcome, Task, supervise
from flink_agents_bridge.jvm.crash import crash_frame

NOT_PROTECTED = 3


@click.command()
@click.option("--lanes", type=click.IntRange(1, 2**31 - 1), help="Lanes per interpreter.")
@click.option("--no-strict", is_flag=True, help="Run unprotected where Pemja is not known.")
@click.option("--off", is_flag=True, help="Leave the agent out, watch for crashes only.")
@click.option(
    "--java-home", type=click.Path(path_type=Path), help="The JDK to use. [default: $JAVA_HOME]"
)
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path), help="Append JSON events here."
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def run(
    lanes: int | None,
    no_strict: bool,
    off: bool,
    java_home: Path | None,
    report: Path | None,
    command: tuple[str, ...],
) -> None:
    """Run COMMAND, for example `-- python job.py`, with the bridge in its JVM.

    The exit code is the job's own; 134 if its JVM died, 3 if its JVM ran unprotected, 2 if nothing
    was run.
    """
    _check(command)
    options: dict[str, object] = {}
    if lanes is not None:
        options["lanes"] = lanes
    if no_strict:
        options["strict"] = False
    if off:
        raise SystemExit(_run(command, java_home, None, Path(os.devnull), options))
    with jar_without_blanks(agent_jar()) as jar, tempfile.TemporaryDirectory() as folder:
        file = (report or Path(folder, "report.jsonl")).absolute()
        raise SystemExit(_run(command, java_home, jar, file, options))


def _check(command: tuple[str, ...]) -> None:
    if not command:
        raise BridgeError("No job was given: put it after `--`, for example `-- python job.py`.")
    if shutil.which(command[0]) is None:
        raise BridgeError(f"The program {command[0]} was not found: name one that can be run.")
    script = next((part for part in command[1:] if part.endswith(".py")), None)
    before = command[1 : command.index(script)] if script else ()
    if script and not any(part in ("-c", "-m") for part in before) and not Path(script).exists():
        raise BridgeError(f"The job file {script} does not exist: name one that does.")


def _run(
    command: tuple[str, ...],
    java_home: Path | None,
    jar: Path | None,
    report: Path,
    options: dict[str, object],
) -> int:
    jdk = find_jdk(java_home, compiler=False)
    flags = agent_flags(jar, jdk, {**options, "report": report}) if jar else []
    env = job_environment(os.environ, jdk, Path.cwd(), flags)
    offset = report.stat().st_size if jar and report.exists() else 0
    outcome = supervise(Task(command, env, crash_pattern(env), agent_jar=jar))
    _tell_deaths(outcome)
    if outcome.unprotected:
        _say(
            f"JVM {outcome.unprotected[0]} of the job ran without the bridge, so the job was "
            f"ended: it must not set JVM_ARGS itself (add to the JVM_ARGS that it finds)."
        )
        return NOT_PROTECTED
    refused = _tell_refusals(read_report(report, offset) if jar else [])
    return outcome.code or (NOT_PROTECTED if refused and options.get("strict", True) else 0)


def _tell_deaths(outcome: Outcome) -> None:
    for death in outcome.deaths:
        if death.crash_file is None:
            _say(
                f"JVM {death.pid} of the job is gone without a crash file: it was killed from "
                f"outside (the OOM killer?), or its native stack overflowed."
            )
        else:
            frame = crash_frame(death.crash_file) or "an unknown frame"
            _say(
                f"JVM {death.pid} of the job died in {frame}; what of: "
                f"flink-agents-bridge explain {shlex.quote(str(death.crash_file))}"
            )


def _tell_refusals(events: list[dict[str, Any]]) -> bool:
    """PyFlink hides its JVM's stderr, so the agent's sentence comes out of its report."""
    reasons = [event["reason"] for event in events if event["event"] == "refused"]
    for reason in reasons:
        _say(f"the bridge refused: {reason}")
    return bool(reasons)


def _say(text: str) -> None:
    click.echo(f"flink-agents-bridge: {text}", err=True)

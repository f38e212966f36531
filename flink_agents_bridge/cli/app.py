"""The group of commands."""

import errno
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

from flink_agents_bridge.cli.bench import bench
from flink_agents_bridge.cli.demo import demo
from flink_agents_bridge.cli.doctor import doctor
from flink_agents_bridge.cli.dump import dump
from flink_agents_bridge.cli.explain import explain
from flink_agents_bridge.cli.install import install
from flink_agents_bridge.cli.patch import patch
from flink_agents_bridge.cli.run import run
from flink_agents_bridge.cli.scan import scan_command
from flink_agents_bridge.cli.soak import soak
from flink_agents_bridge.cli.timeline import timeline
from flink_agents_bridge.cli.top import top
from flink_agents_bridge.errors import BridgeError

_INTERRUPTED = 130  # as shells have it for a program that Ctrl-C has ended
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="flink-agents-bridge", message="%(prog)s %(version)s")
def app() -> None:
    """Run Flink jobs that call an embedded Python from any thread."""


for command in (
    run,
    demo,
    doctor,
    install,
    patch,
    scan_command,
    explain,
    timeline,
    top,
    dump,
    soak,
    bench,
):
    app.add_command(command)


def main() -> None:
    """Entry point of the script: what the user can mend is told in one sentence.

    An interrupted command has a code of its own, since 1 is what some of them answer.
    """
    _show_any_character()
    try:
        sys.exit(app.main(prog_name="flink-agents-bridge", standalone_mode=False))
    except BridgeError as error:
        _refuse(str(error))
    except click.ClickException as error:
        _refuse(error.format_message())
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            raise
        _drop_output()
        _refuse(f"The output cannot be written ({error.strerror}): write it to another place.")
    except click.Abort:
        click.echo("flink-agents-bridge: interrupted.", err=True)
        sys.exit(_INTERRUPTED)


def _show_any_character() -> None:
    """What an output's encoding lacks is shown by its number: none is worth a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """What is left for it would be tried again at the exit, and fail again."""
    with suppress(OSError, ValueError):  # it is closed, or no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> None:
    click.echo(f"flink-agents-bridge: {sentence}", err=True)
    sys.exit(2)

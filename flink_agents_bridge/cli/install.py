"""``install``: the agent in every JVM of a Flink distribution."""

import os
from pathlib import Path

import click

from flink_agents_bridge.cli.patch import option_pairs
from flink_agents_bridge.flink.installation import NotInstalledError, find_installation
from flink_agents_bridge.flink.installing import Change, FlinkHome

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.option(
    "--flink-home", type=_FOLDER, help="Flink's folder. [default: $FLINK_HOME, else pyflink's]"
)
@click.option(
    "--conf-dir", type=_FOLDER, help="Its configuration. [default: conf in it, $FLINK_CONF_DIR]"
)
@click.option("--undo", is_flag=True, help="Take back what was changed, and nothing else.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the agent."
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK that Flink will use.")
def install(
    flink_home: Path | None,
    conf_dir: Path | None,
    undo: bool,
    options: tuple[str, ...],
    java_home: Path | None,
) -> None:
    """Have every JVM of a Flink distribution load the agent.

    The agent's jar goes into the folder `bridge` of that distribution, and its flag into
    `env.java.opts.all` of the configuration, of which a copy is kept.
    """
    place = _place(flink_home, conf_dir)
    change = place.undo() if undo else place.install(option_pairs(options), java_home)
    _print(change, place)


def _place(home: Path | None, conf: Path | None) -> FlinkHome:
    if home is not None:
        return FlinkHome(home.absolute(), (conf or home / "conf").absolute())
    if conf is None and os.environ.get("FLINK_CONF_DIR"):
        conf = Path(os.environ["FLINK_CONF_DIR"])
    home = Path(os.environ["FLINK_HOME"]) if os.environ.get("FLINK_HOME") else _pyflink()
    return FlinkHome(home.absolute(), (conf or home / "conf").absolute())


def _pyflink() -> Path:
    folder = find_installation().pyflink_folder
    if folder is None:
        raise NotInstalledError(
            "No Flink was found: name one with --flink-home, set FLINK_HOME, or install "
            "apache-flink."
        )
    return folder


def _print(change: Change, place: FlinkHome) -> None:
    if change.outcome == "absent":
        click.echo(f"Nothing to take back: {place.home} has no installation of the bridge.")
    elif change.outcome == "removed":
        click.echo(f"{change.config}: taken out: {' '.join(change.flags)}")
        click.echo(f"{change.jar}: removed")
        if change.kept is not None:
            click.echo(f"The file was edited since; as it was before: {change.kept}")
    else:
        again = "there already: " if change.outcome == "already" else "put in: "
        click.echo(f"{change.jar}: {again}the agent")
        click.echo(f"{change.config}: {again}{' '.join(change.flags)}")
        if change.kept is not None:
            click.echo(f"The file as it was before: {change.kept}")
        click.echo("Restart the cluster: a JVM that runs takes no flag.")

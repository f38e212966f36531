"""``patch``: the bridge inside of jars, where a JVM can be given no flag."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import click
from rich.console import Console

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent import agent_jar, option_text
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.flink.patching import Patcher, Result, kept, restore

NOT_PROTECTED = 3


@click.command()
@click.argument("jars", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write patched copies into this folder, and leave the jars as they are.",
)
@click.option("--restore", "back", is_flag=True, help="Give patched jars their own bytes back.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the bridge in the patched jars, for example lanes=8.",
)
@click.option(
    "--python", "executable", default=sys.executable, help="Whose jars, if none is named."
)
@click.option(
    "--call-sites",
    is_flag=True,
    help="In jars without Pemja, lead their calls of it to the bridge. For services that bring a "
    "flink-python of their own; docs/operations.md tells what does not hold there.",
)
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK to use.")
def patch(
    jars: tuple[Path, ...],
    output: Path | None,
    back: bool,
    options: tuple[str, ...],
    call_sites: bool,
    executable: str,
    java_home: Path | None,
) -> None:
    """Put the bridge into JARS, so that a JVM needs no flag.

    Without JARS those of apache-flink and flink-agents in the current Python are taken. A jar's
    original is kept beside it. The exit code is 1 if a jar could not be patched, and 3 if no JVM
    is protected by what was done, since none of the jars holds Pemja.
    """
    chosen = jars or _installed(executable)
    if back:
        _refuse_with_restore(output, options)
        for jar in chosen:
            _print(restore(jar))
        return
    settings = option_text(option_pairs(options))
    patcher = Patcher(
        find_jdk(java_home, compiler=False),
        agent_jar(),
        version("flink-agents-bridge"),
        settings,
        call_sites,
    )
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    raise SystemExit(_conclude(_patch_all(patcher, chosen, output)))


def _installed(executable: str) -> Sequence[Path]:
    installed = find_installation(executable)
    return [installed.flink_python_jar, *installed.flink_agents_jars]


def _refuse_with_restore(output: Path | None, options: tuple[str, ...]) -> None:
    if output is not None or options:
        raise BridgeError("--restore takes jars back where they are: leave -o and --option out.")


def option_pairs(options: Sequence[str]) -> dict[str, object]:
    """What the command line gives as NAME=VALUE."""
    pairs: dict[str, object] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise BridgeError(f"The option {option!r} has no value: write it as NAME=VALUE.")
        pairs[name] = value
    return pairs


def _patch_all(patcher: Patcher, jars: Sequence[Path], output: Path | None) -> list[Result]:
    console = Console(stderr=True)
    results = []
    for jar in jars:
        with console.status(f"patching {jar.name}"):
            results.append(patcher.patch(jar, output))
        _print(results[-1])
    return results


def _conclude(results: Sequence[Result]) -> int:
    if any(result.outcome in ("refused", "nothing") for result in results):
        return 1
    if any(result.holds_pemja or result.redirected for result in results):
        return 0
    click.echo(
        "None of these jars holds Pemja, so by them alone no Python call is routed: patch the "
        "flink-python jar of the same JVM too, or give that JVM the agent."
    )
    return NOT_PROTECTED


def _print(result: Result) -> None:
    click.echo(f"{result.jar}: {_words(result)}")
    if result.unsigned and result.outcome == "patched":
        click.echo("  Its signature is gone: it would not fit the changed classes.")
    for name in result.nested:
        click.echo(f"  Not touched: {name} inside of it. Unpack it and patch it by itself.")


def _words(result: Result) -> str:
    if result.outcome == "patched":
        return f"patched: {'; '.join(_done(result))}"
    if result.outcome == "nothing":
        return f"nothing done: {_calls(result) or 'it holds nothing that the bridge changes'}"
    return {
        "already": f"already patched by version {result.version}",
        "refused": f"not patched: {result.reason}",
        "restored": "restored",
        "unpatched": "not patched, left as it is",
    }[result.outcome]


def _done(result: Result) -> list[str]:
    parts = []
    if result.woven:
        parts.append(f"{len(result.woven)} classes of Pemja woven, all calls of them are routed")
    if result.mended:
        names = ", ".join(name.rpartition("/")[2] for name in result.mended)
        parts.append(f"{len(result.mended)} classes of Flink Agents mended ({names})")
    if result.redirected:
        parts.append(f"{result.redirected} calls of Pemja led to the bridge")
    if not result.woven and result.calls:
        parts.append(_calls(result))
    if result.place == result.jar:
        parts.append(f"the original is {kept(result.jar).name}")
    else:
        parts.append(f"written to {result.place}")
    return parts


def _calls(result: Result) -> str:
    if not result.calls:
        return ""
    return (
        f"its {result.calls} calls of Pemja stay as they are, and are routed where the "
        f"flink-python jar of the same JVM is patched"
    )

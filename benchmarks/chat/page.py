"""The matrix as a page: what ran, with what, on which machine, and what became of it."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from importlib.metadata import version

from benchmarks.chat.cells import LOADS, Cell, choices
from benchmarks.chat.runs import CellRuns
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.jvm.crash import short_frame
from flink_agents_bridge.markdown import table

COLUMNS = ("way", "cluster", "JDK", "agent", "models", "action", "load")
_RESULTS = ("runs", "results", "deaths", "calls: mailbox", "workers", "lanes", "without the bridge")
_WORDS = """\
Each cell is one real job of Flink Agents on apache-flink, both as PyPI has them: an agent in Python
or in Java, over a chat model whose setup and connection are in the languages named, by an async
action of its own or by the built-in ones. Each conversation asks a vector store first, which embeds
by a model, and calls a tool. Models, store and embedding are deterministic fakes behind the
release's own base classes. {triples}

- **agent**: the JVMs load the agent, as `install` and `run` have it. **patched**: the jars are
  patched, and no JVM gets a flag.
- **mini**: a mini-cluster inside one JVM, one subtask. **two-tm**: a JobManager and two
  TaskManagers in JVMs of their own, four subtasks. Runs of a cell follow each other in the same
  JVMs. On a standalone cluster of JDK 25 the client runs on JDK 17, since Flink 2.2's ends on 25
  without a word.
- {loads}
- **runs**: those that ended cleanly with every answer exactly once. **deaths**: JVMs that died.
- **calls**: how many calls from Java into Python went which way, in all runs.
- **without the bridge**: the same cell with no bridge at all, in JVMs of its own: how many of the
  runs ended with the death of a JVM. A cell in which only the mailbox thread calls Python needs no
  bridge, and was not tried. Flink Agents 0.2.0 has no asynchronous pool for Java; on JDK 25 one
  of the shape that 0.3.x has stands in its place, on JDK 17 all of an agent in Java is inline.
"""
_TRIPLES = "The cells cover every combination of three choices (`tests/chat/test_covering.py`)."
_PART = "**Only a part of the cells was run.**"


def page(
    made: Sequence[CellRuns],
    bare: Mapping[Cell, CellRuns],
    installation: Installation,
    *,
    command: str,
    seconds: float,
    whole: bool,
) -> str:
    """The page in Markdown."""
    words = _WORDS.format(triples=_TRIPLES if whole else _PART, loads=_loads())
    head = f"# Concurrent chat, cell by cell\n\n{_facts(installation, made, command, seconds)}\n"
    rows = (cells_of(told, bare.get(told.cell)) for told in made)
    lines = table((*COLUMNS, *_RESULTS), rows)
    closing = summary(made, bare.values())
    return "\n".join([head, words, *lines, "", closing, "", _frames(bare.values()), ""])


def cells_of(made: CellRuns, bare: CellRuns | None) -> list[str]:
    """One line of the table."""
    complete = sum(run.complete for run in made.runs)
    results = sum(run.verdict.results for run in made.runs)
    expected = sum(run.verdict.expected for run in made.runs)
    routes = made.routes
    return [
        *(str(choice) for choice in choices(made.cell).values()),
        f"{complete} of {len(made.runs)}",
        f"{results} of {expected}",
        str(len(made.deaths)),
        *(str(routes[name]) for name in ("ownerCalls", "workerCalls", "laneCalls")),
        f"died {len(bare.deaths)} of {len(bare.runs)}" if bare else "not tried",
    ]


def summary(made: Iterable[CellRuns], bare: Iterable[CellRuns]) -> str:
    """All cells in one sentence."""
    under = [(told, run) for told in made for run in told.runs]
    without = [run for told in bare for run in told.runs]
    deaths = sum(run.death is not None for _, run in under)
    complete = sum(run.complete for _, run in under)
    died = sum(run.death is not None for run in without)
    return (
        f"**With the bridge: {complete} of {len(under)} runs complete, {deaths} deaths. "
        f"Without it, in the cells that need it: {died} of {len(without)} runs died.**"
    )


def _facts(
    installation: Installation, made: Sequence[CellRuns], command: str, seconds: float
) -> str:
    jdks = sorted({told.cell.jdk for told in made})
    versions = ", ".join(f"JDK {find_jdk(feature=jdk).version}" for jdk in jdks)
    return (
        f"Written by `{command}` on {datetime.now(timezone.utc):%d %B %Y} in {seconds / 60:.0f} "
        f"minutes: flink-agents-bridge {version('flink-agents-bridge')}, flink-agents "
        f"{installation.flink_agents}, apache-flink {installation.flink}, Pemja "
        f"{installation.pemja}, CPython {installation.python}, {versions}; {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}.\n"
    )


def _loads() -> str:
    told = (
        f"**{name}**: {load.records} records on {load.keys} keys, {load.threads} threads, "
        f"{load.history} messages of history, a model answers in {load.pause_ms} ms"
        for name, load in LOADS.items()
    )
    return ". ".join(told) + "."


def _frames(bare: Iterable[CellRuns]) -> str:
    """Where they died, by how often."""
    places: dict[str, int] = {}
    for death in (death for told in bare for death in told.deaths):
        place = short_frame(death.frame) if death.frame else "without a crash file"
        places[place] = places.get(place, 0) + 1
    if not places:
        return ""
    ordered = sorted(places.items(), key=lambda item: -item[1])
    return "\n".join(table(["where a JVM died without the bridge", "times"], ordered))

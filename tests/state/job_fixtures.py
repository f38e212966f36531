"""Runs of the job that several test modules look at; each is made once."""

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from tests.state.job_runs import Checkpointed, JobRun, all_answered, all_read
from tests.state.jobs.shapes import ACCEPTED

AT_ONCE = 2  # runs, on as many processors
MEMORIES = ("sensory", "short_term")
POISON = {"uuid": 0, "pydantic": 1, "nested": 0, "uuidkey": 1}
"""The kinds of ``stored_values.py``, each with the memory that it is read from."""
SAVEPOINTS = ("canonical", "native")
CONTROL = ("sensory", "shapes.plain text")

Make = Callable[..., JobRun]


class Start(NamedTuple):
    """A first stage and the checkpoint that it left."""

    run: JobRun
    checkpoint: Path


def place_of(kind: str) -> tuple[str, str]:
    """Memory and path of a poison."""
    return MEMORIES[POISON[kind]], f"poison.{kind}"


def reading(*places: tuple[str, str]) -> dict[str, str]:
    """Lets the job read."""
    return {"release-values": json.dumps(places)}


def run_all(runs: Iterable[JobRun]) -> list[JobRun]:
    """Run some at once, and all to their ends."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(JobRun.run, runs))


@pytest.fixture(scope="session")
def make_run(
    default_jdk: Jdk, installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Make:
    """A run in a folder of its own."""

    def make(name: str, *, protected: bool, ends: Any, **options: Any) -> JobRun:
        folder = tmp_path_factory.mktemp(name)
        return JobRun(folder, default_jdk, installation, protected, ends, **options)

    return make


@pytest.fixture(scope="session")
def starts(make_run: Make) -> dict[bool, Start]:
    """First stages without and with the bridge: write, hold, checkpoint, SIGKILL."""
    held = [Checkpointed(holds=4), Checkpointed(holds=4)]
    runs = run_all(
        make_run("first-stage", protected=bool(number), ends=ends, savepoints=SAVEPOINTS)
        for number, ends in enumerate(held)
    )
    return {run.protected: Start(run, ends.of(run)) for run, ends in zip(runs, held, strict=True)}


@pytest.fixture(scope="session")
def readings(make_run: Make, starts: dict[bool, Start]) -> dict[str, JobRun]:
    """Second stages in new processes: each kind by itself without the bridge, and all with it."""
    bare, safe = starts[False].checkpoint, starts[True].checkpoint
    everything = [(memory, f"shapes.{name}") for memory in MEMORIES for name in ACCEPTED]
    runs = {
        "restored": make_run(
            "restored",
            protected=True,
            ends=lambda run: all_answered(run) and all_read(run),
            restore=safe,
            release={"release-tools": "", **reading(*everything)},
        ),
        "poisoned": make_run(
            "poisoned",
            protected=True,
            ends=_let_tools_go,
            restore=bare,
            release=reading(*map(place_of, POISON), CONTROL),
        ),
        "builtin_tool": make_run(
            "builtin-tool",
            protected=False,
            ends=all_answered,
            restore=bare,
            release={"release-tools": ""},
        ),
    }
    for kind in POISON:
        release = reading(CONTROL, place_of(kind))
        runs[kind] = make_run(kind, protected=False, ends=all_read, restore=bare, release=release)
    return dict(zip(runs, run_all(runs.values()), strict=True))


@pytest.fixture(scope="session")
def otherwise_kept(make_run: Make) -> dict[str, Start]:
    """First stages without the bridge, with state kept and written in other ways."""
    held = [Checkpointed(holds=1), Checkpointed(holds=1)]
    ways: dict[str, dict[str, Any]] = {
        "heap": {"backend": "hashmap", "savepoints": SAVEPOINTS},
        "incremental": {"incremental": True},
    }
    runs = run_all(
        make_run(name, protected=False, ends=ends, requests=((),), **way)
        for (name, way), ends in zip(ways.items(), held, strict=True)
    )
    return {
        name: Start(run, ends.of(run)) for name, run, ends in zip(ways, runs, held, strict=True)
    }


@pytest.fixture(scope="session")
def crossed(make_run: Make, starts: dict[bool, Start]) -> dict[bool, JobRun]:
    """Savepoints restored by the other: the bridge reads that of a bare job, and vice versa."""
    plain = [(memory, f"shapes.{name}") for memory in MEMORIES for name in ACCEPTED]
    runs = run_all(
        make_run(
            "crossed",
            protected=not taker,
            ends=all_read,
            restore=starts[taker].run.savepoint("native" if taker else "canonical"),
            release=reading(*plain),
        )
        for taker in (False, True)
    )
    return {run.protected: run for run in runs}


@pytest.fixture(scope="session")
def calm(make_run: Make) -> dict[str, JobRun]:
    """Runs that are neither held nor restored."""
    release = {"release-tools": "", **reading(CONTROL)}
    apart: dict[str, Any] = {
        "requests": (("pydantic",), ("row",), ("none",)),
        "chat_async": True,
    }
    runs = {
        "bare": make_run("bare", protected=False, ends=all_answered, release=release),
        "safe": make_run("safe", protected=True, ends=all_answered, release=release),
        "awaited": make_run("awaited", protected=True, ends=all_answered, release=release, **apart),
    }
    return dict(zip(runs, run_all(runs.values()), strict=True))


def _let_tools_go(run: JobRun) -> bool:
    """Never ends a run: lets its tools go on once the values are read, which ends it."""
    if all_read(run):
        run.let_go("release-tools")
    return False

"""Fresh JVMs that measure one thing and print figures."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from flink_agents_bridge.bench.model import Bench, BenchError
from flink_agents_bridge.flink.agent import agent_flags, agent_jar
from flink_agents_bridge.jvm import compile_java

_HERE = Path(__file__).resolve().parent
_PACKAGE = "flinkagentsbridge.bench"
_MARK = "FIGURES "
_TIMEOUT_SECONDS = 600
PYTHON = _HERE / "python"
"""What the embedded interpreters import."""


def classes(bench: Bench, kind: str = "core", more: Sequence[Path] = ()) -> Path:
    """The jar of one folder of our Java sources, compiled at its first use.

    Args:
        bench: this run, whose folder keeps the jar.
        kind: the folder's name.
        more: jars that it needs beside Pemja's and the agent's.
    """
    jar = bench.scratch / f"{kind}.jar"
    if not jar.exists():
        needed = [bench.installation.flink_python_jar, agent_jar(), *more]
        if kind != "core":
            needed.append(classes(bench))
        sources = sorted((_HERE / "java" / kind).glob("*.java"))
        compile_java(sources, jar, java_home=bench.jdk.home, classpath=needed)
    return jar


def agent(bench: Bench, **options: object) -> list[str]:
    """The flags that put the bridge into a JVM."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return agent_flags(agent_jar(), bench.jdk, named)


def fork(
    bench: Bench,
    main: str,
    arguments: Sequence[object],
    flags: Sequence[str] = (),
    *,
    jars: Sequence[Path] | None = None,
    env: Mapping[str, str] | None = None,
) -> dict[str, float]:
    """Run a main class of ours and return its figures.

    Raises:
        BenchError: it failed, or printed none; the message ends with its last lines.
    """
    parts = [classes(bench), bench.installation.flink_python_jar] if jars is None else jars
    command = [str(bench.jdk.java), *flags, f"-Dpython={bench.installation.executable}"]
    command += ["-cp", os.pathsep.join(map(str, parts)), f"{_PACKAGE}.{main}"]
    try:
        done = subprocess.run(
            [*command, *map(str, arguments)],
            capture_output=True, text=True, check=False, timeout=_TIMEOUT_SECONDS,
            cwd=bench.scratch, env={**environment(), **(env or {})},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BenchError(
            f"{main} took more than {_TIMEOUT_SECONDS} s: see what else runs."
        ) from None
    marked = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if done.returncode != 0 or not marked:
        last = "\n".join((done.stderr + done.stdout).splitlines()[-15:])
        raise BenchError(
            f"{main} {' '.join(map(str, arguments))} ended with {done.returncode}:\n{last}"
        )
    figures: dict[str, float] = json.loads(marked[-1].removeprefix(_MARK))
    return figures


@contextmanager
def on_one_processor() -> Iterator[None]:
    """Keep what this thread starts meanwhile on one processor, where the system can.

    A hand-off between threads on two processors takes nine times as long as on one (seen: 43 and
    5 µs, when the other one has to be woken), and where a thread runs is chance.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def environment() -> dict[str, str]:
    """The embedded interpreters know nothing of this environment but for PYTHONPATH."""
    path = os.pathsep.join([str(PYTHON), sysconfig.get_paths()["purelib"]])
    return {
        **os.environ,
        "PYTHONPATH": path,
        # One thread for numpy's own library, so that threads are Java's alone.
        "OPENBLAS_NUM_THREADS": "1",
        # Else the C library asks the system for each large text until one was given back, and
        # whether that has happened before is chance.
        "MALLOC_MMAP_THRESHOLD_": str(2**25),
        "MALLOC_TRIM_THRESHOLD_": str(2**26),
    }

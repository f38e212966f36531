"""What else one could do from several Java threads, and what each way guarantees."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from py4j.java_gateway import find_jar_path

from flink_agents_bridge.bench.jvm_fork import PYTHON, agent, classes, fork
from flink_agents_bridge.bench.model import (  # fmt: skip
    Bench,
    BenchError,
    Case,
    Comparison,
    MissingError,
    Plot,
    Variant,
)

THREADS = (1, 2, 4, 8)
_WORK = {"same": (20, 3_000, 10_000), "sleep": (1, 10, 25), "loop": (1, 6, 20)}
_DOWNLOAD_SECONDS = 900


def _arguments(bench: Bench, door: str) -> list[str]:
    threads = ",".join(map(str, THREADS[: bench.choose(2, 4, 4)]))
    return [door, threads, *(f"{name}={bench.choose(*calls)}" for name, calls in _WORK.items())]


def _pemja(door: str, bridge: bool = True) -> Callable[[Bench], dict[str, float]]:
    def run(bench: Bench) -> dict[str, float]:
        flags = agent(bench, lanes=THREADS[-1]) if bridge else []
        return fork(bench, "Load", _arguments(bench, door), [*flags, f"-Dlanes={THREADS[-1]}"])

    return run


def _jep(bench: Bench) -> dict[str, float]:
    spec = find_spec("jep")
    if spec is None or not spec.submodule_search_locations:
        raise MissingError(
            "JEP is not installed: pip install 'flink-agents-bridge[peers]' (with a C compiler)."
        )
    folder = Path(spec.submodule_search_locations[0])
    jars = sorted(folder.glob("jep-*.jar"))
    if not jars:
        raise MissingError(f"JEP's jar is not in {folder}: install JEP anew where a JDK is.")
    peer = [classes(bench, "jep", jars), classes(bench), bench.installation.flink_python_jar, *jars]
    flags = [f"-Djep.library={folder / 'libjep.so'}"]
    # What embeds CPython must bring its library, unless JEP was linked with it.
    env = {"LD_PRELOAD": str(bench.installation.libpython), "PYTHONPATH": _path(folder.parent)}
    env["PATH"] = f"{Path(bench.installation.executable).parent}:/usr/bin:/bin"
    return fork(bench, "Load", _arguments(bench, "JepDoor"), flags, jars=peer, env=env)


def _path(more: Path) -> str:
    return f"{PYTHON}:{more}"


def _graalpy(bench: Bench) -> dict[str, float]:
    if bench.effort == "smoke":
        raise MissingError("GraalPy is downloaded for quick and full runs only (150 MB).")
    if bench.jdk.feature < 17:
        raise MissingError(f"GraalPy needs Java 17 or newer; this is {bench.jdk.version}.")
    jars = _graalpy_jars(bench)
    peer = [classes(bench, "graalpy", jars), classes(bench), *jars]
    flags = [f"-Dwork={PYTHON / 'bench_work.py'}", "-Dpolyglot.engine.WarnInterpreterOnly=false"]
    return fork(bench, "Load", _arguments(bench, "GraalPyDoor"), flags, jars=peer)


def _graalpy_jars(bench: Bench) -> list[Path]:
    """Maven Central's, kept in the checkout's build folder."""
    if bench.checkout is None:
        raise MissingError("GraalPy's jars are fetched by the checkout's Maven: run 'make bench'.")
    folder = bench.checkout / "build" / "bench" / "graalpy"
    if not (folder / "complete").exists():
        pom = Path(__file__).parents[1] / "java" / "graalpy" / "pom.xml"
        maven = [sys.executable, str(bench.checkout / "java" / "mvnw"), "-q", "-f", str(pom)]
        goal = ["dependency:copy-dependencies", f"-DoutputDirectory={folder}"]
        try:
            subprocess.run([*maven, *goal], check=True, timeout=_DOWNLOAD_SECONDS)
        except (subprocess.SubprocessError, OSError) as error:
            raise MissingError(
                f"GraalPy's jars could not be fetched ({type(error).__name__})."
            ) from error
        (folder / "complete").touch()
    return sorted(folder.glob("*.jar"))


def _py4j(bench: Bench) -> dict[str, float]:
    jar = Path(find_jar_path())
    if not jar.exists():
        raise BenchError("py4j's jar is missing: reinstall py4j.")
    peer = [classes(bench, "py4j", [jar]), classes(bench), bench.installation.flink_python_jar, jar]
    flags = [f"-Dpy4j.script={PYTHON / 'bench_py4j.py'}"]
    return fork(bench, "Load", _arguments(bench, "Py4jDoor"), flags, jars=peer)


_NAMES = (
    "bridge, managed",
    "bridge, lanes",
    "global lock",
    "usual design",
    "JEP",
    "GraalPy",
    "py4j",
)
CASE = Case(
    name="peers",
    question="What would one get instead, from several Java threads?",
    variants=[
        Variant("bridge, managed", _pemja("managed"), in_smoke=False),
        Variant("bridge, lanes", _pemja("lanes")),
        Variant("global lock", _pemja("lock", bridge=False)),
        Variant("usual design", _pemja("usual", bridge=False)),
        Variant("JEP", _jep),
        Variant("GraalPy", _graalpy),
        Variant("py4j", _py4j),
    ],
    rounds=(2, 5),
    comparisons=[
        Comparison(f"bridge, lanes / {name}: {what}", "bridge, lanes", name, metric)
        for what, metric in (
            ("sleeping calls a second, 8 threads", "sleep.8.rate"),
            ("trivial calls a second, 8 threads", "same.8.rate"),
        )
        for name in _NAMES[2:]
    ],
    plots=[
        Plot(
            f"peers-{work}",
            f"{title}: calls a second by Java threads",
            [f"{work}.{{}}.rate"],
            "calls/s",
            _NAMES,
            THREADS,
            "Java threads",
            logarithmic=True,
        )
        for work, title in (
            ("same", "A trivial function"),
            ("sleep", "A sleep of 20 ms"),
            ("loop", "A loop in Python"),
        )
    ],
    notes=Path(__file__).with_name("guarantees.md").read_text("utf-8").splitlines(),
)

"""Time of giving Python objects back beside that of making them, under the agent.

    python benchmarks/handles.py --json build/handles.json

One JVM. A block makes objects for Java and keeps them; then it drops them, has them collected, and
makes as many calls as give them all back. Calls with nothing to give back follow, and are taken
off, and so is what Python takes to end as many objects of its own. So the blocks of all take turns,
and meet the same machine; a figure is a median over blocks. The target is giving back at at most
5 % of making. The collector's own time is not counted: it runs for the whole application.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import statistics
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = ROOT / "benchmarks" / "java" / "HandleBlocks.java"
TARGET = 0.05
BLOCKS = 101
BLOCK_SIZE = 4_096
WARM_UP_BLOCKS = 30
"""For Java's compiler."""

PYTHON = """
import time, types
alive = []  # some may be given back on another thread at the same time
class Made:
    def __init__(self):
        alive.append(1)
    def __del__(self):
        alive.pop()
handles = types.ModuleType("handles")
handles.make = {make}
handles.nothing = lambda _: None
handles.alive = lambda _: len(alive)
def end(size):
    kept = [handles.make(1) for _ in range(size)]
    begin = time.perf_counter_ns()
    kept.clear()
    return time.perf_counter_ns() - begin
handles.end = end
"""
KINDS = {
    "an object without fields": "lambda _: object()",
    "an object with __init__ and __del__": "lambda _: Made()",
    "a generator": "lambda _: (each for each in ())",
}


def sample(java: typing.Any, make: str, blocks: int) -> list[list[int]]:
    """Return the nanoseconds of each block for one kind of object."""
    builder = java.pemja.core.PythonInterpreterConfig.newBuilder()
    interpreter = java.pemja.core.PythonInterpreter(builder.setPythonExec(sys.executable).build())
    interpreter.exec(PYTHON.format(make=make))
    rows = java.HandleBlocks(interpreter, BLOCK_SIZE).run(WARM_UP_BLOCKS + blocks)
    measured = [list(row) for row in rows][WARM_UP_BLOCKS:]
    interpreter.close()
    return measured


def summary(rows: list[list[int]]) -> dict[str, float]:
    """Return medians per object, and the share that giving back is of making."""
    shares = sorted((back - idle - end) / make for make, back, idle, end in rows)
    return {
        "make_ns": statistics.median(make for make, *_ in rows) / BLOCK_SIZE,
        "give_back_ns": statistics.median(b - idle - end for _, b, idle, end in rows) / BLOCK_SIZE,
        "end_ns": statistics.median(end for *_, end in rows) / BLOCK_SIZE,
        "share": statistics.median(shares),
        "share_p10": shares[len(shares) // 10],
        "share_p90": shares[-1 - len(shares) // 10],
    }


def measure(blocks: int) -> dict[str, typing.Any]:
    """Start the JVM and let it measure."""
    sys.path.insert(0, str(ROOT))
    from flink_agents_bridge.flink.agent import agent_flags, agent_jar
    from flink_agents_bridge.flink.installation import find_installation
    from flink_agents_bridge.flink.jdk import find_jdk
    from flink_agents_bridge.jvm import Jvm, compile_java

    jdk = find_jdk()
    installation = find_installation()
    with tempfile.TemporaryDirectory() as scratch:
        jar = pathlib.Path(scratch) / "blocks.jar"
        pemja = [installation.flink_python_jar]
        compile_java([SOURCE], jar, java_home=jdk.home, classpath=pemja)
        with Jvm(
            classpath=[*pemja, jar],
            options=agent_flags(agent_jar(), jdk, {"handle-gc": 0}),
            java_home=jdk.home,
            env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as jvm:
            rows = {kind: sample(jvm.view, make, blocks) for kind, make in KINDS.items()}
    return {
        "python": platform.python_version(),
        "java": jdk.version,
        "pemja": installation.pemja,
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0],
        "blocks": blocks,
        "target": TARGET,
        "kinds": {kind: summary(taken) for kind, taken in rows.items()},
    }


def report(result: dict[str, typing.Any]) -> str:
    """Return the figures as text."""
    setting = f"CPython {result['python']}, Java {result['java']}, Pemja {result['pemja']}"
    lines = [
        f"giving Python objects back, {setting}",
        f"{result['blocks']} blocks of {BLOCK_SIZE}, load {result['load']:.1f}",
        f"{'kind':38}{'make µs':>9}{'give back':>11}{'own end':>9}{'share':>8}   p10 to p90",
    ]
    for kind, row in result["kinds"].items():
        lines.append(
            f"{kind:38}{row['make_ns'] / 1e3:9.3f}{row['give_back_ns'] / 1e3:11.3f}"
            f"{row['end_ns'] / 1e3:9.3f}{row['share']:8.1%}   "
            f"{row['share_p10']:.1%} to {row['share_p90']:.1%}"
        )
    above = [kind for kind, row in result["kinds"].items() if row["share"] > result["target"]]
    verdict = f"above it: {', '.join(above)}" if above else "all kinds keep to it"
    return "\n".join([*lines, f"target: at most {result['target']:.0%}; {verdict}"])


def main() -> None:
    """Measure, print the figures, and keep them if asked to; exit with 1 above the target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--blocks", type=int, default=BLOCKS)
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    options = parser.parse_args()
    if options.blocks < 10:
        parser.error("--blocks must be 10 or more, so that there are percentiles")
    result = measure(options.blocks)
    print(report(result))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    sys.exit(any(row["share"] > TARGET for row in result["kinds"].values()))


if __name__ == "__main__":
    main()

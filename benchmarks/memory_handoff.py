"""Time of our memory check beside the hand-off that it guards, inside an embedded interpreter.

    python benchmarks/memory_handoff.py --json build/memory_handoff.json

One JVM under the agent. The hand-off is a call of a Java method with the value as its argument,
for which Pemja builds the Java value: what ``set()`` does right after the check. Blocks of both
take turns, and the one that goes first changes too, so that both meet the same machine; a figure
is a median over pairs of blocks. The target is a check of at most 30 % of the hand-off.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import pathlib
import platform
import statistics
import sys
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parents[1]
TARGET = 0.30
PAIRS = 101
BLOCK_NODES = 2_000
"""Nodes that a block handles at least, so that the clock's own time does not count."""
WARM_UP_PAIRS = 30
"""For Java's compiler."""

Step = typing.Callable[[object], object]


def count(value: object) -> int:
    """Return how many values ``value`` consists of, itself included; keys are not counted."""
    if isinstance(value, dict):
        return 1 + sum(map(count, value.values()))
    return 1 + sum(map(count, value)) if isinstance(value, list) else 1


def order(number: int) -> dict[str, object]:
    """Return an order with two lines: 19 nodes."""
    lines = [{"sku": f"a-{i}", "count": i, "price": 3.5} for i in range(2)]
    customer = {"name": "Ännchen", "since": None, "score": 0.5}
    return {"id": number, "paid": True, "customer": customer, "lines": lines, "tags": ["a", "b"]}


VALUES: dict[str, object] = {
    "None": None,
    "int": 7,
    "float": 0.5,
    "str": "some text",
    "bytes": b"some bytes",
    "{}": {},
    "three fields": {"id": "o-1", "count": 2, "ok": True},
    "one order": order(1),
    "embedding of 1,536": [0.5] * 1_536,
    "10,000 nodes": [order(number) for number in range(527)],
}


def block(step: Step, value: object, repeats: int) -> float:
    """Return the nanoseconds of one step, of ``repeats`` in a row."""
    turns = range(repeats)
    begin = time.perf_counter_ns()
    for _ in turns:
        step(value)
    return (time.perf_counter_ns() - begin) / repeats


def compare(check: Step, hand_off: Step, value: object, pairs: int) -> dict[str, float]:
    """Return medians over pairs of blocks that take turns."""
    repeats = max(1, BLOCK_NODES // count(value))
    checks: list[float] = []
    hand_offs: list[float] = []
    for turn in range(WARM_UP_PAIRS + pairs):
        steps = [(check, checks), (hand_off, hand_offs)]
        for step, times in steps if turn % 2 else reversed(steps):
            times.append(block(step, value, repeats))
    del checks[:WARM_UP_PAIRS], hand_offs[:WARM_UP_PAIRS]
    shares = sorted(one / other for one, other in zip(checks, hand_offs, strict=True))
    return {
        "nodes": count(value),
        "check_ns": statistics.median(checks),
        "hand_off_ns": statistics.median(hand_offs),
        "share": statistics.median(shares),
        "share_p10": shares[pairs // 10],
        "share_p90": shares[-1 - pairs // 10],
    }


def measure(holder: typing.Any, pairs: int) -> str:
    """Measure all values in this interpreter; ``holder`` is a Java object with a ``set``."""
    from flink_agents_bridge.memory import validate_memory_value

    check = functools.partial(validate_memory_value, "payload.x")
    gc.disable()
    try:
        figures = {name: compare(check, holder.set, value, pairs) for name, value in VALUES.items()}
    finally:
        gc.enable()
    return json.dumps(figures)


def in_embedded_interpreter(pairs: int) -> dict[str, typing.Any]:
    """Start the JVM and let it measure."""
    sys.path.insert(0, str(ROOT))
    from flink_agents_bridge.flink.agent import agent_flags, agent_jar
    from flink_agents_bridge.flink.installation import find_installation
    from flink_agents_bridge.flink.jdk import find_jdk
    from flink_agents_bridge.jvm import Jvm

    jdk = find_jdk()
    installation = find_installation()
    # The embedded interpreter knows nothing of this environment but for PYTHONPATH.
    path = [str(pathlib.Path(__file__).parent), *filter(None, sys.path)]
    with Jvm(
        classpath=[installation.flink_python_jar],
        options=agent_flags(agent_jar(), jdk, {}),
        java_home=jdk.home,
        env={"PYTHONPATH": os.pathsep.join(path)},
    ) as jvm:
        java = jvm.view
        builder = java.pemja.core.PythonInterpreterConfig.newBuilder()
        interpreter = java.pemja.core.PythonInterpreter(
            builder.setPythonExec(sys.executable).build()
        )
        interpreter.exec("from memory_handoff import measure")
        arguments = jvm.gateway.new_array(java.java.lang.Object, 2)
        arguments[0] = java.java.util.concurrent.atomic.AtomicReference()
        arguments[1] = pairs
        figures = json.loads(interpreter.invoke("measure", arguments))
        interpreter.close()
    return {
        "python": platform.python_version(),
        "java": jdk.version,
        "pemja": installation.pemja,
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0],
        "pairs": pairs,
        "target": TARGET,
        "values": figures,
    }


def report(result: dict[str, typing.Any]) -> str:
    """Return the figures as text."""
    setting = f"CPython {result['python']}, Java {result['java']}, Pemja {result['pemja']}"
    lines = [
        f"validate_memory_value beside its hand-off to Java, {setting}",
        f"{result['pairs']} pairs, load {result['load']:.1f}",
        f"{'value':22}{'nodes':>7}{'check µs':>12}{'hand-off µs':>13}{'share':>8}   p10 to p90",
    ]
    for name, row in result["values"].items():
        lines.append(
            f"{name:22}{row['nodes']:7}{row['check_ns'] / 1e3:12.3f}"
            f"{row['hand_off_ns'] / 1e3:13.3f}{row['share']:8.1%}   "
            f"{row['share_p10']:.1%} to {row['share_p90']:.1%}"
        )
    above = [name for name, row in result["values"].items() if row["share"] > result["target"]]
    verdict = f"above it: {', '.join(above)}" if above else "all values keep to it"
    return "\n".join([*lines, f"target: at most {result['target']:.0%}; {verdict}"])


def main() -> None:
    """Measure, print the figures, and keep them if asked to; exit with 1 above the target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    options = parser.parse_args()
    if options.pairs < 10:
        parser.error("--pairs must be 10 or more, so that there are percentiles")
    result = in_embedded_interpreter(options.pairs)
    print(report(result))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    sys.exit(any(row["share"] > TARGET for row in result["values"].values()))


if __name__ == "__main__":
    main()

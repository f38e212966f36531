"""Time of our memory check against the one of flink-agents 0.3.1, in one process.

    python benchmarks/memory_validation.py [--venv FOLDER] [--json FILE]

The release is installed from its source distribution on PyPI into a virtual environment, a
temporary one unless ``--venv`` names one to keep. Blocks of both checks take turns, and the one
that goes first changes too, so that both meet the same machine; a figure is a median over pairs
of blocks. Our check does more: ranges, surrogates, depth, cycles, ``bytes``.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pathlib
import platform
import statistics
import subprocess
import tempfile
import time
import typing
import venv

RELEASE = "flink-agents==0.3.1"
PYDANTIC = "pydantic==2.11.4"
"""The one that the release pins, and all of its needs that its check needs."""
PAIRS = 101
BLOCK_NODES = 4_000
"""Nodes that a block checks at least, so that the clock's own time does not count."""

Check = typing.Callable[[str, object], None]


def count(value: object) -> int:
    """Return how many values ``value`` consists of, itself included; keys are not counted."""
    if isinstance(value, dict):
        return 1 + sum(map(count, value.values()))
    return 1 + sum(map(count, value)) if isinstance(value, list) else 1


def message(number: int) -> dict[str, object]:
    """Return a chat message with a tool call: 17 nodes, most of them one field of a small dict."""
    arguments = {"city": "Berlin", "days": number % 7}
    function = {"name": "weather", "arguments": arguments}
    return {
        "role": "assistant",
        "content": f"The weather of day {number} is fine.",
        "tool_calls": [{"id": f"call_{number}", "type": "function", "function": function}],
        "extra_args": {"usage": {"prompt": 12, "completion": 30}, "score": 0.25},
    }


def order(number: int) -> dict[str, object]:
    """Return an order with two lines: 19 nodes."""
    lines = [{"sku": f"a-{i}", "count": i, "price": 3.5} for i in range(2)]
    customer = {"name": "Ännchen", "since": None}
    return {"id": number, "paid": True, "customer": customer, "lines": lines, "tags": ["a", "b"]}


VALUES: dict[str, object] = {
    "None": None,
    "int": 7,
    "str": "some text",
    "float": 0.5,
    "{}": {},
    "[]": [],
    "three fields": {"id": "o-1", "count": 2, "ok": True},
    "one order": order(1),
    "embedding of 1,536": [0.5] * 1_536,
    "590 chat messages": [message(number) for number in range(590)],
    "530 orders": {"orders": [order(number) for number in range(530)]},
}


def block(check: Check, value: object, repeats: int) -> float:
    """Return the nanoseconds of one check, of ``repeats`` in a row."""
    turns = range(repeats)
    begin = time.perf_counter_ns()
    for _ in turns:
        check("payload.x", value)
    return (time.perf_counter_ns() - begin) / repeats


def compare(ours: Check, theirs: Check, value: object) -> dict[str, float]:
    """Return medians over pairs of blocks that take turns."""
    repeats = max(1, BLOCK_NODES // count(value))
    pairs: list[tuple[float, float]] = []
    for turn in range(PAIRS):
        checks = (ours, theirs) if turn % 2 else (theirs, ours)
        times = [block(check, value, repeats) for check in checks]
        pairs.append((times[0], times[1]) if turn % 2 else (times[1], times[0]))
    ratios = sorted(their / our for our, their in pairs)
    return {
        "nodes": count(value),
        "ours_ns": statistics.median(our for our, _ in pairs),
        "theirs_ns": statistics.median(their for _, their in pairs),
        "times_faster": statistics.median(ratios),
        "times_faster_p10": ratios[PAIRS // 10],
        "times_faster_p90": ratios[-1 - PAIRS // 10],
    }


def measure() -> dict[str, object]:
    """Measure in this process, which must have both packages."""
    from flink_agents.api.memory_object import validate_memory_value as theirs

    from flink_agents_bridge.memory import validate_memory_value as ours

    gc.disable()
    return {
        "against": RELEASE,
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
        "pairs": PAIRS,
        "values": {name: compare(ours, theirs, value) for name, value in VALUES.items()},
    }


def python_with_release(folder: pathlib.Path) -> pathlib.Path:
    """Return a Python of ``folder`` that has the release, installed from source at first use."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, PYDANTIC], check=True)
        source = ["--no-deps", "--no-binary", "flink-agents", RELEASE]
        environment = {**os.environ, "FLINK_AGENTS_SKIP_JAR_DOWNLOAD": "1"}
        subprocess.run([*install, *source], check=True, env=environment)
    return python


def report(result: dict[str, typing.Any]) -> str:
    """Return the figures as text."""
    setting = f"CPython {result['python']}, {result['pairs']} pairs, load {result['load']:.1f}"
    lines = [
        f"validate_memory_value against {result['against']}, {setting}",
        f"{'value':22}{'nodes':>7}{'ours µs':>12}{'theirs µs':>12}{'faster':>9}   p10 to p90",
    ]
    for name, row in result["values"].items():
        lines.append(
            f"{name:22}{row['nodes']:7}{row['ours_ns'] / 1e3:12.3f}{row['theirs_ns'] / 1e3:12.3f}"
            f"{row['times_faster']:8.2f}x   {row['times_faster_p10']:.2f} to "
            f"{row['times_faster_p90']:.2f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure in a Python that has the release, print the figures, and keep them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--venv", type=pathlib.Path, help="environment to make or to use again")
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(measure()))
        return
    with tempfile.TemporaryDirectory() as scratch:
        python = python_with_release((options.venv or pathlib.Path(scratch) / "venv").absolute())
        root = str(pathlib.Path(__file__).parents[1])
        run = subprocess.run(
            [python, __file__, "--inside"],
            check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root},
        )  # fmt: skip
    result = json.loads(run.stdout)
    print(report(result))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""What the check of memory values costs, beside the hand-off and beside the release's own check."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from pathlib import Path

from flink_agents_bridge.bench.jvm_fork import PYTHON, agent, fork
from flink_agents_bridge.bench.model import Bench, Case, Limit, MissingError, Plot, Variant

_RELEASE = "flink-agents==0.3.1"
_PYDANTIC = "pydantic==2.11.4"
"""The one that the release pins, and all of its needs that its check needs."""
_VALUES = ("None", "int", "float", "str", "empty dict", "three fields", "one order", "embedding",
           "500 messages", "500 orders")  # fmt: skip


def _hand_off(bench: Bench) -> dict[str, float]:
    return fork(bench, "MemoryHandOff", [bench.choose(4, 40, 100)], agent(bench))


def _release(bench: Bench) -> dict[str, float]:
    if bench.effort != "full":
        raise MissingError(f"{_RELEASE} is installed beside us, from PyPI, for full runs only.")
    python = _python_with_release(bench.scratch / "release")
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [python, str(PYTHON / "bench_memory.py"), "100"],
        check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _python_with_release(folder: Path) -> Path:
    """A Python that has the release, installed from its source at first use."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet"]
        source = ["--no-deps", "--no-binary", "flink-agents", _RELEASE]
        environment = {**os.environ, "FLINK_AGENTS_SKIP_JAR_DOWNLOAD": "1"}
        try:
            subprocess.run([*install, _PYDANTIC], check=True)
            subprocess.run([*install, *source], check=True, env=environment)
        except subprocess.SubprocessError as error:
            python.unlink(missing_ok=True)
            raise MissingError(f"{_RELEASE} could not be installed from PyPI.") from error
    return python


CASE = Case(
    name="memory",
    question="What does checking a value for memory cost, beside handing it to Java, and beside "
    f"the check of {_RELEASE}?",
    variants=[Variant("hand-off", _hand_off), Variant("release", _release)],
    rounds=(1, 5),
    limits=[
        Limit(f"check / hand-off: {name}", "hand-off", f"{name}.share", 0.30) for name in _VALUES
    ],
    plots=[
        Plot(
            "memory",
            "Time of the memory check, as a share of handing the value to Java",
            [f"{name}.share" for name in _VALUES],
            "share",
            ["hand-off"],
        )
    ],
    notes=[
        "`other` is the hand-off, or the release's own check, which looks at less: no ranges, no",
        "surrogates, no depth, no cycles, no `bytes`.",
    ],
)

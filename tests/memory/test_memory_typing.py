"""`MemoryValue` and the functions as mypy and pyright see them."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

ACCEPTED = """
from typing import Any
from uuid import UUID
from flink_agents_bridge.memory import MemoryValue
from flink_agents_bridge.memory import from_memory_value, is_memory_value, to_memory_value
from flink_agents_bridge.memory import validate_memory_value

flat: MemoryValue = {"a": 1, "b": [None, True, 1.5, "x", b"y"]}
deep: MemoryValue = [[[{"k": [{}]}]]]
stored: MemoryValue = to_memory_value(UUID(int=1), hooks={UUID: str})
back: UUID = from_memory_value(stored, UUID)
many: list[UUID] = from_memory_value(stored, list[UUID])
either: Any = from_memory_value(stored, UUID | None)
validate_memory_value("p", object())


def narrow(value: object) -> MemoryValue:
    if is_memory_value(value):
        return value
    return None


def walk(value: MemoryValue) -> int:
    if isinstance(value, dict):
        return sum(walk(item) for item in value.values())
    if isinstance(value, list):
        return sum(walk(item) for item in value)
    return 1
"""

REFUSED = [
    "v0: MemoryValue = UUID(int=1)",
    "v1: MemoryValue = (1, 2)",
    "v2: MemoryValue = {1, 2}",
    "v3: MemoryValue = {1: 2}",
    "v4: MemoryValue = [[[object()]]]",
    "v5: MemoryValue = {'a': {'b': 1j}}",
    "v6: int = from_memory_value('x', UUID)",
    "to_memory_value(1, hooks=[str])",
    "validate_memory_value(1, 1)",
    "def f(value: object) -> MemoryValue: return value",
]
NAMES = """
from uuid import UUID
from flink_agents_bridge.memory import MemoryValue
from flink_agents_bridge.memory import from_memory_value, to_memory_value, validate_memory_value
"""
ROOT = pathlib.Path(__file__).parents[2]
CHECKERS = {
    "mypy": ("--strict", "--no-error-summary", "--cache-dir", "{tmp}/cache"),
    "pyright": (),
}


def check(checker: str, code: str, tmp_path: pathlib.Path) -> tuple[int, str]:
    """Return the exit code and the output of a type checker over ``code``."""
    snippet = tmp_path / "snippet.py"
    snippet.write_text(code)
    options = [option.format(tmp=tmp_path) for option in CHECKERS[checker]]
    run = subprocess.run(
        [sys.executable, "-m", checker, *options, str(snippet)],
        capture_output=True, text=True, timeout=240, cwd=ROOT,
    )  # fmt: skip
    return run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_is_a_memory_value_passes(checker: str, tmp_path: pathlib.Path) -> None:
    """R19: the alias is recursive and is_memory_value narrows to it."""
    code, output = check(checker, ACCEPTED, tmp_path)
    assert code == 0, output


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_is_none_fails_on_its_line(checker: str, tmp_path: pathlib.Path) -> None:
    """R19: each of the lines is an error by itself, and the names above them are none."""
    head = NAMES.count("\n")
    code, output = check(checker, NAMES + "\n".join(REFUSED) + "\n", tmp_path)
    assert code == 1, output
    found = {int(line.split(":")[1]) for line in output.splitlines() if ": error:" in line
             or " - error:" in line}  # fmt: skip
    assert found == {head + 1 + number for number in range(len(REFUSED))}, output

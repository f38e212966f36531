"""What the package needs: nothing but the standard library, also from a zip."""

from __future__ import annotations

import pathlib
import pickle
import subprocess
import sys
import zipfile

import pytest

import flink_agents_bridge.memory as memory

PACKAGE = pathlib.Path(memory.__file__).parent

PROBE = """
import sys, uuid
before = set(sys.modules)
from flink_agents_bridge.memory import *
validate_memory_value("p", {"a": [1, "x", b"y", None]})
assert from_memory_value(to_memory_value([uuid.UUID(int=1)]), list[uuid.UUID])
try:
    validate_memory_value("p", {1, 2})
except MemoryValueError as refused:
    print(refused.offences[0].remedy)
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(name for name in new if name not in sys.stdlib_module_names))
"""


def test_it_runs_from_a_zip_with_the_standard_library_alone(tmp_path: pathlib.Path) -> None:
    """R20: the embedded interpreter has no site-packages, and the package comes in an archive."""
    archive = tmp_path / "bridge.zip"
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("flink_agents_bridge/__init__.py", "")
        for file in PACKAGE.glob("*.*"):
            files.write(file, f"flink_agents_bridge/memory/{file.name}")
    code = f"import sys; sys.path.insert(0, {str(archive)!r})\n{PROBE}"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["write list(value)", "['flink_agents_bridge']"]


def test_every_public_name_is_documented() -> None:
    """R22: a reader finds a docstring behind each name."""
    for name in memory.__all__:
        assert name in {"MAX_DEPTH", "MemoryValue"} or getattr(memory, name).__doc__


def test_the_error_is_of_both_kinds_and_crosses_processes() -> None:
    """R20: callers of 0.3 catch TypeError; a pool can carry the error with its fields."""
    with pytest.raises(TypeError) as caught:
        memory.validate_memory_value("payload.x", [2**63])
    error = caught.value
    assert isinstance(error, memory.MemoryValueError)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(again), again.offences, again.more) == (str(error), error.offences, error.more)


def test_a_path_that_cannot_be_printed_is_no_trouble() -> None:
    """R20: the message is printable whatever the memory path is."""
    with pytest.raises(memory.MemoryValueError) as caught:
        memory.validate_memory_value("\ud800" * 10_000, ())
    assert len(str(caught.value).encode()) < 1_000


def test_the_limits_file_is_one_that_java_reads_too() -> None:
    """V1, V4: `java.util.Properties` syntax, whole numbers."""
    lines = (PACKAGE / "limits.properties").read_text("ascii").splitlines()
    pairs = dict(line.split("=") for line in lines if not line.startswith("#"))
    assert pairs == {"max-depth": str(memory.MAX_DEPTH), "int-bits": "64"}

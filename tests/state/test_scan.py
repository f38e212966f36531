"""What ``scan`` finds in real checkpoints and savepoints, and what it says of damaged ones."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from flink_agents_bridge.flink.installation import Installation
from tests.state.job_fixtures import AT_ONCE, MEMORIES, Start
from tests.state.jobs.shapes import ACCEPTED

pytestmark = pytest.mark.timeout(600)

HANDLE = "pemja.core.object.PyObject"
STATES = {"sensory": "sensoryMemory", "short_term": "shortTermMemory"}
PLACES = {
    ("poison.uuid", "$"),
    ("poison.pydantic", "$"),
    ("poison.nested", '$["request_id"]'),
    ("poison.nested", '$["order"]'),
    ("poison.uuidkey", "$.key"),
}
"""What the job stores without the bridge, in each memory."""
CONTEXTS = {"_TOOL_CALL_CONTEXT", "_TOOL_REQUEST_EVENT_CONTEXT"}
WAYS = ["metadata", "parent", "canonical", "native", "incremental"]
WAYS += ["heap", "heap-canonical", "heap-native"]


class Told(NamedTuple):
    """How the command ended."""

    code: int
    out: str
    error: str

    @property
    def found(self) -> list[dict[str, Any]]:
        """Its finds."""
        return list(json.loads(self.out)["finds"])


def scan(state: Path, *options: str) -> Told:
    command = [sys.executable, "-m", "flink_agents_bridge", "scan", str(state), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    return Told(done.returncode, done.stdout, done.stderr)


def contents(folder: Path) -> dict[str, str]:
    """A hash of each file, and of when it was changed."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(
            file.read_bytes() + str(file.stat().st_mtime_ns).encode()
        ).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def whole_folder(start: Start) -> Path:
    """Where a run keeps all of its state."""
    return start.run.folder / "checkpoints"


@pytest.fixture(scope="module")
def states(starts: dict[bool, Start], otherwise_kept: dict[str, Start]) -> dict[str, Path]:
    """What is scanned, by the way in which it was written and is named."""
    bare, safe = starts[False], starts[True]
    heap, incremental = otherwise_kept["heap"], otherwise_kept["incremental"]
    return {
        "metadata": bare.checkpoint / "_metadata",
        "parent": bare.checkpoint.parent,
        "canonical": bare.run.savepoint("canonical"),
        "native": bare.run.savepoint("native"),
        "heap": heap.checkpoint,
        "heap-canonical": heap.run.savepoint("canonical"),
        "heap-native": heap.run.savepoint("native"),
        "incremental": incremental.checkpoint,
        "safe": safe.checkpoint,
    }


@pytest.fixture(scope="module")
def told(states: dict[str, Path]) -> dict[str, Told]:
    """All of them scanned, some at once."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(
            zip(states, pool.map(lambda state: scan(state, "--json"), states.values()), strict=True)
        )


@pytest.mark.parametrize("way", WAYS)
def test_every_object_is_found_where_it_is(told: dict[str, Told], way: str) -> None:
    """B9: each Python object that the job has stored, with memory, path and place, once."""
    assert told[way].code == 1, told[way].error
    found = told[way].found
    assert {find["type"] for find in found} == {HANDLE}
    assert {find["operator"] for find in found} == {"action-execute-operator"}
    for memory in MEMORIES:
        own = [find for find in found if find["state"] == STATES[memory]]
        stored = [find for find in own if find["path"].startswith("poison.")]
        assert len(stored) == len(PLACES)
        assert {(find["path"], find["place"]) for find in stored} == PLACES
        assert len({find["keyGroup"] for find in stored}) == 1
    contexts = {find["path"] for find in found} - {path for path, _ in PLACES}
    # The job of the other backends asks no chat model.
    assert contexts == (set() if way.startswith(("heap", "incremental")) else CONTEXTS)


def test_state_of_the_bridge_is_clean(told: dict[str, Told]) -> None:
    """R20, R21, B9: the same job under the bridge; all that it stored was looked at."""
    assert told["safe"].code == 0, told["safe"].out + told["safe"].error
    assert told["safe"].found == []
    assert json.loads(told["safe"].out)["entries"] > len(MEMORIES) * len(ACCEPTED)


def test_the_newest_of_several_is_read(told: dict[str, Told], starts: dict[bool, Start]) -> None:
    """B9: given the folder of a job; one that the kill has cut short is no choice."""
    newest = starts[False].run.checkpoints()
    path = json.loads(told["parent"].out)["path"]
    assert path == f"file:{newest[max(newest)]}"


def test_nothing_is_changed(states: dict[str, Path], starts: dict[bool, Start]) -> None:
    """B9: a scan reads only; in words it says what was found, and what not looked into."""
    folder = whole_folder(starts[False])
    before = contents(folder)
    words = scan(states["canonical"])
    assert contents(folder) == before
    assert words.code == 1
    assert f'key +I[[-128, 5, 75, 0, 46]]: $["order"] of poison.nested is a {HANDLE}' in words.out
    assert " hold Python objects: read them under the bridge only" in words.out
    assert "Not looked into, since not of Flink Agents: " in words.out


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def spoil(file: Path) -> None:
    file.write_bytes(b"\x42" * file.stat().st_size)


def biggest(folder: Path) -> Path:
    """The file with the keyed state."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != "_metadata")
    return max(files, key=lambda file: file.stat().st_size)


def no_operator(folder: Path) -> None:
    """Take the name away that the operator's states go by."""
    for file in (folder / "_metadata", biggest(folder)):
        data = file.read_bytes()
        for name in (b"sensoryMemory", b"shortTermMemory", b"actionTasks", b"pendingInputEvents"):
            data = data.replace(name, b"x" * len(name))
        for name in (b"currentProcessingKeys", b"recoveryMarker"):
            data = data.replace(name, b"x" * len(name))
        file.write_bytes(data)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "gone": (shutil.rmtree, "There is no "),
    "metadata gone": (lambda f: (f / "_metadata").unlink(), "holds neither a _metadata file nor"),
    "metadata cut": (lambda f: cut(f / "_metadata"), "has no metadata that this Flink reads"),
    "metadata spoilt": (lambda f: spoil(f / "_metadata"), "has no metadata that this Flink reads"),
    "state gone": (
        lambda f: biggest(f).unlink(),
        "The state of operator 'action-execute-operator'",
    ),
    "state cut": (lambda f: cut(biggest(f)), "The state of operator 'action-execute-operator'"),
    "state spoilt": (
        lambda f: spoil(biggest(f)),
        "The state of operator 'action-execute-operator'",
    ),
    "no agent": (no_operator, "holds no state of a Flink Agents operator"),
}


@pytest.fixture(scope="module")
def damaged(states: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """Copies of a savepoint, which finds all of its files beside it, each damaged in one way."""
    folder = tmp_path_factory.mktemp("damaged")
    copies = {name: folder / name.replace(" ", "-") for name in DAMAGES}
    for name, copy in copies.items():
        shutil.copytree(states["canonical"], copy)
        DAMAGES[name][0](copy)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(copies, pool.map(scan, copies.values()), strict=True))


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_state_is_an_error(damaged: dict[str, Told], damage: str) -> None:
    """B9: never called clean; one sentence, and an exit code of its own."""
    ended = damaged[damage]
    assert ended.code == 2, ended.out
    assert ended.out == ""
    [sentence] = ended.error.splitlines()
    assert sentence.startswith("flink-agents-bridge: ")
    assert DAMAGES[damage][1] in sentence


def test_missing_classes_are_an_error(
    states: dict[str, Path], installation: Installation, tmp_path: Path
) -> None:
    """B9: a Flink without Flink Agents cannot tell; the sentence says how it could."""
    home = tmp_path / "flink"
    for jar in installation.flink_jars:
        (home / jar.parent.name).mkdir(parents=True, exist_ok=True)
        (home / jar.parent.name / jar.name).symlink_to(jar)
    ended = scan(states["canonical"], "--flink-home", str(home))
    assert ended.code == 2, ended.out
    assert "MemoryItem; name the job's jar with --jar." in ended.error

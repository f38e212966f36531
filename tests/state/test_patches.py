"""Changing the release's modules as they are imported: before, after, twice, or not at all."""

import importlib
import json
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest

from flink_agents_bridge.embedded import flink_memory, patches
from flink_agents_bridge.embedded.patches import Patch, PatchingFinder
from flink_agents_bridge.memory import MemoryValueError, validate_memory_value

NAME = "module_that_the_test_patches"
OLDER = """
class FlinkMemoryObject:
    def __init__(self):
        self.stored = {}
    def set(self, path, value):
        "The release's own words."
        self.stored[path] = value
        return f"reference to {path}"
"""
NEWER = """
def validate_memory_value(path, value):
    if isinstance(value, bytes):
        raise TypeError("no bytes")

class FlinkMemoryObject:
    def __init__(self):
        self.stored = {}
    def set(self, path, value):
        validate_memory_value(path, value)
        self.stored[path] = value
        return f"reference to {path}"
"""
UNKNOWN = {
    "FlinkMemoryObject": "class AnotherMemoryObject: pass\n",
    "set": "class FlinkMemoryObject: pass\n",
}
"""Modules of no known release, by the member that each lacks."""


@pytest.fixture(autouse=True)
def imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module of the test's stands where the release's would; all imports are put back."""
    known = [Patch("memory-contract", NAME, flink_memory.enforce_contract)]
    monkeypatch.setattr(patches, "known_patches", lambda *_: known)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop(NAME, None)


def install(*, memory_contract: bool) -> None:
    """As every interpreter of the agent's does, by its options."""
    switches = ["memory-contract"] if memory_contract else ["mend-chat-close"]
    patches.install(switches, close_deadline=60.0, warn_after=30.0)


def write(source: str, tmp_path: Path) -> None:
    """The module's source, newly found."""
    (tmp_path / f"{NAME}.py").write_text(source)
    importlib.invalidate_caches()


def load() -> ModuleType:
    """Import it."""
    return importlib.import_module(NAME)


def finders() -> list[Any]:
    """Ours."""
    return [finder for finder in sys.meta_path if isinstance(finder, PatchingFinder)]


def refuses(module: ModuleType, value: object) -> bool:
    """Whether the module's memory object refuses a value as the contract says."""
    memory = module.FlinkMemoryObject()
    try:
        assert memory.set("p", value) == "reference to p"
    except MemoryValueError:
        assert memory.stored == {}
        return True
    assert memory.stored == {"p": value}
    return False


@pytest.mark.parametrize("release", [OLDER, NEWER], ids=["0.2.x", "0.3.x"])
@pytest.mark.parametrize("first", [True, False], ids=["before import", "after import"])
def test_both_releases_check(tmp_path: Path, first: bool, release: str) -> None:
    """R19, R20: whichever comes first, and ``bytes`` are taken under every release."""
    write(release, tmp_path)
    if first:
        install(memory_contract=True)
    module = load()
    if not first:
        assert not refuses(module, UUID(int=1))
        install(memory_contract=True)
    assert refuses(module, UUID(int=1))
    assert not refuses(module, b"bytes")


def test_the_method_keeps_its_name_and_words(tmp_path: Path) -> None:
    """R20: a traceback and ``help`` tell the same as before."""
    write(OLDER, tmp_path)
    install(memory_contract=True)
    method = load().FlinkMemoryObject.set
    assert (method.__name__, method.__doc__) == ("set", "The release's own words.")
    assert method.__wrapped__.__code__ is not method.__code__


def test_the_newer_release_keeps_its_method(tmp_path: Path) -> None:
    """R19: there only the check is replaced, by ours."""
    write(NEWER, tmp_path)
    install(memory_contract=True)
    module = load()
    assert module.validate_memory_value is validate_memory_value
    assert not hasattr(module.FlinkMemoryObject.set, "__wrapped__")


def test_installing_again_is_harmless(tmp_path: Path) -> None:
    """R20: every interpreter installs; the method is wrapped once and there is one finder."""
    write(OLDER, tmp_path)
    install(memory_contract=True)
    install(memory_contract=True)
    module = load()
    install(memory_contract=True)
    assert len(finders()) == 1
    assert not hasattr(module.FlinkMemoryObject.set.__wrapped__, "__wrapped__")


class SlowPath(list[Any]):
    """A ``sys.meta_path`` into which two threads put something at once, if nothing keeps them."""

    both = threading.Barrier(2)

    def insert(self, *item: Any) -> None:
        """Wait for the other thread for a while."""
        with suppress(threading.BrokenBarrierError):
            self.both.wait(1)
        super().insert(*item)


def test_installing_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R20: interpreters that start at the same moment install one finder."""
    write(OLDER, tmp_path)
    monkeypatch.setattr(sys, "meta_path", SlowPath(sys.meta_path))
    threads = [threading.Thread(target=lambda: install(memory_contract=True)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(finders()) == 1
    assert refuses(load(), UUID(int=1))


def test_two_finders_do_not_ask_each_other(tmp_path: Path) -> None:
    """R20: as where somebody has copied the list of finders; the method is wrapped once."""
    write(OLDER, tmp_path)
    install(memory_contract=True)
    sys.meta_path.insert(0, PatchingFinder(patches.known_patches(60.0, 30.0)))
    method = load().FlinkMemoryObject.set
    assert not hasattr(method.__wrapped__, "__wrapped__")


def test_the_switch_installs_nothing(tmp_path: Path) -> None:
    """R20: ``memory-contract=false``."""
    write(OLDER, tmp_path)
    install(memory_contract=False)
    assert not refuses(load(), UUID(int=1))
    assert not finders()


@pytest.mark.parametrize("missing", UNKNOWN)
@pytest.mark.parametrize("first", [True, False], ids=["before import", "after import"])
def test_an_unknown_release_stays_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, first: bool, missing: str
) -> None:
    """R20: it is imported unchanged, and one warning says which module and what is missing."""
    write(UNKNOWN[missing], tmp_path)
    with caplog.at_level(logging.WARNING):
        if first:
            install(memory_contract=True)
        module = load()
        if not first:
            install(memory_contract=True)
    [(_, kept)] = [item for item in vars(module).items() if not item[0].startswith("__")]
    assert not hasattr(kept, "set")
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    told = record.getMessage()
    assert told.startswith(f"{NAME} stays as it is: ")
    assert f"'{missing}'" in told


def test_a_module_that_is_not_there(tmp_path: Path) -> None:
    """R20: the import fails as it would without the finder."""
    install(memory_contract=True)
    assert not (tmp_path / f"{NAME}.py").exists()
    with pytest.raises(ModuleNotFoundError, match=NAME):
        load()


def test_a_module_that_fails(tmp_path: Path) -> None:
    """R20: its own error comes through, and a later import is checked all the same."""
    install(memory_contract=True)
    write("raise ValueError('of the module')", tmp_path)
    with pytest.raises(ValueError, match="of the module"):
        load()
    write(OLDER + "# longer, so that no cached code is taken for it\n", tmp_path)
    assert refuses(load(), UUID(int=1))


def test_other_modules_are_not_looked_at() -> None:
    """R20: the finder answers for the patched names only."""
    install(memory_contract=True)
    [finder] = finders()
    assert finder.find_spec("json.tool", json.__path__) is None

"""How long Python objects in Java's hands live: until they are closed, or no Java code has them."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.bridge.calls import JavaError, until

COUNTED = """
import sys, types
class Counted:
    alive = 0
    def __init__(self):
        Counted.alive += 1
        self.ballast = bytes(500)
    def __del__(self):
        Counted.alive -= 1
    def close_me(self, closer):
        closer.close()
        return self.ballast[:3]
counted = types.ModuleType("counted")
counted.make = lambda: Counted()
counted.alive = lambda: Counted.alive
kept = Counted()
counted.kept = lambda: kept
counted.references = lambda: sys.getrefcount(kept)
counted.listed = lambda: [kept, {"inner": (kept,)}]
counted.same = lambda x: x is kept
counted.total = lambda numbers: [numbers, type(numbers).__name__]
"""
LAST_WORDS = """
class LastWords:
    def __del__(self):
        path.write_text(speak())
def make():
    return LastWords()
def one():
    return 1
def where(witness):
    return witness.thread()
"""
STEPS = 10
# `make handles` has it do the whole million.
SIZE = int(os.environ.get("BRIDGE_DROPS", "200000")) // STEPS
LIMIT = {"handle-gc": min(SIZE, 100_000)}  # 100,000 is the default
BYTES = 500  # of each object, at least


def opened(session: Any) -> Any:
    return session.primary(COUNTED)


def dropped(session: Any, interpreter: Any) -> tuple[list[int], list[int]]:
    """What is alive in Python, and megabytes resident, after each step of results dropped."""
    drop = session.probe.Drop.withoutClose(
        interpreter, "counted.make", "counted.alive", STEPS, SIZE
    )
    steps = [list(step) for step in session.owner.begin(drop).result(600)]
    kind = "bare" if session.agent is None else "bridge"
    for number, (alive, megabytes) in enumerate(steps, start=1):
        print(f"{kind}: {number * SIZE:,} dropped, {alive:,} alive, {megabytes} MB resident")
    alive, resident = zip(*steps, strict=True)
    return list(alive), list(resident)


def test_dropped_results_are_given_back(protected: Any) -> None:
    """B5, H3: results that nobody closes do not pile up, in Python nor in resident memory."""
    with protected(**LIMIT) as session:
        interpreter = opened(session)
        alive, resident = dropped(session, interpreter)
        assert max(alive) < 3 * LIMIT["handle-gc"]
        assert resident[-1] < resident[1] + STEPS * SIZE * BYTES / 2**20 / 2
        finish = session.probe.Drop.untilCollected(interpreter, "counted.alive", 1, 2_000)
        assert session.owner.begin(finish).result() == 1  # the one that Python keeps


def test_dropped_results_pile_up_without_the_bridge(unprotected: Any) -> None:
    """H3: the same program on bare Pemja never gives them back."""
    with unprotected() as session:
        alive, resident = dropped(session, opened(session))
        assert alive == [number * SIZE + 1 for number in range(1, STEPS + 1)]
        assert resident[-1] > resident[0] + (STEPS - 1) * SIZE * BYTES / 2**20


def last_words(session: Any, interpreter: Any, path: Path, speech: str) -> str:
    """What an object says at its end, once Java has let go of it and calls Python no more."""
    witness = session.witness(interpreter)
    session.owner.call(interpreter, "set", "witness", witness)
    spoken = f"import pathlib\npath = pathlib.Path({str(path)!r})\nspeak = lambda: {speech}"
    session.owner.exec(interpreter, spoken)
    session.owner.begin(session.probe.Drop.withoutClose(interpreter, "make", "one", 1, 1)).result()

    def heard() -> bool:
        session.jvm.view.System.gc()
        return path.exists() and bool(path.read_text())

    until(heard)
    return path.read_text()


def test_idle_interpreter_gives_back(each_pemja: Any, tmp_path: Path) -> None:
    """B5, R8: without a lane and without a call of anybody's."""
    with each_pemja() as session:
        interpreter = session.primary(LAST_WORDS)
        spoken = last_words(session, interpreter, tmp_path / "words", "witness.thread()")
        assert spoken == "bridge-handle-release"
        counted = session.statistics(interpreter)
        assert (counted.lanes(), counted.sourceThreads(), counted.laneCalls()) == (0, 0, 0)
        assert counted.interpretersMade() == 1


def test_calls_at_an_end_while_idle(each_pemja: Any, tmp_path: Path) -> None:
    """B5, T5: what ``__del__`` has Java call in Python comes back, from a lane."""
    with each_pemja() as session:
        interpreter = session.primary(LAST_WORDS)
        spoken = last_words(session, interpreter, tmp_path / "words", "witness.ask('where')")
        assert spoken.endswith("-lane-1")


def test_closing_twice_and_using_after(protected: Any) -> None:
    """H2, B5: harmless, and a managed error; also through another thread, and after the manager."""
    with protected() as session:
        interpreter = opened(session)
        for caller in session.three(interpreter).values():
            handle = caller.invoke(interpreter, "counted.make")
            caller.call(handle, "close")
            session.owner.call(handle, "close")
            with pytest.raises(JavaError, match="ReleasedHandleException"):
                caller.call(handle, "getAttr", "ballast")
            with pytest.raises(JavaError, match="ReleasedHandleException"):
                caller.invoke(interpreter, "counted.total", [handle])
        assert session.owner.invoke(interpreter, "counted.alive") == 1
        late = session.owner.invoke(interpreter, "counted.make")
        session.owner.call(interpreter, "close")
        with pytest.raises(JavaError, match="ManagerClosedException"):
            session.owner.call(late, "getAttr", "ballast")
        session.owner.call(late, "close")


def test_closed_under_its_own_call(protected: Any) -> None:
    """B5, H5: the reference goes back when the running call is over, not before."""
    with protected() as session:
        interpreter = opened(session)
        for caller in session.three(interpreter).values():
            handle = caller.invoke(interpreter, "counted.make")
            closer = session.jvm.gateway.jvm.probe.Drop.Closer()
            closer.of(handle)
            assert bytes(caller.call(handle, "invokeMethod", "close_me", rest=[closer])) == bytes(3)
            assert caller.invoke(interpreter, "counted.alive") == 1


@pytest.mark.parametrize("way", ["result", "list", "attribute", "get", "argument"])
def test_each_way_owns_one_reference(protected: Any, way: str) -> None:
    """H4: every way a handle reaches Java gives it one reference, which close returns."""
    with protected() as session:
        interpreter = opened(session)
        owner = session.owner

        def handles() -> list[Any]:
            if way == "result":
                return [owner.invoke(interpreter, "counted.kept")]
            if way == "list":
                listed = owner.invoke(interpreter, "counted.listed")
                return [listed[0], listed[1]["inner"][0]]
            if way == "attribute":
                module = owner.call(interpreter, "get", "counted")
                method = owner.call(module, "getAttr", "kept")
                owner.call(module, "close")
                return [method]
            if way == "get":
                return [owner.call(interpreter, "get", "kept")]
            handle = owner.invoke(interpreter, "counted.kept")
            assert owner.invoke(interpreter, "counted.same", handle)
            return [handle]

        before = owner.invoke(interpreter, "counted.references")
        taken = handles()
        held = owner.invoke(interpreter, "counted.references")
        assert held - before == (0 if way == "attribute" else len(taken))
        for handle in taken:
            owner.call(handle, "close")
        assert owner.invoke(interpreter, "counted.references") == before

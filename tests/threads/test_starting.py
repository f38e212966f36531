"""That Python's threads start and end as ever with detaching in between; no JVM is needed."""

import _thread
import logging
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.embedded.threads import DetachingStart, install

original = _thread.start_new_thread
armed: list[int] = []


@pytest.fixture(autouse=True)
def starting(monkeypatch: pytest.MonkeyPatch) -> DetachingStart:
    """Every thread is started by it, and notes itself where it would be armed."""
    armed.clear()
    start = DetachingStart(original, lambda: armed.append(threading.get_ident()))
    monkeypatch.setattr(_thread, "start_new_thread", start)
    monkeypatch.setattr(threading, "_start_new_thread", start)
    return start


def test_a_thread_is_armed_first() -> None:
    """T4: on the new thread itself, before anything else runs on it."""
    seen: list[Any] = []
    thread = threading.Thread(
        target=lambda *args, **more: seen.append((list(armed), args, more)),
        args=(1, 2),
        kwargs={"three": 3},
        name="mine",
    )
    thread.start()
    thread.join()
    assert seen == [([thread.ident], (1, 2), {"three": 3})]
    assert thread.name == "mine"


def test_arguments_of_a_bare_thread() -> None:
    """T4: positional and by name, and the thread's number comes back."""
    seen: list[Any] = []
    done = threading.Event()

    def work(*args: int, **more: int) -> None:
        seen.extend([threading.get_ident(), args, more])
        done.set()

    number = _thread.start_new_thread(work, (1,), {"two": 2})
    assert done.wait(30)
    assert seen == [number, (1,), {"two": 2}]


@pytest.mark.parametrize(
    "arguments", [("no function", ()), (print, "no tuple"), (print, (), "no dict"), (), (print,)]
)
def test_wrong_arguments(arguments: Any, starting: DetachingStart) -> None:
    """T4: the same error as ever, for the one who starts the thread."""
    with pytest.raises(TypeError) as usual:
        original(*arguments)
    with pytest.raises(TypeError) as ours:
        starting(*arguments)
    if arguments:
        assert str(ours.value) == str(usual.value)
    assert armed == []


def test_an_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """T4: with the function that the thread was given."""
    told: list[Any] = []
    done = threading.Event()

    def hook(report: Any) -> None:
        told.extend([repr(report.object), str(report.exc_value)])
        done.set()

    def fails() -> None:
        raise ValueError("on purpose")

    monkeypatch.setattr(sys, "unraisablehook", hook)
    _thread.start_new_thread(fails, ())
    assert done.wait(30)
    assert told == [repr(fails), "on purpose"]


def test_profiling_sees_the_thread_only() -> None:
    """T4: ``threading.setprofile`` begins where it always did."""
    seen: list[str] = []
    threading.setprofile(lambda frame, event, _: seen.append(f"{event} {frame.f_code.co_name}"))
    try:
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
    finally:
        threading.setprofile(None)
    calls = [each for each in seen if each.startswith("call ")]
    assert "call <lambda>" in calls
    assert "call __call__" not in calls


def test_it_is_no_method() -> None:
    """T4: kept as an attribute of a class it is called as before, like the built-in function."""

    class Keeper:
        start: Any = _thread.start_new_thread

    done = threading.Event()
    Keeper().start(done.set, ())
    assert done.wait(30)
    assert Keeper.start.__name__ == original.__name__
    assert Keeper.start.__doc__ == original.__doc__


def test_installing_again_changes_nothing(starting: DetachingStart) -> None:
    """T4: each interpreter's preparation asks for it."""
    install("nowhere")
    assert _thread.start_new_thread is starting


@pytest.mark.parametrize("missing", ["library", "ctypes"])
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    missing: str,
) -> None:
    """T4, B13: threads start as ever, and one warning says what that comes to."""
    monkeypatch.setattr(_thread, "start_new_thread", original)
    if missing == "ctypes":
        monkeypatch.setitem(sys.modules, "ctypes", None)
    with caplog.at_level(logging.WARNING):
        install(str(tmp_path / "libjvm.so"))
    assert _thread.start_new_thread is original
    [record] = caplog.records
    assert "stay attached to the JVM" in record.getMessage()

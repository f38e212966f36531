"""An operator's close does not wait without end for the Python thread pool (R12, B4, D7)."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType, ModuleType

_log = logging.getLogger(__name__)
_asks_java = False


def bound_the_wait(module: ModuleType, close_deadline: float, warn_after: float) -> None:
    """Gives ``close_async_thread_pool`` a bound and a voice; it waits inside of a Java call.

    Queued work is cancelled, as in the release. Threads that outlast the bound go on without their
    operator: what they ask of the closed interpreter is refused. The bound is what the operator's
    close has left, of which there is no more than ``close_deadline``.
    """
    if not hasattr(module, "close_async_thread_pool"):
        message = "it has no close_async_thread_pool"
        raise AttributeError(message)

    def close_async_thread_pool(executor: ThreadPoolExecutor) -> None:
        """Shut the pool down and join its threads, for as long as the operator's close may take."""
        executor.shutdown(wait=False, cancel_futures=True)
        began = time.monotonic()
        bound = min(close_deadline, _left_of_close())
        left = _join(executor, began + min(warn_after, bound))
        if left and warn_after < bound:
            _log.warning("Close waits for %s", _shown(left))
            left = _join(executor, began + bound)
        if left:
            _log.error("Close leaves behind, after %.3g s: %s", bound, _shown(left))

    setattr(module, close_async_thread_pool.__name__, close_async_thread_pool)


def ask_java() -> None:
    """Says that Pemja can find the runtime's classes, as it does where its own classes are woven.

    Asked for a class that it cannot find, Pemja leaves Java's error to whoever returns to Java.
    """
    global _asks_java
    _asks_java = True


def _left_of_close() -> float:
    """Seconds that the operator's close has left; no limit where Java cannot be asked."""
    if not _asks_java:
        return float("inf")
    from pemja import findClass

    return float(findClass("io.github.flinkagentsbridge.agents.CloseBudget").leftSeconds())


def _join(executor: ThreadPoolExecutor, until: float) -> list[threading.Thread]:
    """The threads that have not ended by then."""
    threads: Iterable[threading.Thread] = executor._threads  # noqa: SLF001
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return [thread for thread in threads if thread.is_alive()]


def _shown(threads: Iterable[threading.Thread]) -> str:
    frames = sys._current_frames()  # noqa: SLF001
    return "; ".join(f"{thread.name} {_place(frames.get(thread.ident or 0))}" for thread in threads)


def _place(frame: FrameType | None) -> str:
    if frame is None:
        return "at its end"
    code = frame.f_code
    return f"in {code.co_name} ({code.co_filename}:{frame.f_lineno})"

"""What Python's threads are at, for the graph of who waits for whom (B3).

An edge is told only where it is certain: the waiting thread's innermost frame has no time limit,
and one thread alone can end the wait. Java calls :func:`sample` on a thread of its own. Threads are
told by the id that the operating system gave them, which Java knows as well.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Mapping
from concurrent.futures import Future, thread
from types import CodeType, FrameType
from typing import Any

_FRAMES = 12

_natives: dict[int, int] = {}

# Until Python 3.12 a thread's end is awaited in the second one, from 3.13 on in `join` itself.
_JOIN: CodeType = threading.Thread.join.__code__
_JOIN_LOCK: CodeType | None = getattr(
    getattr(threading.Thread, "_wait_for_tstate_lock", None), "__code__", None
)
_WAIT: CodeType = threading.Condition.wait.__code__
_RESULTS = {Future.result.__code__, Future.exception.__code__}
_RUN_ITEM: CodeType = thread._WorkItem.run.__code__


def note_thread() -> None:
    """Remembers the calling thread's ids; for threads that Python has not made."""
    _natives[threading.get_ident()] = threading.get_native_id()


def forget_thread() -> None:
    """Forgets the calling thread: its interpreter is about to be closed."""
    _natives.pop(threading.get_ident(), None)


def sample() -> list[list[object]]:
    """All threads but the calling one: native id, name, native id of the one awaited, stack.

    The innermost frames are those of one moment. They may go on while they are read here, but what
    is read of them, code and arguments, stays; a frame that has ended tells nothing.
    """
    frames = sys._current_frames()
    frames.pop(threading.get_ident(), None)
    threads = {t.ident: t for t in threading.enumerate() if _is_pythons(t)}
    awaited = {ident: _awaited(frame, frames) for ident, frame in frames.items()}
    return [
        [_native(ident, threads), _name(ident, threads), _native(awaited[ident], threads), _text(f)]
        for ident, f in frames.items()
    ]


def _is_pythons(candidate: threading.Thread) -> bool:
    """Whether Python made it; what stands for others is not taken out when they end."""
    return type(candidate) is not threading._DummyThread


def _native(ident: int | None, threads: dict[int | None, threading.Thread]) -> int:
    known = threads.get(ident)
    if known is not None:
        return known.native_id or 0
    return 0 if ident is None else _natives.get(ident, 0)


def _name(ident: int, threads: dict[int | None, threading.Thread]) -> str:
    known = threads.get(ident)
    return f"thread {ident}" if known is None else known.name


def _awaited(frame: FrameType, frames: dict[int, FrameType]) -> int | None:
    """The thread that alone can end what the innermost frame waits for; None if not certain.

    Variables are read of the library's frames alone: before Python 3.13 a frame whose variables
    were read keeps them alive, and what others drop is to be gone.
    """
    code, caller = frame.f_code, frame.f_back
    if code is _JOIN_LOCK and frame.f_locals.get("block") and frame.f_locals.get("timeout") == -1:
        return _ident(frame.f_locals)
    if code is _JOIN and _JOIN_LOCK is None and _has_no_limit(frame):
        return _ident(frame.f_locals)
    if code is _WAIT and caller and caller.f_code in _RESULTS and _has_no_limit(frame):
        return _runner(caller.f_locals.get("self"), frames)
    return None


def _has_no_limit(wait: FrameType) -> bool:
    return wait.f_locals.get("timeout", 0) is None


def _ident(local: Mapping[str, Any]) -> int | None:
    joined = local.get("self")
    return joined.ident if isinstance(joined, threading.Thread) else None


def _runner(future: object, frames: dict[int, FrameType]) -> int | None:
    """The pool thread that runs the call behind a future."""
    for ident, innermost in frames.items():
        frame: FrameType | None = innermost
        while frame is not None:
            item = frame.f_locals.get("self") if frame.f_code is _RUN_ITEM else None
            if item is not None and item.future is future:
                return ident
            frame = frame.f_back
    return None


def _text(frame: FrameType) -> str:
    stack = traceback.StackSummary.extract(
        traceback.walk_stack(frame), limit=_FRAMES, lookup_lines=False
    )
    return "".join(f"\n        at {f.name} ({f.filename}:{f.lineno})" for f in stack)

"""What Java gets to know of a Python exception, beyond type and first argument (R14).

Pemja shows ``args[0]`` of an exception and its own frames. What caused it, its notes, its group and
its other arguments would be lost; an exception whose text cannot be made would arrive as
``<NULL>``; one that C code has raised without a value would end the JVM before Python 3.12. So an
exception that is about to leave Python is caught first, which gives it its value, and noted here.
"""

from __future__ import annotations

import threading
import traceback
from typing import Any

MOST_CHARACTERS = 20_000
_noted = threading.local()

# Python's own, since a class may have put anything in their place.
_ARGS, _CAUSE, _CONTEXT = (
    vars(BaseException)[name].__get__ for name in ("args", "__cause__", "__context__")
)


def on_leaving(error: BaseException) -> BaseException:
    """Notes an exception for :func:`take_noted`; returns what to raise, mostly the same one."""
    _noted.failure = (_whole_text(error), _java_exception(error))
    text = _shown_by_pemja(error)
    return error if text is None else _stand_in(error, text)


def take_noted() -> list[Any] | None:
    """The text and the Java exception (or None) of the thread's last failure, once."""
    noted = getattr(_noted, "failure", None)
    _noted.failure = None
    return None if noted is None else list(noted)


def _whole_text(error: BaseException) -> str:
    try:
        at = error.__traceback__
        own = at.tb_next if at is not None else None  # without the frame that stands round it
        text = "".join(traceback.format_exception(type(error), error, own))
    except BaseException as second:  # noqa: BLE001 - whatever the exception's own methods raise
        text = f"{type(error).__qualname__}, which cannot be shown: {type(second).__qualname__}"
    if len(text) > MOST_CHARACTERS:
        half = MOST_CHARACTERS // 2
        text = f"{text[:half]}\n... {len(text) - 2 * half} characters ...\n{text[-half:]}"
    return _for_java(text.rstrip())


def _for_java(text: str) -> str:
    """The text without halves of surrogate pairs, which Java could not be given."""
    return text.encode("utf-8", "backslashreplace").decode()


def _java_exception(error: BaseException) -> Any:
    """The Java exception that Pemja has put into this Python exception, or into its causes."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        carried = _ARGS(found)[:1]
        if isinstance(found, RuntimeError) and carried and _is_java(carried[0]):
            return carried[0]
        found = _CAUSE(found) or _CONTEXT(found)
    return None


def _is_java(value: Any) -> bool:
    return type(value).__module__ == "pemja" and type(value).__name__ == "PyJObject"


def _shown_by_pemja(error: BaseException) -> str | None:
    """None if Pemja can show the exception, else what Java shall read instead."""
    try:
        arguments = error.args
        text = f"{type(error)}{arguments[0] if arguments else error}"
        text.encode()
    except UnicodeEncodeError:
        return _for_java(str(error.args[0] if error.args else error))
    except BaseException as second:  # noqa: BLE001 - whatever the exception's own methods raise
        return f"its text cannot be made: {type(second).__qualname__}"
    return None


def _stand_in(error: BaseException, text: str) -> BaseException:
    """An exception that looks the same to Pemja and can be shown."""
    kind = type(error)
    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    made: BaseException = type(kind.__name__, (Exception,), names)(text)
    return made.with_traceback(error.__traceback__)

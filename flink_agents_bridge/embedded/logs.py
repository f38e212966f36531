"""Lets Python's log lines reach Java's log from every thread (T8)."""

from __future__ import annotations

import sys
from typing import Any


def prepare() -> None:
    """Give Pemja's log handler the Java object that it writes to, if it has none yet.

    Pemja 0.5.5 makes it at the first line, which fails on each thread that CPython made; so it is
    made here, on an interpreter's own thread. Later releases make it themselves.
    """
    handler: Any = getattr(sys.modules.get("pemja.logger"), "python_log_handler", None)
    if handler is not None and getattr(handler, "_logger_writer", handler) is None:
        from pemja import findClass

        handler._logger_writer = findClass("pemja.core.log.PythonLogWriter")()

"""What random calls find in Python."""

import threading
from collections.abc import Iterator
from typing import Any

from failure_probes import FAILURES  # type: ignore[import-not-found]
from value_probes import VALUES, Plain, show  # type: ignore[import-not-found]


def shown(value: Any = None) -> str:
    return str(show(value))


def echo(*values: Any, **named: Any) -> Any:
    return [*values, *named.values()]


def same(value: Any) -> Any:
    return value


def give(name: str) -> Any:
    return VALUES[name]


def fail(name: str) -> Any:
    return FAILURES[name]()


def make(*_: Any) -> Plain:
    return Plain()


def peek_attribute(target: Any, name: str) -> str:
    return str(show(getattr(target, name)))


def run_on_thread(outcome: Any) -> None:
    """Has a thread of Python's own do a step."""
    thread = threading.Thread(target=outcome.run)
    thread.start()
    thread.join()


def iterate(*values: Any) -> Iterator[Any]:
    yield from values
    yield from VALUES.values()
    FAILURES["empty queue"]()

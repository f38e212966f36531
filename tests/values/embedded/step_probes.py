"""What random calls find in Python."""

import threading
from collections.abc import Iterator
from typing import Any

from failure_probes import FAILURES
from value_probes import VALUES, Plain, show


def shown(value: Any = None) -> str:
    return show(value)


def echo(*values: Any, **named: Any) -> Any:
    return [*values, *named.values()]


def give(name: str) -> Any:
    return VALUES[name]


def fail(name: str) -> Any:
    return FAILURES[name]()


def make(*_: Any) -> Plain:
    return Plain()


def peek_attribute(target: Any, name: str) -> str:
    return show(getattr(target, name))


def run_on_thread(outcome: Any) -> None:
    """Has a thread of Python's own do a step."""
    thread = threading.Thread(target=outcome.run)
    thread.start()
    thread.join()


def iterate(*values: Any) -> Iterator[Any]:
    yield from values
    yield from VALUES.values()
    FAILURES["empty queue"]()


def nested(steps: Any, recipe: str) -> str:
    """A step of Java's inside of one of Python's."""
    return str(steps.step("invoke", "".join(f"{ord(c):04x}" for c in "shown"), recipe).call())

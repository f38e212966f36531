"""What Python code of these tests asks of the JVM that it runs in."""

# mypy: disable-error-code="import-not-found"

import threading
from collections.abc import Sequence
from typing import Any


def java_class(name: str) -> Any:
    """A class of the JVM; pemja is there in the embedded interpreter only."""
    from pemja import findClass

    return findClass(name)


def java_thread() -> str:
    """The name of the JVM's thread that this runs on."""
    return str(java_class("java.lang.Thread").currentThread().getName())


def note(what: str) -> int:
    """Tell the test that something has happened."""
    return int(java_class("agentjobs.Watched").note(what))


def live_handles() -> int:
    """Those of all open interpreters."""
    return int(java_class("agentjobs.Watched").liveHandles())


def awaitable_names() -> int:
    """Variables that stand for awaitables, in the names of every operator."""
    from flink_agents_bridge.embedded import names

    spaces = list(names._namespaces.values())
    return sum(name.startswith("python_awaitable_") for space in spaces for name in list(space))


def latency(seconds: float | None) -> None:
    """Stand for a service that takes its time; None is for ever."""
    threading.Event().wait(seconds)


class Noted(dict[str, Any]):
    """A text, as a record that notes on which threads it was made out of bytes."""

    def __init__(self, text: str, threads: Sequence[str] = ()) -> None:
        super().__init__(text=text, threads=list(threads))

    def __reduce__(self) -> tuple[Any, ...]:
        """How it travels."""
        return arrived, (self["text"], self["threads"])


def arrived(text: str, threads: Sequence[str]) -> Noted:
    """The record in the process that it was sent to; this conversion is noted, too."""
    return Noted(text, [*threads, java_thread()])

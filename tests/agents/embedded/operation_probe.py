"""Python objects whose reading is noted, and waits at its first step until it may go on."""

import threading
from typing import Any

import flink_agents.runtime.python_java_utils as python_java_utils

__all__ = [
    "chat_model",
    "document",
    "enter",
    "go_on",
    "message",
    "my_thread",
    "open_setup",
    "other",
    "prepare",
    "python_java_utils",
    "result",
    "store",
    "trace",
    "wait_until_inside",
]

_trace: list[str] = []
_inside, _open = threading.Event(), threading.Event()


def prepare() -> None:
    """Begin a new round."""
    _trace.clear()
    _inside.clear()
    _open.clear()


def enter(step: str) -> None:
    """Note a step; the first one of a round waits."""
    _trace.append(step)
    if not _inside.is_set():
        _inside.set()
        _open.wait(60)


def wait_until_inside() -> bool:
    """Whether the first step has begun."""
    return _inside.wait(60)


def go_on() -> None:
    """Let it end."""
    _open.set()


def other() -> None:
    """What must not come in between."""
    _trace.append("other")


def trace() -> list[str]:
    """The steps so far."""
    return list(_trace)


def my_thread() -> str:
    """The interpreter's thread, as Python knows it."""
    return str(threading.get_ident())


class Noting:
    """An object that notes each reading of one of its values."""

    def __init__(self, **values: Any) -> None:
        self.__dict__["_values"] = values

    def __getattr__(self, name: str) -> Any:
        """Read a value."""
        if name not in self._values:
            raise AttributeError(name)
        enter(name)
        return self._values[name]


def document(text: str) -> Noting:
    """A document of a vector store, which serves as a query and a collection, too."""
    mode = Noting(value="semantic")
    return Noting(content=text, metadata={"n": 1}, id="1", name=text) if text else Noting(mode=mode)


def result() -> Noting:
    """What a query has found."""
    return Noting(documents=[document("a"), document("b")])


class Store:
    """A vector store that finds two documents."""

    def query(self, query: Any) -> Noting:  # noqa: ARG002
        """Any query."""
        enter("query")
        return result()


def store() -> Store:
    """A vector store."""
    return Store()


class Spoken:
    """A chat message that tells which thread has read it."""

    extra_args: dict[str, Any] = {}  # noqa: RUF012
    tool_calls: list[Any] = []  # noqa: RUF012

    @property
    def content(self) -> str:
        """The reader's thread."""
        enter("content")
        return my_thread()

    @property
    def role(self) -> Any:
        """Any."""
        enter("role")
        return Noting(value="user")


def message() -> Spoken:
    """A chat message."""
    return Spoken()


class Chat:
    """A chat model."""

    def chat(self, **_: Any) -> Spoken:
        """Answer."""
        enter("chat")
        return message()


def chat_model() -> Chat:
    """A chat model."""
    return Chat()


def open_setup(cache: Any, kind: Any) -> None:
    """Ask for another resource, on whichever thread this runs."""
    cache.getResource("connection", kind)

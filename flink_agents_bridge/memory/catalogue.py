"""What is known of each type that memory refuses: how to store it, and how it comes back (R20).

Classes are known by name, so that nothing is imported in order to look at a value. The rows are
the one source of the messages, the converters, the tests and the table in the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

Shape = Literal["scalar", "items", "mapping", "fields", "enum"]


def construct(stored: Any, cls: Any) -> Any:
    """Make a ``cls`` of what was stored: the way back of most rows."""
    return cls(stored)


class Conversion(NamedTuple):
    """How the values of some classes are stored and read."""

    name: str
    classes: tuple[str, ...]
    """Full names of the classes, or markers; a subclass counts as its base."""
    write: str
    """The conversion that one writes by hand."""
    dump: Callable[[Any], Any]
    """One level towards a memory value; what comes out is converted in its turn."""
    stored: tuple[type, ...]
    """What memory holds."""
    load: Callable[[Any, Any], Any] = construct
    """The way back, of what was stored and the class asked for."""
    shape: Shape = "scalar"
    """What ``from_memory_value`` has to read before it calls ``load``."""
    loses: str = ""
    """What does not come back; nothing does when this is empty."""

    @property
    def remedy(self) -> str:
        """What a message tells the author of a refused value to do."""
        return f"write {self.write}"


class Refusal(NamedTuple):
    """Classes that have no stored form, and what to do instead."""

    name: str
    classes: tuple[str, ...]
    remedy: str


Row = Conversion | Refusal

REFUSALS: Final = (
    Refusal(
        "Flink Agents `MemoryObject`",
        ("flink_agents.api.memory_object.MemoryObject",),
        "call new_object(path) and set its fields",
    ),
    Refusal(
        "Java object",
        ("pemja.PyJObject",),
        "read plain values out of the Java object and store those",
    ),
    Refusal("class", ("builtins.type",), 'write f"{value.__module__}:{value.__qualname__}"'),
    Refusal(
        "function",
        (
            "builtins.function",
            "builtins.method",
            "builtins.builtin_function_or_method",
            "functools.partial",
        ),
        "store the data that the function needs, or its name",
    ),
    Refusal(
        "awaitable",
        ("builtins.coroutine", "_asyncio.Future", "concurrent.futures._base.Future"),
        "wait for its result and store that",
    ),
    Refusal("generator", ("builtins.generator",), "write list(value)"),
    Refusal("exception", ("builtins.BaseException",), "write str(value)"),
    Refusal("pandas Series", ("pandas.Series", "pandas.core.series.Series"), "write list(value)"),
    Refusal(
        "pandas DataFrame",
        ("pandas.DataFrame", "pandas.core.frame.DataFrame"),
        'write value.to_dict("list")',
    ),
)

"""One set of names per manager (B7), whichever of its interpreters is asked.

Java knows a set of names (a *namespace*) and an interpreter by a number of its own. The namespace
of a manager is the globals of its primary interpreter, or a dictionary made here where the primary
is a mere name space on its thread's first interpreter (T9). Every interpreter reaches it through
an :class:`Alias` that stands in its own globals.

Every function here is called by the Java side, on the thread of the interpreter that it names.
"""

from __future__ import annotations

import sys
from typing import Any

from flink_agents_bridge.embedded.failures import on_leaving
from flink_agents_bridge.embedded.guard import (
    ESCAPED,
    Guards,
    add_guard,
    advance,
    call_method,
    get_attribute,
    guarded,
    restored,
    set_attribute,
    take_noted,
    unescaped,
)
from flink_agents_bridge.embedded.results import check_result

__all__ = ["advance", "call_method", "get_attribute", "set_attribute", "take_noted"]

_namespaces: dict[int, dict[str, Any]] = {}
_interpreters: dict[int, dict[str, Any]] = {}


class Alias:
    """Stands for a namespace where Pemja expects a module: ``invoke("alias.name")``.

    Its ``__dict__`` *is* the namespace, so a plain name costs what ``module.function`` costs, and
    the look-up gives Pemja the reference of its own that its callable cache will drop (N1).
    """

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.__dict__ = namespace

    def __getattr__(self, name: str) -> Any:
        """Resolves a dotted name, which Pemja asks for as one attribute, or an escaped one."""
        if name.startswith(ESCAPED):
            name = unescaped(name)
            if name in self.__dict__:
                return self.__dict__[name]
        head, dot, rest = name.partition(".")
        if not dot or head not in self.__dict__:
            raise AttributeError(f"name {head!r} is not defined")
        value = self.__dict__[head]
        for part in rest.split("."):
            value = getattr(value, part)
        return value


def adopt_interpreter(interpreter: int, own_globals: dict[str, Any]) -> None:
    """Registers an interpreter's own globals, in which its aliases will stand."""
    _interpreters[interpreter] = own_globals


def drop_interpreter(interpreter: int) -> None:
    """Forgets an interpreter that is about to be closed."""
    _interpreters.pop(interpreter, None)


def adopt_namespace(namespace: int, interpreter: int) -> None:
    """Makes the globals of a primary interpreter the names of its manager."""
    _namespaces[namespace] = _interpreters[interpreter]


def create_namespace(namespace: int, search_paths: tuple[str, ...]) -> None:
    """Makes the names of a manager whose primary has no native state of its own (T9)."""
    _namespaces[namespace] = {"__builtins__": __builtins__}
    sys.path[:0] = [path for path in search_paths if path not in sys.path]


def drop_namespace(namespace: int) -> None:
    """Lets go of the names of a closed manager."""
    _namespaces.pop(namespace, None)


def forget_repeated_paths(count: int) -> None:
    """Takes back what a new primary has put in front although it was there already (T7)."""
    added, before = sys.path[:count], sys.path[count:]
    sys.path[:] = [*(path for path in dict.fromkeys(added) if path not in before), *before]


def publish(interpreter: int, namespace: int, variable: str, guards: bool) -> None:
    """Puts the alias of a namespace into a variable of an interpreter's own."""
    names = Guards() if guards else Alias(_namespaces[namespace])
    _interpreters[interpreter][variable] = names


def guard(
    interpreter: int, namespace: int, variable: str, text: str, name: str, count: int | None
) -> None:
    """Makes a guard that Java will ask an alias for by a text; see :func:`guard.add_guard`."""
    add_guard(_interpreters[interpreter][variable], text, _namespaces[namespace], name, count)


def retract(interpreter: int, variable: str) -> None:
    """Takes an alias out of an interpreter's globals: its namespace is closed."""
    _interpreters[interpreter].pop(variable, None)


def forget_callable() -> None:
    """Does nothing: being called is what makes Pemja drop the callable that it cached (N2)."""


def gives_back_batches() -> bool:
    """Whether :func:`give_back` works in this Python."""
    try:
        from flink_agents_bridge.embedded import references
    except ImportError:
        return False  # without ctypes each reference goes by itself
    return references.works()


def give_back(pointers: bytes) -> None:
    """Drops one reference of each object; the addresses stand one after the other."""
    from flink_agents_bridge.embedded import references

    references.give_back(pointers)


def note_state(state: int) -> None:
    """Has ``PyGILState`` know this thread by a certain one of its thread states (T9)."""
    from flink_agents_bridge.embedded import gil_state

    gil_state.note(state)


def execute(namespace: int, source: str) -> None:
    """Runs statements on a namespace; the text arrives as a ``str``, so any text works (N3)."""
    source = source.removeprefix("\ufeff")  # a byte order mark, as in a file
    try:
        exec(compile(source, "<string>", "exec", dont_inherit=True), _namespaces[namespace])
    except BaseException as error:  # noqa: BLE001 - Java gets every one
        raise on_leaving(error)  # noqa: B904 - the same one, mostly


@guarded
def fetch(namespace: int, name: str) -> Any:
    """Reads a name; None if there is no such name, as Pemja does it."""
    return _namespaces[namespace].get(name)


@guarded
def lend(interpreter: int, namespace: int, name: str, variable: str) -> None:
    """Puts a value where Pemja's ``get`` finds it: into a variable of the interpreter's own."""
    _interpreters[interpreter][variable] = check_result(_namespaces[namespace].get(name))


@guarded
def lend_attribute(interpreter: int, target: Any, name: str, variable: str) -> None:
    """The same for an attribute of an object."""
    _interpreters[interpreter][variable] = check_result(getattr(target, name))


def require_none(interpreter: int, name: str, variable: str, wanted: str) -> None:
    """Raises an error if the variable holds anything: Pemja has just made ``null`` of it."""
    value = _interpreters[interpreter][variable]
    if value is not None:
        raise TypeError(f"{name!r} is a {type(value).__name__} that cannot be a {wanted}")


def store(interpreter: int, namespace: int, name: str, variable: str) -> None:
    """Takes the value that Pemja's ``set`` left in a variable of the interpreter's own."""
    _namespaces[namespace][name] = restored(_interpreters[interpreter].pop(variable))

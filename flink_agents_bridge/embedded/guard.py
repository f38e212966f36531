"""What stands round the Python code that Java calls: a call ends in a result or an exception.

With Pemja alone some results and exceptions end the JVM, and some are lost; see
:mod:`flink_agents_bridge.embedded.results` and :mod:`flink_agents_bridge.embedded.failures`.

What is not private here is called by the Java side, or stands round what it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any

from flink_agents_bridge.embedded.failures import on_leaving, take_noted
from flink_agents_bridge.embedded.results import LEAST, MOST, check_result

__all__ = ["take_noted"]

_restores = False
_ABSENT = object()
_KEYWORDS = "**"  # in front of the name of a guard that takes keywords
ESCAPED = "\\"  # in front of a name that is written in escapes
_INTEGER = "\0int"  # in front of the hexadecimal digits of an int that Java cannot hand over


class GuardedNames:
    """Stands for a namespace where Pemja expects a module: ``invoke("alias.name")``.

    Its attributes are guards, made at their first use, one for each name that Java invokes. A guard
    looks its function up at each call, so it is never out of date (N1, N2).
    """

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.__dict__[""] = namespace

    def __getattr__(self, asked: str) -> Any:
        name = unescaped(asked) if asked.startswith(ESCAPED) else asked
        plain = name.removeprefix(_KEYWORDS)
        namespace, (head, _, rest) = self.__dict__[""], plain.partition(".")
        find = attrgetter(rest) if rest else None
        made = _guard(namespace, head, find) if plain == name else _keywords(namespace, head, find)
        self.__dict__[asked] = made
        return made


def unescaped(name: str) -> str:
    """A name that Java has written in ASCII, for Pemja would garble it."""
    return name[len(ESCAPED) :].encode("ascii").decode("unicode_escape")


Find = Callable[[Any], Any] | None


def _guard(names: dict[str, Any], head: str, find: Find) -> Callable[..., Any]:
    """Written out by the number of arguments, since this is on every call's way."""

    def guard(first: Any = _ABSENT, second: Any = _ABSENT, *rest: Any) -> Any:
        try:
            target = find(names[head]) if find else names[head]
            if _restores:
                target = _restoring(target)
            if second is not _ABSENT:
                result = target(first, second, *rest)
            elif first is not _ABSENT:
                result = target(first)
            else:
                result = target()
            if result is None or (type(result) is int and LEAST <= result <= MOST):
                return result
            return check_result(result)
        except BaseException as error:  # noqa: BLE001 - Java gets every one
            raise on_leaving(_named(error, names, head))  # noqa: B904 - the same one, mostly

    return guard


def _keywords(names: dict[str, Any], head: str, find: Find) -> Callable[..., Any]:
    def guard(*arguments: Any, **named: Any) -> Any:
        try:
            target = find(names[head]) if find else names[head]
            return check_result(_restoring(target)(*arguments, **named))
        except BaseException as error:  # noqa: BLE001
            raise on_leaving(_named(error, names, head))  # noqa: B904

    return guard


def _named(error: BaseException, names: dict[str, Any], head: str) -> BaseException:
    """The same, or the error for a name that is not there."""
    if isinstance(error, KeyError) and head not in names and error.args == (head,):
        return NameError(f"name {head!r} is not defined")
    return error


def restore_integers() -> None:
    """Says that Java hands an int beyond 64 bits over as its digits (V9)."""
    global _restores
    _restores = True


def _restoring(target: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        given = {name: restored(value) for name, value in named.items()}
        return target(*map(restored, arguments), **given)

    return call if _restores else target


def restored(value: Any) -> Any:
    """An argument as it was meant."""
    return _restored(value) if _restores else value


def _restored(value: Any) -> Any:
    kind = type(value)
    if kind is tuple:
        if len(value) == 2 and value[0] == _INTEGER:
            return int(value[1], 16)
        return tuple(map(_restored, value))
    if kind is list:
        return [_restored(item) for item in value]
    if kind is dict:
        return {_restored(key): _restored(item) for key, item in value.items()}
    return value


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Stands round a function of ours that runs code of the user's."""

    @wraps(function)
    def guard(*arguments: Any) -> Any:
        try:
            return check_result(function(*arguments))
        except BaseException as error:  # noqa: BLE001
            raise on_leaving(error)  # noqa: B904

    return guard


@guarded
def get_attribute(target: Any, name: str) -> Any:
    """An attribute of an object."""
    return getattr(target, name)


@guarded
def set_attribute(target: Any, name: str, value: Any) -> None:
    """Sets an attribute of an object."""
    setattr(target, name, restored(value))


@guarded
def call_method(target: Any, name: str, *arguments: Any) -> Any:
    """Calls a method of an object."""
    return _restoring(getattr(target, name))(*arguments)


@guarded
def advance(iterator: Any) -> list[Any] | None:
    """The next element in a list of its own, or None at the end."""
    for item in iterator:
        return [item]
    return None

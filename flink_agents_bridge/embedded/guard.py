"""What stands round the Python code that Java calls: a call ends in a result or an exception.

With Pemja alone some results and exceptions end the JVM, and some are lost; see
:mod:`flink_agents_bridge.embedded.results` and :mod:`flink_agents_bridge.embedded.failures`.

What is not private here is called by the Java side, or stands round what it calls.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import lru_cache, wraps
from keyword import iskeyword
from operator import attrgetter
from types import CodeType
from typing import Any

from flink_agents_bridge.embedded.failures import on_leaving, take_noted
from flink_agents_bridge.embedded.results import check_result

__all__ = ["take_noted"]

_restores = False
ESCAPED = "\\"  # in front of a name that is written in escapes
_INTEGER = "\0int"  # in front of the hexadecimal digits of an int that Java cannot hand over


class Guards:
    """Stands for a namespace where Pemja expects a module: ``invoke("alias.1")``.

    Its attributes are guards, one for each name and number of arguments that Java invokes, under
    the short texts by which Java asks for them. A guard looks its function up at each call, so it
    is never out of date (N1, N2).
    """


def add_guard(
    guards: object, text: str, namespace: dict[str, Any], name: str, count: int | None
) -> None:
    """Has a text stand for a function; without a count for any arguments, keywords included."""
    if name.startswith(ESCAPED):
        name = unescaped(name)
    straight = count is not None and not _restores and _is_straight(namespace, name)
    setattr(
        guards,
        text,
        _straight(namespace, name, count or 0) if straight else _general(namespace, name),
    )


def unescaped(name: str) -> str:
    """A name that Java has written in ASCII, for Pemja would garble it."""
    return name[len(ESCAPED) :].encode("ascii").decode("unicode_escape")


def _is_straight(namespace: dict[str, Any], name: str) -> bool:
    """Whether Python reads the name in the source of a function as Java means it."""
    parts = name.split(".")
    return (
        name.isascii()
        and all(part.isidentifier() and not iskeyword(part) for part in parts)
        and parts[0] in namespace
        and not parts[0].startswith("__bridge_")
        and not hasattr(builtins, parts[0])  # which would stand in once the name is deleted
    )


# Python 3.11 and newer keep what a name stood for at the last call, and notice when that changes:
# a function whose globals are the namespace finds its target at no price, and yet always anew. What
# most calls return is passed on at once; comparisons with larger numbers would be slower. Each name
# here is a reserved one: any other would hide a function of the user's that has it.
_STRAIGHT = """
def __bridge_make(
    __bridge_check, __bridge_left, __bridge_type, __bridge_int, __bridge_str, __bridge_any
):
    def __bridge_guard({arguments}):
        try:
            __bridge_result = {name}({arguments})
            if __bridge_type(__bridge_result) is __bridge_int:
                if __bridge_result < 0x3fffffff:
                    if __bridge_result > -0x3fffffff:
                        return __bridge_result
            elif __bridge_result is None:
                return None
            elif __bridge_type(__bridge_result) is __bridge_str and __bridge_result.isascii():
                return __bridge_result
            return __bridge_check(__bridge_result)
        except __bridge_any as __bridge_error:
            raise __bridge_left(__bridge_error)
    return __bridge_guard
"""


@lru_cache(maxsize=1024)
def _source(name: str, count: int) -> CodeType:
    arguments = ", ".join(f"__bridge_{n}" for n in range(count))
    source = _STRAIGHT.format(name=name, arguments=arguments)
    return compile(source, "<guard>", "exec", dont_inherit=True)


def _straight(namespace: dict[str, Any], name: str, count: int) -> Callable[..., Any]:
    """For a fixed number of arguments: what most calls are."""
    made: dict[str, Any] = {}
    exec(_source(name, count), namespace, made)
    given = (check_result, on_leaving, type, int, str, BaseException)
    guard: Callable[..., Any] = made["__bridge_make"](*given)
    return guard


def _general(names: dict[str, Any], name: str) -> Callable[..., Any]:
    head, _, rest = name.partition(".")
    follow = attrgetter(rest) if rest else None

    def guard(*arguments: Any, **named: Any) -> Any:
        try:
            target = follow(names[head]) if follow else names[head]
            return check_result(_restoring(target)(*arguments, **named))
        except BaseException as error:  # noqa: BLE001 - Java gets every one
            raise on_leaving(_named(error, names, name))  # noqa: B904 - the same one, mostly

    return guard


def _named(error: BaseException, names: dict[str, Any], name: str) -> BaseException:
    """The same, or the error for a name that is not there."""
    head = name.partition(".")[0]
    if isinstance(error, KeyError) and head not in names and error.args == (head,):
        return NameError(f"name {name!r} is not defined")
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

"""What stands round the Python code that Java calls: a call ends in a result or an exception.

With Pemja alone some results and exceptions end the JVM, and some are lost; see
:mod:`flink_agents_bridge.embedded.results` and :mod:`flink_agents_bridge.embedded.failures`.

What is not private here is called by the Java side, or stands round what it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from types import ModuleType
from typing import Any

from flink_agents_bridge.embedded.failures import on_leaving, take_noted
from flink_agents_bridge.embedded.results import check_result

__all__ = ["take_noted"]

_restores = False
_ONE = "1*"  # in front of the name of a guard that takes one argument
_KEYWORDS = "**"  # in front of the name of a guard that takes keywords
ESCAPED = "\\"  # in front of a name that is written in escapes
_INTEGER = "\0int"  # in front of the hexadecimal digits of an int that Java cannot hand over


def guarded_names(namespace: dict[str, Any]) -> object:
    """Stands for a namespace where Pemja expects a module: ``invoke("alias.name")``.

    Its attributes are guards, made at their first use, one for each name that Java invokes. A guard
    looks its function up at each call, so it is never out of date (N1, N2).
    """

    class Names:
        def __getattr__(self, asked: str) -> Any:
            name = unescaped(asked) if asked.startswith(ESCAPED) else asked
            if name.startswith(_ONE):
                made = _one(namespace, name.removeprefix(_ONE))
            elif name.startswith(_KEYWORDS):
                made = _keywords(namespace, name.removeprefix(_KEYWORDS))
            else:
                made = _guard(namespace, name)
            self.__dict__[asked] = made
            return made

    return Names()


def unescaped(name: str) -> str:
    """A name that Java has written in ASCII, for Pemja would garble it."""
    return name[len(ESCAPED) :].encode("ascii").decode("unicode_escape")


def _finder(names: dict[str, Any], name: str) -> Callable[[], Any]:
    head, _, rest = name.partition(".")
    follow = attrgetter(rest) if rest else None
    return lambda: follow(names[head]) if follow else names[head]


def _one(names: dict[str, Any], name: str) -> Callable[[Any], Any]:
    """For one argument, and written out, since this is what most calls are."""
    head, _, rest = name.partition(".")
    module, space, attribute = names.get(head), None, ""
    if not rest:
        space, attribute = names, head
    elif isinstance(module, ModuleType) and rest in vars(module):
        space, attribute = vars(module), rest
    if _restores or space is None:
        return _guard(names, name)
    find = _finder(names, name)

    def guard(first: Any) -> Any:
        try:
            target = space[attribute] if names[head] is module else find()
            result = target(first)
            if result is None:
                return None
            kind = type(result)
            if kind is int and -0x40000000 < result < 0x40000000:
                return result
            return result if kind is str and result.isascii() else check_result(result)
        except BaseException as error:  # noqa: BLE001 - Java gets every one
            raise on_leaving(_named(error, names, name))  # noqa: B904 - the same one, mostly

    return guard


def _guard(names: dict[str, Any], name: str) -> Callable[..., Any]:
    find = _finder(names, name)

    def guard(*arguments: Any) -> Any:
        try:
            return check_result(_restoring(find())(*arguments))
        except BaseException as error:  # noqa: BLE001
            raise on_leaving(_named(error, names, name))  # noqa: B904

    return guard


def _keywords(names: dict[str, Any], name: str) -> Callable[..., Any]:
    find = _finder(names, name)

    def guard(*arguments: Any, **named: Any) -> Any:
        try:
            return check_result(_restoring(find())(*arguments, **named))
        except BaseException as error:  # noqa: BLE001
            raise on_leaving(_named(error, names, name))  # noqa: B904

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

"""What may go from Python to Java as a result, checked while Python can still say no.

Pemja makes ``null`` of what it cannot convert, and its error appears at a later call, or never
(V1, V2); a value that holds itself, or is very deep, ends the JVM (V3, V4).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

LEAST, MOST = -(2**63), 2**63 - 1
MOST_CONTAINERS = 1000
_MOST_EXPONENT = 2**31 - 1
_HARMLESS = frozenset((type(None), bool, float, bytes))
_CONTAINERS = frozenset((list, tuple, dict))


class UnfitResultError(ValueError):
    """A result that Java cannot be given; the message has its place inside the result."""

    def __init__(self, path: str, what: str, remedy: str) -> None:
        super().__init__(f"Java cannot take the result: at {path}, {what}; {remedy}")
        self.path = path
        self.what = what
        self.remedy = remedy


def check_result(result: Any) -> Any:
    """The same value.

    Raises:
        UnfitResultError: it holds something that would be lost on the way, or end the JVM.
    """
    if type(result) in _CONTAINERS:
        _check_inside(result)
    else:
        _check_alone(result, "$")
    return result


def _check_inside(root: Any) -> None:
    """Walks depth first, without recursion, through what is not known to be harmless."""
    steps: list[str] = []
    inside = [id(root)]
    ancestors = {id(root)}
    open_walks = [_contents(root)]
    while open_walks:
        for step, item in open_walks[-1]:
            if type(item) not in _CONTAINERS:
                _check_alone(item, "".join(["$", *steps, step]))
                continue
            if id(item) in ancestors or len(inside) >= MOST_CONTAINERS:
                raise _endless("".join(["$", *steps[:10], step]), id(item) in ancestors)
            steps.append(step)
            inside.append(id(item))
            ancestors.add(id(item))
            open_walks.append(_contents(item))
            break
        else:
            open_walks.pop()
            ancestors.discard(inside.pop())
            if steps:
                steps.pop()


def _endless(path: str, holds_itself: bool) -> UnfitResultError:
    if holds_itself:
        return UnfitResultError(path, "a container that holds itself", "return a copy without it")
    return UnfitResultError(path, f"over {MOST_CONTAINERS} containers in one another", "flatten it")


def _contents(container: Any) -> Iterator[tuple[str, Any]]:
    """What is in a container, with the step that leads there; most needs no further look."""
    if type(container) is dict:
        try:
            return iter(_entries(container))
        except RuntimeError:  # another thread has changed it meanwhile
            return iter(_entries(container.copy()))
    kinds = set(map(type, container))
    if kinds <= _HARMLESS or (
        kinds == {int} and min(container) >= LEAST and max(container) <= MOST
    ):
        return iter(())
    return ((f"[{n}]", item) for n, item in enumerate(container) if not _is_harmless(item))


def _entries(container: dict[Any, Any]) -> list[tuple[str, Any]]:
    keys = (("{key}", key) for key in container if not _is_harmless(key))
    values = ((f"[{key!a}]", item) for key, item in container.items() if not _is_harmless(item))
    return [*keys, *values]


def _is_harmless(item: Any) -> bool:
    kind = type(item)
    return (
        kind in _HARMLESS
        or (kind is int and LEAST <= item <= MOST)
        or (kind is str and item.isascii())
    )


def _check_alone(value: Any, path: str) -> None:
    if type(value) is int:
        if not LEAST <= value <= MOST:
            raise UnfitResultError(path, "an int beyond 64 bits", "return it as a str")
    elif isinstance(value, str):
        # Pemja shows a subclass as text, too, whatever that comes to.
        if not str(value).isascii():
            _check_text(str(value), path)
    elif isinstance(value, Decimal):
        _check_decimal(value, path)


def _check_text(text: str, path: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        what = "a str with half of a surrogate pair"
        remedy = "encode it with 'surrogatepass' and return the bytes"
        raise UnfitResultError(path, what, remedy) from None


def _check_decimal(value: Decimal, path: str) -> None:
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or abs(exponent) > _MOST_EXPONENT:
        raise UnfitResultError(path, "a Decimal that BigDecimal cannot be", "return it as a str")

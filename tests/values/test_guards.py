"""The guards that Java's calls go through: always the function of the moment (N1, N2)."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import pytest

from flink_agents_bridge.embedded import guard


def guard_of(namespace: dict[str, Any], name: str, count: int | None) -> Any:
    guards = guard.Guards()
    guard.add_guard(guards, "1", namespace, name, count)
    return getattr(guards, "1")


@pytest.mark.parametrize("count", [1, None])
@pytest.mark.parametrize("name", ["f", "m.f", "m.inner.f"])
def test_a_function_is_looked_up_at_each_call(name: str, count: int | None) -> None:
    """N2: what is redefined, rebound or deleted counts from the next call on."""
    inner = types.SimpleNamespace(f=lambda _: "old")
    module = types.SimpleNamespace(f=lambda _: "old", inner=inner)
    namespace: dict[str, Any] = {"f": lambda _: "old", "m": module}
    call = guard_of(namespace, name, count)
    assert [call(1) for _ in range(100)] == ["old"] * 100  # Python has settled on it by now
    namespace["f"] = module.f = inner.f = lambda _: "new"
    assert call(1) == "new"
    namespace["m"] = types.SimpleNamespace(f=lambda _: "other", inner=None)
    assert name == "m.inner.f" or call(1) == ("new" if name == "f" else "other")
    del namespace["f"], namespace["m"]
    with pytest.raises(NameError, match="is not defined"):
        call(1)


@pytest.mark.parametrize(
    "name",
    ["print", "first", "error", "guard", "make", "__bridge_0", "class", "\ufb01", "a-b"],
)
def test_any_name_stands_for_itself_alone(name: str) -> None:
    """N3: also one that Python's source would read in another way, and one of a builtin."""
    namespace: dict[str, Any] = {name: lambda value: ("mine", value)}
    call = guard_of(namespace, name, 1)
    assert call(5) == ("mine", 5)
    del namespace[name]
    with pytest.raises(NameError, match="is not defined"):
        call(5)


@pytest.mark.parametrize("name", ["guard", "make"])
def test_a_dotted_name_begins_in_the_namespace(name: str) -> None:
    """N3: not with something of ours, whatever attributes that has."""
    namespace: dict[str, Any] = {name: types.SimpleNamespace(__call__=lambda value: value + 1)}
    assert guard_of(namespace, f"{name}.__call__", 1)(5) == 6


def names_in(code: types.CodeType) -> Iterator[str]:
    yield from (*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def test_every_name_round_the_users_is_reserved() -> None:
    """N3: a function may have any name but a reserved one; none is hidden by ours, nor ours by it.

    ``isascii`` is an attribute.
    """
    names = set(names_in(guard._source("users", 2)))
    assert {name for name in names if not name.startswith("__bridge_")} == {"users", "isascii"}


def test_a_guard_takes_as_many_arguments_as_it_was_made_for() -> None:
    """R14: the function's own error tells what it was given."""
    namespace: dict[str, Any] = {"f": lambda *given, **named: [*given, *named.values()]}
    for count in range(4):
        given = range(count)
        assert guard_of(namespace, "f", count)(*given) == [*given]
    assert guard_of(namespace, "f", None)(1, 2, 3, 4, five=5) == [1, 2, 3, 4, 5]
    namespace["f"] = lambda: None
    with pytest.raises(TypeError, match="takes 0 positional arguments but 1 was given"):
        guard_of(namespace, "f", 1)(1)


@pytest.mark.parametrize("fit", [0x40000000, -0x40000000, 2**63 - 1, -(2**63), True, "ä", 0.5, b""])
def test_a_fit_result_is_passed_on_as_it_is(fit: object) -> None:
    """V10: on whichever way it was looked at."""
    for count in (1, None):
        assert guard_of({"f": lambda value: value}, "f", count)(fit) is fit


@pytest.mark.parametrize("unfit", [2**63, -(2**63) - 1, "\ud800", [[10**30]], {"a": "\udfff"}])
def test_an_unfit_result_is_refused(unfit: object) -> None:
    """V1, V2: before Pemja makes null of it."""
    for count in (1, None):
        with pytest.raises(ValueError, match="Java cannot take the result"):
            guard_of({"f": lambda value: value}, "f", count)(unfit)

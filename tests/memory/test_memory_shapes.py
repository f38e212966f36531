"""Values that are deep, wide, cyclic, shared, or changed by another thread meanwhile."""

from __future__ import annotations

import contextlib
import sys
import threading
import tracemalloc
import types
import typing

import pytest

from flink_agents_bridge.memory import (
    MAX_DEPTH,
    MemoryValueError,
    is_memory_value,
    to_memory_value,
    validate_memory_value,
)
from flink_agents_bridge.memory.values import conforms


def nested(levels: int, leaf: object = None) -> typing.Any:
    """Return ``levels`` containers in one another, lists and dicts in turn."""
    value = leaf
    for level in range(levels):
        value = [value] if level % 2 else {"k": value}
    return value


def paths(value: object) -> list[str]:
    """Return the paths of the offences of a value that must be refused."""
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", value)
    return [offence.path for offence in caught.value.offences]


def test_the_stated_depth_is_the_limit() -> None:
    """V4: MAX_DEPTH containers in one another pass, one more does not."""
    assert MAX_DEPTH == 100
    validate_memory_value("p", nested(MAX_DEPTH))
    validate_memory_value("p", nested(MAX_DEPTH, leaf="x"))
    [path] = paths(nested(MAX_DEPTH + 1))
    assert path == "$" + "[0].k" * 50 or path == "$" + ".k[0]" * 50
    assert to_memory_value(nested(MAX_DEPTH)) == nested(MAX_DEPTH)


def test_ten_thousand_levels_are_refused_without_recursion() -> None:
    """V4: neither pass recurses, and the converter stops at the limit."""
    value = nested(10_000)
    frame: types.FrameType | None = sys._getframe()
    used = 0
    while frame is not None:
        used, frame = used + 1, frame.f_back
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(used + 40)
    try:
        with pytest.raises(MemoryValueError, match="at most 100 containers in one another"):
            validate_memory_value("p", value)
    finally:
        sys.setrecursionlimit(limit)
    with pytest.raises(MemoryValueError, match="at most 100 containers in one another"):
        to_memory_value(value)
    while value:  # or its end recurses in C
        value = value["k"] if type(value) is dict else value[0]


def test_an_empty_container_counts_as_a_level() -> None:
    """V4: the limit goes by containers, not by what they hold."""
    assert is_memory_value(nested(MAX_DEPTH - 1, leaf=[]))
    assert not is_memory_value(nested(MAX_DEPTH, leaf=[]))
    assert not is_memory_value(nested(MAX_DEPTH, leaf={}))


def test_wide_values_pass() -> None:
    """R19: there is no limit of size."""
    validate_memory_value("p", {"list": [0] * 200_000, **{f"k{i}": i for i in range(50_000)}})


def test_cycles_are_refused_where_they_close() -> None:
    """V3: of lists, dicts and both, and the rest of the value is still looked at."""
    ring: list[object] = [1]
    ring.append({"again": ring})
    own: dict[str, object] = {}
    own["self"] = own
    assert not is_memory_value(ring)
    assert paths({"a": ring, "b": own, "c": ()}) == ["$.a[1].again", "$.b.self", "$.c"]
    with pytest.raises(MemoryValueError, match="does not hold itself"):
        to_memory_value(ring)


def test_shared_references_are_no_cycle() -> None:
    """R19: each place gets its own copy in Java."""
    shared = {"x": [1]}
    validate_memory_value("p", [shared, shared, {"again": shared, "inner": [shared["x"]] * 3}])
    assert to_memory_value((shared, shared)) == [shared, shared]


def test_ten_offences_are_listed_and_the_rest_is_mentioned() -> None:
    """R20: a value of a million offences costs ten lines."""
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", [()] * 1_000_000)
    assert [offence.path for offence in caught.value.offences] == [f"$[{i}]" for i in range(10)]
    assert caught.value.more
    assert str(caught.value).endswith("\n  ... and more")


def test_exactly_ten_offences_are_all() -> None:
    """R20: nothing more is claimed than there is."""
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("p", [()] * 10)
    assert len(caught.value.offences) == 10
    assert not caught.value.more


def test_the_check_holds_no_list_of_all_nodes() -> None:
    """R19: extra memory goes by depth, not by size."""

    def peak(value: object) -> int:
        conforms(value)
        tracemalloc.start()
        try:
            conforms(value)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def value(size: int) -> object:
        return [{"k": [1.5, "x"], "l": {}} for _ in range(size)]

    assert peak(value(50_000)) <= peak(value(50)) + 512
    assert peak(nested(MAX_DEPTH)) < MAX_DEPTH * 200


class At:
    """Runs an action of another thread once, when a traced function holds certain locals."""

    def __init__(
        self,
        name: str,
        when: typing.Callable[[dict[str, typing.Any]], bool],
        action: typing.Callable[[], object],
    ) -> None:
        self._name = name
        self._when = when
        self._action: typing.Callable[[], object] | None = action

    def __call__(self, frame: types.FrameType, event: str, _arg: object) -> typing.Any:
        """Trace the calls of the one function, line by line."""
        if event == "call" and frame.f_code.co_name != self._name:
            return None
        if self._action and self._when(frame.f_locals):
            other = threading.Thread(target=self._action)
            self._action = None
            other.start()
            other.join()
        return self


@contextlib.contextmanager
def traced(at: At) -> typing.Iterator[None]:
    """Let ``at`` watch this thread's calls."""
    before = sys.gettrace()
    sys.settrace(at)
    try:
        yield
    finally:
        sys.settrace(before)


def checked_while(at: At, value: object) -> str:
    """Return the message of the check during which ``at`` did its action."""
    with pytest.raises(MemoryValueError) as caught, traced(at):
        validate_memory_value("p", value)
    return str(caught.value)


CHANGED = "expected a value that no other thread changes meanwhile"


def test_a_dict_that_grows_in_the_first_pass_is_a_clear_error() -> None:
    """R20: another thread adds a key while the values are read."""
    value = {"a": [1, 2], "b": 2}
    message = checked_while(
        At("conforms", lambda names: names.get("item") == 1, lambda: value.update(c=3)), value
    )
    assert f"$: {CHANGED}" in message


def test_a_dict_that_grows_in_the_second_pass_is_named() -> None:
    """R20: the path of the dict that changed, after the offences before it."""
    inner: dict[str, object] = {"a": (), "b": 2}
    grow = At("value_offence", lambda _: True, lambda: inner.update(c=3))
    message = checked_while(grow, {"x": inner})
    assert "$.x.a: expected None" in message
    assert f"$.x: {CHANGED}" in message


def test_a_value_mended_between_the_passes_is_no_silent_success() -> None:
    """R20: what was seen as wrong is never accepted."""
    value: list[object] = [()]
    message = checked_while(At("find_offences", lambda _: True, value.clear), value)
    assert CHANGED in message


def test_is_memory_value_says_no_to_a_dict_that_grows() -> None:
    """R19: no error for a question."""
    value = {"a": [1, 2], "b": 2}
    grow = At("conforms", lambda names: names.get("item") == 1, lambda: value.update(c=3))
    with traced(grow):
        assert not is_memory_value(value)
    assert is_memory_value(value)

"""The stored form of the tool context, and the way back."""

import uuid
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flink_agents_bridge.embedded.tool_context import (
    PlainMemoryView,
    decode,
    encode,
    store_plainly,
)
from flink_agents_bridge.memory import MemoryValueError, validate_memory_value
from tests.memory import strategies
from tests.state.context_values import ID, KINDS, OWN_WAYS, Message, Outer, Role, Schema
from tests.state.jobs.shapes import exact


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_comes_back(name: str) -> None:
    """R21: the stored form is a memory value, and the way back gives what was."""
    value = KINDS[name]
    before = exact(value)
    stored = encode(value)
    validate_memory_value("p", stored)
    assert exact(value) == before
    assert exact(decode(stored)) == before


@pytest.mark.parametrize("name", OWN_WAYS)
def test_models_with_ways_of_their_own_come_back(name: str) -> None:
    """R21: extra arguments hold whatever models a client uses; reading one validates nothing."""
    value = OWN_WAYS[name]
    stored = encode([value])
    validate_memory_value("p", stored)
    [back] = decode(stored)
    assert type(back) is type(value)
    assert back == value
    assert getattr(back, "model_fields_set", None) == getattr(value, "model_fields_set", None)


_uuids_and_more = st.one_of(
    strategies.scalars,
    st.uuids(),
    st.sampled_from([Role.USER, Outer.Level.HIGH, Message, Role]),
    st.text().map("$bridge:".__add__),
    st.sampled_from(
        ["uuid:", "text:", "collection:tuple", "model:", "enum:", "class:", "leaf:complex"]
    ).map("$bridge:".__add__),
)
_contexts = st.recursive(
    _uuids_and_more,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(
            st.uuids() | strategies.texts | st.text().map("$bridge:".__add__), inner, max_size=3
        )
        | st.builds(Message, extra=st.dictionaries(strategies.texts, inner, max_size=2))
    ),
    max_leaves=10,
)


@given(_contexts)
def test_any_mixture_comes_back(value: Any) -> None:
    """R21: in a form that memory takes, whatever is in what."""
    stored = encode(value)
    validate_memory_value("p", stored)
    assert exact(decode(stored)) == exact(value)


@pytest.mark.parametrize(
    "value", [2**63, "\ud800", object(), {(1,): 2}, type(None), lambda: 0], ids=repr
)
def test_what_has_no_form_is_left_for_the_check(value: Any) -> None:
    """R21, R20: it is not dropped and not made up: memory refuses it, with its place."""
    with pytest.raises(MemoryValueError, match=r"\$\.good|\$\.bad"):
        validate_memory_value("p", encode({"good": ID, "bad": value}))


class FakeMemory:
    """Takes what the contract takes, and keeps no order of keys, as Java does."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def get(self, path: str) -> Any:
        """None if there is none."""
        return self.values.get(path)

    def set(self, path: str, value: Any) -> str:
        """Check it and keep it."""
        validate_memory_value(path, value)
        self.values[path] = reordered(value)
        return f"reference to {path}"


def reordered(value: Any) -> Any:
    """A copy whose dicts have their keys the other way round."""
    if type(value) is dict:
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if type(value) is list else value


def test_the_view_gives_back_what_it_was_given() -> None:
    """R21: through a memory that reorders keys; None where there is nothing."""
    memory = FakeMemory()
    view = PlainMemoryView(memory)
    assert view.get("p") is None
    assert view.set("p", KINDS["context"]) == "reference to p"
    assert exact(view.get("p")) == exact(KINDS["context"])


def test_the_view_stores_a_text() -> None:
    """R21: in ASCII, since Java's texts and Python's differ beyond it; bytes are in it, too."""
    memory = FakeMemory()
    view = PlainMemoryView(memory)
    value = {ID: [Message(content="\u00e9\U0001f600"), b"\x00\xff", {"$bridge:bytes": "AA=="}]}
    view.set("p", value)
    stored = memory.values["p"]
    assert type(stored) is str
    assert stored.isascii()
    assert exact(view.get("p")) == exact(value)


def test_the_view_refuses_what_has_no_form() -> None:
    """R20, R21: with the place inside of the value; nothing is stored."""
    memory = FakeMemory()
    with pytest.raises(MemoryValueError, match=r"\$\.bad"):
        PlainMemoryView(memory).set("p", {"bad": object()})
    assert memory.values == {}


def release_module(**more: Callable[..., Any]) -> ModuleType:
    """A module of the shape of 0.2.x: functions that use memory as theirs do."""

    def update(memory: Any, request: uuid.UUID, messages: list[Message]) -> list[Message]:
        context = memory.get("calls") or {}
        context.setdefault(request, []).extend(messages)
        memory.set("calls", context)
        return list(context[request])

    def save(memory: Any, event: uuid.UUID, *, schema: Any) -> None:
        memory.set("events", {**(memory.get("events") or {}), event: {"schema": schema}})

    def take(memory: Any, event: uuid.UUID) -> Any:
        return (memory.get("events") or {}).pop(event, {})

    module = ModuleType("chat_model_action_of_the_test")
    functions = {
        "_update_tool_call_context": update,
        "_save_tool_request_event_context": save,
        "_get_tool_request_event_context": take,
        **more,
    }
    for name, function in functions.items():
        function.__name__ = name
        setattr(module, name, function)
    return module


def test_the_functions_of_the_release_work_on_the_view() -> None:
    """R21: they look up, extend and pop by UUID, over a memory that takes contract values only."""
    module = release_module()
    memory = FakeMemory()
    with pytest.raises(MemoryValueError):
        module._update_tool_call_context(memory, ID, [Message()])
    store_plainly(module)
    first, second = Message(content="1"), Message(extra={"id": ID})
    assert exact(module._update_tool_call_context(memory, ID, [first])) == exact([first])
    assert exact(module._update_tool_call_context(memory, ID, [second])) == exact([first, second])
    module._save_tool_request_event_context(memory, ID, schema=Schema(held=Role))
    context = module._get_tool_request_event_context(memory, ID)
    assert context["schema"].held is Role
    assert module._get_tool_request_event_context(memory, uuid.UUID(int=9)) == {}


def test_a_release_that_stores_plain_values_is_left_alone() -> None:
    """R21: 0.3.x has its own stored form, which is known by ``_serialize_messages``."""
    module = release_module(_serialize_messages=lambda: None)
    before = dict(vars(module))
    store_plainly(module)
    assert vars(module) == before


@pytest.mark.parametrize(
    "missing", ["_update_tool_call_context", "_get_tool_request_event_context"]
)
def test_a_missing_function_changes_nothing(missing: str) -> None:
    """R21: all functions get the view or none does: half of them would not fit the other half."""
    module = release_module()
    delattr(module, missing)
    before = dict(vars(module))
    with pytest.raises(AttributeError, match=missing):
        store_plainly(module)
    assert vars(module) == before

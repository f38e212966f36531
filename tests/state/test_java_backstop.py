"""Python objects that reach the release's Java memory past the Python check."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.bridge.calls import JavaError, JvmDiedError
from tests.state.conftest import Memory, Start

PLACES = [
    "$",
    "$[1]",
    "$[0]",
    '$["order"]',
    "$.key",
    "$[2]",
    "$.name",
    '$["orders"][0].name',
]


@pytest.fixture
def root(memory: Memory) -> Any:
    """The release's ``MemoryObjectImpl``, as a Java action gets it."""
    made = memory.rocks.open("SHORT_TERM")
    memory.rocks.persist()
    return made


@pytest.fixture
def handle(memory: Memory) -> Iterator[Any]:
    """A Python object in Java's hands."""
    made = memory.session.owner.invoke(memory.interpreter, "make_uuid", 1)
    yield made
    memory.session.owner.call(made, "close")


@pytest.mark.parametrize("place", PLACES)
def test_java_code_stores_no_handle(memory: Memory, root: Any, handle: Any, place: str) -> None:
    """B9: bare, in lists, sets, maps, arrays and fields; the error names path and place."""
    values = memory.session.jvm.view.state.Hiding.of(handle)
    assert sorted(values) == sorted(PLACES)
    before = memory.rocks.writes()
    with pytest.raises(JavaError, match=r"memory path 'order\.x'") as caught:
        memory.session.owner.call(root, "set", "order.x", values[place])
    assert caught.value.kind == "MemoryHandleException"
    assert f"{place} is a Python object (" in str(caught.value)
    memory.rocks.persist()
    assert not root.isExist("order.x")
    assert memory.rocks.writes() == before


def test_java_code_stores_plain_values(memory: Memory, root: Any) -> None:
    """B9: what holds no Python object is stored and read."""
    values = memory.session.jvm.view.state.Hiding.of("text")
    for number, place in enumerate(PLACES):
        memory.session.owner.call(root, "set", f"plain.{number}", values[place])
    assert root.get("plain.6").getValue().name() == "text"


def test_a_thread_of_python_stores_no_handle(memory: Memory, root: Any) -> None:
    """B9, V11: the Java exception reaches the thread; the JVM lives."""
    told = memory.session.owner.invoke(memory.interpreter, "store_from_thread", root, 1)
    assert "MemoryHandleException" in told
    assert "memory path 'x'" in told
    assert not root.isExist("x")


def test_a_handle_of_a_python_thread_is_usable(memory: Memory) -> None:
    """V11, B6: passed to a Java method that is no memory, it works there."""
    witness = memory.session.witness(memory.interpreter)
    memory.session.owner.invoke(memory.interpreter, "keep_from_thread", witness, 5)
    kept = memory.session.owner.call(witness, "kept")
    assert memory.session.owner.call(kept, "getAttr", "hex") == f"{5:032x}"
    memory.session.owner.call(kept, "close")


def test_a_handle_of_a_python_thread_kills_the_bare_jvm(start_memory: Start) -> None:
    """V11: the same without the bridge is the end of the JVM."""
    with start_memory(None) as memory:
        witness = memory.session.witness(memory.interpreter)
        memory.session.owner.invoke(memory.interpreter, "keep_from_thread", witness, 5)
        kept = memory.session.owner.call(witness, "kept")
        with pytest.raises(JvmDiedError):
            memory.session.owner.call(kept, "getAttr", "hex")
    assert memory.session.has_died()

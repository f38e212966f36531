"""Texts that begin like a byte order mark, which Pemja takes for one when Java hands them back."""

import pytest

from tests.state.conftest import Memory, Start
from tests.state.jobs.shapes import exact

as_value_and_key = pytest.mark.parametrize("as_key", [False, True], ids=["value", "key"])


def is_refused_or_kept(memory: Memory, text: str, as_key: bool) -> bool:
    """Whether the text is in the contract or out of it; there is no third outcome."""
    unchanged = exact([{text: 1}] if as_key else [text])
    return memory.ask("marked_text", text, as_key) in ("MemoryValueError", unchanged)


@as_value_and_key
@pytest.mark.parametrize("text", ["\ufeff", "\ufeffabc", "\ufffeab"], ids=ascii)
def test_refused_or_given_back(memory: Memory, text: str, as_key: bool) -> None:
    """R19: without a check the mark is lost, or the bytes of every character are turned round."""
    assert is_refused_or_kept(memory, text, as_key)


@as_value_and_key
def test_half_a_surrogate_pair_once_turned_round(start_memory: Start, as_key: bool) -> None:
    """R19: without a check Pemja has no object to put into the list, and the JVM dies."""
    with start_memory({}) as memory:
        assert is_refused_or_kept(memory, "\ufffe\u00d8", as_key)

"""Texts that begin like a byte order mark, which Pemja takes for one when Java hands them back."""

import pytest

from tests.state.conftest import Memory
from tests.state.jobs.shapes import exact


@pytest.mark.parametrize("as_key", [False, True], ids=["value", "key"])
@pytest.mark.parametrize("text", ["\ufeff", "\ufeffabc", "\ufffeab", "\ufffe\u00d8"], ids=ascii)
def test_refused_or_given_back(memory: Memory, text: str, as_key: bool) -> None:
    """R19: without a check the mark is lost, the bytes are turned round, or the JVM dies.

    The last of the texts makes half a surrogate pair when turned round, for which Pemja has no
    object to put into the list.
    """
    unchanged = exact([{text: 1}] if as_key else [text])
    assert memory.ask("marked_text", text, as_key) in ("MemoryValueError", unchanged)

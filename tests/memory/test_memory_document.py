"""The contract's page is what the code does (R22)."""

from __future__ import annotations

import pytest

from flink_agents_bridge.memory import MAX_DEPTH, MemoryValueError, validate_memory_value
from flink_agents_bridge.memory.catalogue import REFUSALS
from flink_agents_bridge.memory.rows import CONVERSIONS
from tests.generated import refreshed
from tests.memory import document


def test_the_tables_are_fresh() -> None:
    """R22: `python -m tests.memory.document` mends this."""
    page = document.PAGE.read_text("utf-8")
    assert refreshed(page, document.parts()) == page


def test_every_row_is_in_the_page() -> None:
    """R22: a table cannot be lost with its markers."""
    page = document.PAGE.read_text("utf-8")
    for row in (*CONVERSIONS, *REFUSALS):
        assert f"\n| {row.name} |" in page


def test_the_message_in_the_page_is_real() -> None:
    """R22: as is the limit."""
    page = document.PAGE.read_text("utf-8")
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("ctx", {"a": 1j, "b": [2**63, {3: None}]})
    assert f"```text\n{caught.value}\n```" in page
    assert f"At most {MAX_DEPTH} containers" in page

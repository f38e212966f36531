"""Writes the tables of ``docs/memory-contract.md``: ``python tests/memory/document.py``.

They are made of the catalogue and its examples; a test fails when the page is stale.
"""

from __future__ import annotations

import pathlib
import re

from flink_agents_bridge.memory import MemoryValue
from flink_agents_bridge.memory.catalogue import REFUSALS
from flink_agents_bridge.memory.rows import CONVERSIONS
from tests.memory.examples import EXAMPLES

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "memory-contract.md"
_PART = re.compile(r"(<!-- (conversions|refusals): generated -->\n).*?(<!-- end -->)", re.DOTALL)


def conversions() -> str:
    """Return the table of types with a stored form."""
    lines = [
        "| value | by hand | example | stored | what does not come back |",
        "|---|---|---|---|---|",
    ]
    for row in CONVERSIONS:
        example = next(example for example in EXAMPLES if example.row == row.name)
        cells = (row.name, code(row.write), code(example.source), code(text(example.stored)))
        lines.append(f"| {' | '.join(cells)} | {row.loses or 'nothing'} |")
    return "\n".join(lines) + "\n"


def refusals() -> str:
    """Return the table of types without a stored form."""
    rows = (f"| {row.name} | {row.remedy.replace('write ', '')} |" for row in REFUSALS)
    return "\n".join(["| value | instead |", "|---|---|", *rows]) + "\n"


def text(stored: object) -> str:
    """Return a memory value as source."""
    known: MemoryValue = stored  # type: ignore[assignment]  # a test checks the examples
    return repr(known)


def code(source: str) -> str:
    """Return inline code that a table cell can hold."""
    return f"`{source}`".replace("|", "\\|")


def refreshed(page: str) -> str:
    """Return ``page`` with its tables made anew."""
    made = {"conversions": conversions, "refusals": refusals}
    return _PART.sub(lambda part: part[1] + made[part[2]]() + part[3], page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")

"""Writes the tables of ``docs/memory-contract.md``: ``python -m tests.memory.document``.

They are made of the catalogue and its examples; a test fails when the page is stale.
"""

from __future__ import annotations

from flink_agents_bridge.markdown import table
from flink_agents_bridge.memory import MemoryValue
from flink_agents_bridge.memory.catalogue import REFUSALS
from flink_agents_bridge.memory.rows import CONVERSIONS
from tests.generated import DOCS, code, write
from tests.memory.examples import EXAMPLES

PAGE = DOCS / "memory-contract.md"


def conversions() -> str:
    """Return the table of types with a stored form."""
    rows = []
    for row in CONVERSIONS:
        example = next(example for example in EXAMPLES if example.row == row.name)
        shown = map(code, (row.write, example.source, text(example.stored)))
        rows.append([row.name, *shown, row.loses or "nothing"])
    head = ["value", "by hand", "example", "stored", "what does not come back"]
    return "\n".join(table(head, rows)) + "\n"


def refusals() -> str:
    """Return the table of types without a stored form."""
    rows = ((row.name, row.remedy.replace("write ", "")) for row in REFUSALS)
    return "\n".join(table(["value", "instead"], rows)) + "\n"


def text(stored: object) -> str:
    """Return a memory value as source."""
    known: MemoryValue = stored  # type: ignore[assignment]  # a test checks the examples
    return repr(known)


def parts() -> dict[str, str]:
    """Return the generated parts of the page, by name."""
    return {"conversions": conversions(), "refusals": refusals()}


if __name__ == "__main__":
    write(PAGE, parts())

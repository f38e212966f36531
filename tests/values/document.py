"""Writes the tables of ``docs/values.md``: ``python -m tests.values.document``.

They are made of the tables that the tests hold against the real Pemja; a test fails when the page
is stale.
"""

from __future__ import annotations

from flink_agents_bridge.markdown import table
from tests.generated import DOCS, code, write
from tests.values.table import REFUSED, TO_JAVA, TO_PYTHON

PAGE = DOCS / "values.md"


def values(left: str, right: str, rows: dict[str, str]) -> str:
    """Return a table of values that arrive, then of those that are refused."""
    arriving = {kind: text for kind, text in rows.items() if not text.startswith(REFUSED)}
    told = [(kind, code(text)) for kind, text in arriving.items()]
    told += [
        (kind, f"refused: {text.removeprefix(REFUSED)}")
        for kind, text in rows.items()
        if kind not in arriving
    ]
    return "\n".join(table([left, right], told)) + "\n"


def parts() -> dict[str, str]:
    """Return the generated parts of the page, by name."""
    return {
        "to-python": values("Java", "in Python", TO_PYTHON),
        "to-java": values(
            "Python", "in Java", {k.replace("_", " "): v for k, v in TO_JAVA.items()}
        ),
    }


if __name__ == "__main__":
    write(PAGE, parts())

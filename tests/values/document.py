"""Writes the tables of ``docs/values.md``: ``python -m tests.values.document``.

They are made of the tables that the tests hold against the real Pemja; a test fails when the page
is stale.
"""

from __future__ import annotations

import pathlib
import re

from tests.values.table import REFUSED, TO_JAVA, TO_PYTHON

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "values.md"
_PART = re.compile(r"(<!-- (to-python|to-java): generated -->\n).*?(<!-- end -->)", re.DOTALL)


def table(left: str, right: str, rows: dict[str, str]) -> str:
    """Return a table of values that arrive, then of those that are refused."""
    arriving = {kind: text for kind, text in rows.items() if not text.startswith(REFUSED)}
    lines = [f"| {left} | {right} |", "|---|---|"]
    lines += [f"| {kind} | {code(text)} |" for kind, text in arriving.items()]
    lines += [
        f"| {kind} | refused: {text.removeprefix(REFUSED)} |"
        for kind, text in rows.items()
        if kind not in arriving
    ]
    return "\n".join(lines) + "\n"


def code(source: str) -> str:
    """Return inline code that a table cell can hold."""
    return f"`{source}`".replace("|", "\\|")


def refreshed(page: str) -> str:
    """Return ``page`` with its tables made anew."""
    made = {
        "to-python": table("Java", "in Python", TO_PYTHON),
        "to-java": table("Python", "in Java", {k.replace("_", " "): v for k, v in TO_JAVA.items()}),
    }
    return _PART.sub(lambda part: part[1] + made[part[2]] + part[3], page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")

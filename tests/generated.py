"""The parts of a page of ``docs`` that are made of what the tests know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
_PART = re.compile(r"(<!-- ([a-z-]+): generated -->\n).*?(<!-- end -->)", re.DOTALL)


def code(source: str) -> str:
    """Return inline code that a table cell can hold."""
    return f"`{source}`".replace("|", "\\|")


def refreshed(page: str, parts: Mapping[str, str]) -> str:
    """Return ``page`` with its parts made anew; one that nobody makes is a KeyError."""
    return _PART.sub(lambda part: part[1] + parts[part[2]] + part[3], page)


def write(page: Path, parts: Mapping[str, str]) -> None:
    """Bring a page up to date."""
    page.write_text(refreshed(page.read_text("utf-8"), parts), "utf-8")

"""The contract against the tests: no promise without a test that names it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    *(f"R{n}" for n in range(1, 23)),
    *(f"R{n}" for n in range(24, 27)),
    *(f"B{n}" for n in (*range(1, 10), 11, 12, 13)),
]


def sources_of_tests() -> list[Path]:
    """The sources of all tests but this one."""
    java = ROOT.glob("java/*/src/test/**/*.java")
    python = (ROOT / "tests").rglob("*.py")
    return [file for file in (*java, *python) if file != Path(__file__)]


@pytest.fixture(scope="module")
def cited() -> set[str]:
    """Row ids in docstrings and display names, in which tests name them."""
    named: set[str] = set()
    for file in sources_of_tests():
        text = file.read_text(encoding="utf-8")
        quoted = re.findall(r'"""(.+?)"""', text, re.DOTALL) + re.findall(
            r'@DisplayName\(\s*"(.+?)"', text
        )
        named.update(row for words in quoted for row in re.findall(r"\b[RB]\d+\b", words))
    return named


@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_cited_by_a_test(row: str, cited: set[str]) -> None:
    assert row in cited

"""The contract against tests and pages: no promise without a test, no id without a promise."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "contract.md"
ID = re.compile(r"\b[RBVD][1-9]\d?\b")
DEFINED = re.findall(r"^\| ([RBVD]\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
# The tests that the contract's source names for the classes of Flink Agents itself.
NAMED = {
    "PythonActionExecutorTest": (
        "keepsActionConversionInvocationAndAwaitableOnCallingThreadsInterpreter"
    ),
    "JavaResourceAdapterTest": "convertsPythonChatMessageWithCallingThreadsInterpreter",
    "PythonBridgeManagerTest": "openIsNoOpWhenPlanHasNeitherPythonActionsNorResources",
    "ConcurrentChatModelCrossLanguageTest": "ConcurrentChatModelCrossLanguageTest",
    "PythonInterpreterManagerTest": "bindsDifferentInterpretersToDifferentThreads",
    "AsyncExecutorThreadFactoryTest": "AsyncExecutorThreadFactoryTest",
}


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
        named.update(row for words in quoted for row in ID.findall(words))
    return named


def test_the_page_has_each_row_once() -> None:
    assert len(DEFINED) == len(set(DEFINED))
    assert {f"R{n}" for n in range(1, 27)} <= set(DEFINED)


@pytest.mark.parametrize("row", DEFINED)
def test_every_row_is_cited_by_a_test(row: str, cited: set[str]) -> None:
    assert row in cited


def test_tests_cite_rows_that_are_there(cited: set[str]) -> None:
    assert cited <= set(DEFINED)


@pytest.mark.parametrize("page", sorted(PAGE.parent.rglob("*.md")), ids=lambda page: page.stem)
def test_pages_name_rows_that_are_there(page: Path) -> None:
    assert set(ID.findall(page.read_text(encoding="utf-8"))) <= set(DEFINED)


@pytest.mark.parametrize(("kind", "name"), NAMED.items())
def test_the_tests_named_in_the_source_are_there(kind: str, name: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in sources_of_tests()]
    assert any(kind in text and name in text for text in texts)

"""The page about values is what the tests have seen (V9)."""

from flink_agents_bridge.embedded.results import MOST_CONTAINERS
from tests.generated import refreshed
from tests.values import document
from tests.values.table import TO_JAVA, TO_PYTHON


def test_the_tables_are_fresh() -> None:
    """V9: `python -m tests.values.document` mends this."""
    page = document.PAGE.read_text("utf-8")
    assert refreshed(page, document.parts()) == page


def test_every_kind_is_in_the_page() -> None:
    """V9: a table cannot be lost with its markers."""
    page = document.PAGE.read_text("utf-8")
    for kind in (*TO_PYTHON, *(name.replace("_", " ") for name in TO_JAVA)):
        assert f"\n| {kind} |" in page
    assert f"At most {MOST_CONTAINERS} containers" in page

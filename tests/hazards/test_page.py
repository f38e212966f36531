"""What of the page is compared from run to run, and what is not."""

import pytest

from dev.pemja import RELEASES
from tests.hazards.catalogue import Hazard
from tests.hazards.outcomes import Outcome
from tests.hazards.page import Record, comparable, page


@pytest.fixture
def hazard() -> Hazard:
    return Hazard("T1", "a `title()`", lambda _: None, "The fault.", "The cure.", bare="dies")


def written(hazard: Hazard, outcome: Outcome, machine: str = "JDK 17") -> str:
    """A page on which the bare side of the first release is this."""
    record = Record([machine])
    for release in RELEASES:
        record.add(hazard, "bare", release, Outcome("dies", "in here"))
        record.add(hazard, "bridge", release, Outcome("works"))
    record.seen[hazard.name, "bare", RELEASES[0]] = outcome
    assert record.is_complete([hazard])
    return page(record, [hazard])


def test_details_and_machines_may_differ(hazard: Hazard) -> None:
    first = written(hazard, Outcome("dies", "SIGSEGV in a(b)"))
    second = written(hazard, Outcome("dies"), "JDK 25")
    assert first != second
    assert comparable(first) == comparable(second)


def test_classes_may_not(hazard: Hazard) -> None:
    dead, hung = (written(hazard, Outcome(kind, "the same")) for kind in ("dies", "hangs"))
    assert comparable(dead) != comparable(hung)


def test_words_may_not(hazard: Hazard) -> None:
    other = Hazard("T1", hazard.title, hazard.run, "The fault.", "Another cure.", bare="dies")
    texts = [written(each, Outcome("dies")) for each in (hazard, other)]
    assert comparable(texts[0]) != comparable(texts[1])


def test_what_did_not_work_stays(hazard: Hazard) -> None:
    """Seen on any CPython or JDK, it is not covered by what is seen on the next."""
    record = Record([])
    for outcome in (Outcome("works"), Outcome("dies", "once"), Outcome("works")):
        record.add(hazard, "bridge", RELEASES[-1], outcome)
    assert record.seen[hazard.name, "bridge", RELEASES[-1]] == Outcome("dies", "once")


def test_an_incomplete_record(hazard: Hazard) -> None:
    record = Record([])
    record.add(hazard, "bare", RELEASES[0], Outcome("dies"))
    assert not record.is_complete([hazard])

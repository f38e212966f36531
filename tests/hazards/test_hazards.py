"""Every hazard: there without the bridge, gone under it; the page says what was seen."""

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest

from dev.pemja import RELEASES
from flink_agents_bridge.explain import judge, read_crash
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.outputs import write_whole
from tests.hazards import handles, jobs, locks, names, references, threads, values
from tests.hazards.catalogue import HAZARDS, Hazard
from tests.hazards.environments import FLINKS, RELEASED, ROOT, Environment, further
from tests.hazards.outcomes import Outcome
from tests.hazards.page import Record, comparable, page
from tests.hazards.showing import Showing

PAGE = ROOT / "docs" / "hazards.md"
MADE = ROOT / "build" / "hazards.md"
# Their import has entered them into the catalogue.
SCENARIOS = (threads, locks, jobs, names, handles, references, values)
TABLE = sorted(HAZARDS, key=lambda hazard: ("TNHV".index(hazard.row[0]), int(hazard.row[1:])))
IN_A_JVM = [hazard for hazard in TABLE if not hazard.job]
# A JVM may hang for a minute where it could have crashed.
pytestmark = pytest.mark.timeout(600)

each_release = pytest.mark.parametrize("environment", RELEASED, ids=str)
each_hazard = pytest.mark.parametrize("hazard", IN_A_JVM, ids=lambda hazard: hazard.name)
each_job = pytest.mark.parametrize(
    "hazard", [hazard for hazard in TABLE if hazard.job], ids=lambda hazard: hazard.name
)


def see(record: Record, hazard: Hazard, side: str, release: str, outcome: Outcome) -> None:
    """Note it, and see that it is what the catalogue says."""
    record.add(hazard, side, release, outcome)
    wanted = hazard.bare_kind(release) if side == "bare" else hazard.bridge_kind(release)
    assert outcome.kind == wanted, f"{hazard.name}, {side}, Pemja {release}: {outcome}"
    if outcome.kind == "dies":
        assert outcome.crash is not None
        explained(hazard, side, outcome.crash)


def explained(hazard: Hazard, side: str, file: Path) -> None:
    """Its crash file is told to be of this hazard, and whether the bridge was there."""
    verdict = judge(read_crash(file))
    names = [named.name for named in verdict.hazards]
    assert hazard.name in names, f"{hazard.name} is told to be {names} ({verdict.signature})"
    assert verdict.bridge == ("absent" if side == "bare" else "live")
    if side == "bridge":
        assert not verdict.prevented


@each_release
@each_hazard
def test_without_the_bridge(
    hazard: Hazard,
    environment: Environment,
    show: Callable[[Environment], Showing],
    record: Record,
) -> None:
    """T1, T3-T9, N1-N4, H1-H6, V9, V11: the fault is there, in a JVM of its own."""
    release = environment.release
    outcome = show(environment).bare(hazard, hazard.bare_kind(release))
    see(record, hazard, "bare", release, outcome)


@pytest.mark.parametrize("shown", [*RELEASED, *further()], ids=str, indirect=True)
@each_hazard
def test_under_the_bridge(hazard: Hazard, shown: Showing, record: Record) -> None:
    """T1, T3-T9, N1-N4, H1-H6, V9, V11: it is gone, on every CPython and JDK that is there."""
    release = shown.environment.release
    see(record, hazard, "bridge", release, shown.bridged(hazard))


@pytest.mark.parametrize("side", ["bare", "bridge"])
@each_release
@each_job
def test_of_a_job(
    hazard: Hazard, environment: Environment, side: str, record: Record, tmp_path: Path
) -> None:
    """T2: the demo's job, unmodified."""
    outcome = jobs.run_job(environment, tmp_path, protected=side == "bridge")
    see(record, hazard, side, environment.release, outcome)


def test_the_releases(installation: Installation) -> None:
    """T1-T9: Flink's own Pemja is the one that the table has in its last columns."""
    assert installation.pemja == FLINKS == RELEASES[-1]


def test_every_row_has_its_scenario() -> None:
    """T1-V11: the table leaves no row out."""
    rows = [*(f"T{n}" for n in range(1, 10)), *(f"N{n}" for n in range(1, 5))]
    rows += [*(f"H{n}" for n in range(1, 7)), "V9", "V11"]
    assert list(dict.fromkeys(hazard.row for hazard in TABLE)) == rows


def test_the_page(record: Record, request: pytest.FixtureRequest) -> None:
    """T1-V11: docs/hazards.md has the table that the tests of this run have made."""
    assert record.is_complete(TABLE), "it needs what all of tests/hazards sees: run that"
    made = page(record, TABLE)
    MADE.parent.mkdir(exist_ok=True)
    MADE.write_text(made, encoding="utf-8")
    if request.config.getoption("write_hazards", default=False):
        write_whole(PAGE, made)
    kept = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    change = difflib.unified_diff(
        comparable(kept).splitlines(), comparable(made).splitlines(), str(PAGE), "now", n=0
    )
    assert comparable(made) == comparable(kept), "run `make hazards`:\n" + "\n".join(change)

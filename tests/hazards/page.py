"""The table as a page, and what of it must be the same from run to run."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dev.pemja import RELEASES
from flink_agents_bridge.markdown import table
from tests.hazards.catalogue import Hazard
from tests.hazards.outcomes import Outcome

SIDES = ("bare", "bridge")
_DETAIL = re.compile(r" \([^|]*\)(?= \|)")
_MADE_ON = "Made on "
_TITLE = "# Hazards of Pemja, without and under the bridge"
_ORIGIN = (
    "This page is written by the tests in `tests/hazards` (`make hazards`) from what they have "
    "seen; `make test` fails when it sees anything else."
)
_LEGEND = (
    "A cell is what was seen: *dies* (the JVM; with its signal and where), *hangs*, *wrong*, "
    "*leaks*, *error* or *works*. Bare means that each scenario ran in a JVM of its own with Pemja "
    "as it is. Under the bridge each ran with both releases on the first CPython and JDK above, "
    "and with the later one on each of the others; a cell is what was seen on all of them. T2 is a "
    "real job, which ran on the first CPython and JDK only."
)


@dataclass
class Record:
    """What was seen: by hazard, side and release; and where."""

    machine: list[str]
    seen: dict[tuple[str, str, str], Outcome] = field(default_factory=dict)

    def add(self, hazard: Hazard, side: str, release: str, outcome: Outcome) -> None:
        """Note what was seen; what works takes no place from what does not, seen elsewhere."""
        key = hazard.name, side, release
        if key not in self.seen or outcome.kind != "works":
            self.seen[key] = outcome

    def is_complete(self, hazards: Sequence[Hazard]) -> bool:
        """Whether each cell of the table is there."""
        return all(key in self.seen for hazard in hazards for key in cells(hazard))


def cells(hazard: Hazard) -> list[tuple[str, str, str]]:
    """The keys of a hazard's cells, in the table's order."""
    return [(hazard.name, side, release) for release in RELEASES for side in SIDES]


def page(record: Record, hazards: Sequence[Hazard]) -> str:
    """All of ``docs/hazards.md``."""
    return "\n".join([*_head(record), *_table(record.seen, hazards), "", *_words(hazards)]) + "\n"


def comparable(text: str) -> str:
    """A page without what may differ: where it was made, and details behind a class."""
    lines = [line for line in text.splitlines() if not line.startswith(_MADE_ON)]
    return "\n".join(_DETAIL.sub("", line) for line in lines)


def _head(record: Record) -> list[str]:
    return [_TITLE, "", _ORIGIN, _MADE_ON + ", ".join(record.machine) + ".", "", _LEGEND, ""]


def _table(seen: Mapping[tuple[str, str, str], Outcome], hazards: Sequence[Hazard]) -> list[str]:
    titles = [f"{_side(side)}, Pemja {release}" for release in RELEASES for side in SIDES]
    rows = (
        [
            hazard.row,
            hazard.title,
            *(_cell(hazard, side, release, seen) for _, side, release in cells(hazard)),
        ]
        for hazard in hazards
    )
    return table(["row", "hazard", *titles], rows)


def _side(side: str) -> str:
    return "under the bridge" if side == "bridge" else "bare"


def _cell(
    hazard: Hazard, side: str, release: str, seen: Mapping[tuple[str, str, str], Outcome]
) -> str:
    outcome = seen[hazard.name, side, release]
    if side == "bare":
        return str(outcome)
    mark = "**cannot be cured**: " if release in hazard.incurable else ""
    return f"{mark}{outcome}" if mark else f"**{outcome}**"


def _words(hazards: Sequence[Hazard]) -> list[str]:
    told = (
        f"- **{hazard.row}, {hazard.title}.** {hazard.fault} *Closed by:* {hazard.cure}"
        for hazard in hazards
        if hazard.fault
    )
    return ["## What each is", "", *told]

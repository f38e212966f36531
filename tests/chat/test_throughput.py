"""The measurement of throughput, in a form that judges no time (``make throughput`` does)."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.throughput import jvms, measure
from benchmarks.throughput.figures import compare, ratio_of
from benchmarks.throughput.jvms import SIDES, Side, Span
from benchmarks.throughput.measure import GOAL, KINDS, MORE, SAFE, Measurement

RECORDS = 20


@pytest.mark.timeout(600)
def test_it_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B1: the same job in four JVMs, two of them under the bridge; every result is there.

    The page of an earlier run is replaced as a whole.
    """
    page, kept = tmp_path / "page.md", tmp_path / "kept.md"
    page.write_text("as it was")
    kept.hardlink_to(page)
    [kind, *_] = KINDS
    options = ["--sets=1", "--rounds=1", "--warm-up=0", f"--records={RECORDS}", "--goal=0"]
    monkeypatch.setattr(sys, "argv", ["measure", *options, f"--kind={kind}", f"--page={page}"])
    made: list[Measurement] = []

    def reaches(self: Measurement, goal: float) -> bool:
        made.append(self)
        return goal == 0

    monkeypatch.setattr(Measurement, "reaches", reaches)
    assert measure.main() == 0
    [by] = made[0].spans.values()
    assert {side: [span.results for span in spans] for side, spans in by.items()} == {
        side: [RECORDS * MORE.get(kind, 1)] for side in SIDES
    }
    assert all(s.seconds > 0 and s.cpu_seconds > 0 for spans in by.values() for s in spans)
    assert page.read_text().count(f"| {kind} | protected |") == 2
    assert kept.read_text() == "as it was"


@pytest.mark.timeout(30)
def test_a_jvm_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed with all that it has started, and the end of its log is told."""
    monkeypatch.setattr(jvms, "_PATIENCE", 0.5, raising=False)
    log = tmp_path / "bare" / "log"
    log.parent.mkdir()
    log.write_text("its last words")
    pipe = subprocess.PIPE
    command = ["sh", "-c", "echo other; sleep 60 & sleep 60"]
    with subprocess.Popen(
        command, text=True, stdin=pipe, stdout=pipe, start_new_session=True
    ) as process:
        told = r"JVM of bare has not answered within 0\.5 s.*--records.*its last words"
        with pytest.raises(RuntimeError, match=f"(?s){told}"):
            Side(process, log).run(tmp_path, tmp_path)


def test_ratios() -> None:
    """Pairs are compared, not sides; half the processor time is twice as good."""
    bare = [Span(101, 1.0, 1.0), Span(101, 2.0, 2.0), Span(101, 4.0, 4.0)]
    slower = [Span(101, span.seconds / 0.9, span.cpu_seconds / 0.5) for span in bare]
    told = compare(bare, slower)
    assert told.throughput.median == pytest.approx(0.9)
    assert told.of_medians == pytest.approx(0.9)
    assert told.cpu.median == pytest.approx(0.5)
    same = compare(bare, bare)
    assert (same.throughput.least, same.throughput.most) == (1.0, 1.0)


def test_the_interval_holds_the_median() -> None:
    """And is within the range of the pairs."""
    ratio = ratio_of([0.9, 1.0, 1.1, 0.95, 1.05])
    assert 0.9 <= ratio.low <= ratio.median == 1.0 <= ratio.high <= 1.1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seconds", [1.0, 1.1])
def test_the_goal(kind: str, seconds: float) -> None:
    """The protected rate of the job that is safe without the bridge must reach it."""
    measurement = Measurement(list(KINDS))
    for by in measurement.spans.values():
        for side in SIDES:
            by[side] += [Span(11, 1.0, 1.0)] * 3
    measurement.spans[kind]["protected"] = [Span(11, seconds, 1.0)] * 3
    assert measurement.reaches(GOAL) is (seconds == 1.0 or kind != SAFE)

"""T2: a real job of Flink Agents, also on the Pemja of the Flink before."""

import os
import zipfile
from pathlib import Path

from dev.pemja import release_jar
from flink_agents_bridge.demo.cases import ASYNC, Case
from flink_agents_bridge.demo.runner import Run, Runner
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from tests.bridge.session import Session
from tests.hazards.catalogue import hazard
from tests.hazards.environments import FLINKS, Environment, wheel
from tests.hazards.outcomes import WORKS, Outcome, of_frame

TIMEOUT = 240  # seconds


@hazard(
    "T2",
    "a real job: async action, Java chat model over a Python connection",
    bare={"0.5.5": "error", "0.5.7": "dies"},
    job=True,
)
def job(_: Session) -> None:
    """Flink Agents lets CPython threads and the mailbox thread meet in one interpreter; on Pemja
    0.5.5 the job does not get that far, since CPython threads cannot take the Java objects in
    question (T8, V11).

    Each of these threads has a lane, and on 0.5.5 the record that Pemja follows; the job, which is
    unchanged, completes.
    """


class ReleaseRunner(Runner):
    """Runs the demo's job, with another release of Pemja in the place of Flink's own."""

    def __init__(self, environment: Environment, folder: Path) -> None:
        super().__init__(find_jdk(), folder)
        self._release = environment
        self._optional = folder / "opt"
        if environment.release != FLINKS:
            self._optional.mkdir()
            flinks = find_installation().flink_python_jar
            exchange(flinks, release_jar(environment.release), self._optional)

    def _environment(self, case: Case, work: Path, flags: list[str]) -> dict[str, str]:
        variables = super()._environment(case, work, flags)
        if self._release.release == FLINKS:
            return variables
        packages = [str(wheel(self._release)), variables["PYTHONPATH"]]
        return {
            **variables,
            "FLINK_HOME": str(find_installation().pyflink_folder),
            "FLINK_OPT_DIR": str(self._optional),
            "PYTHONPATH": os.pathsep.join(packages),
        }


def exchange(flink_python: Path, pemja: Path, folder: Path) -> None:
    """Writes flink-python's jar as it would be with another Pemja."""
    made = zipfile.ZipFile(folder / flink_python.name, "w", zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(flink_python) as rest, zipfile.ZipFile(pemja) as classes, made:
        for source, wanted in ((rest, False), (classes, True)):
            for entry in source.infolist():
                if entry.filename.startswith("pemja/") is wanted and not entry.is_dir():
                    made.writestr(entry, source.read(entry))


def run_job(environment: Environment, folder: Path, *, protected: bool) -> Outcome:
    """What becomes of the job."""
    run = ReleaseRunner(environment, folder).run(ASYNC, protected=protected, timeout=TIMEOUT)
    if run.complete:
        return WORKS
    return judged(run)


def judged(run: Run) -> Outcome:
    """What an incomplete job has come to."""
    results = f"{run.verdict.results} of {run.verdict.expected} results"
    if run.died:
        return of_frame("the TaskManager", run.frame or "", run.crash_file)
    if run.outcome.timed_out:
        return Outcome("hangs", results)
    if run.outcome.code != 0:
        return Outcome("error", f"the job fails with {results}")
    return Outcome("wrong", results)

"""The runs of cells that share a standalone cluster: one JobManager and two TaskManagers."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.chat.answers import judge
from benchmarks.chat.cells import Cell
from benchmarks.chat.places import JOB, Places, flags_without_agent
from benchmarks.chat.runs import TIMEOUT, CellRuns, Death, Run, arguments, read_answers, variables
from flink_agents_bridge.flink.agent import option_text, read_report
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.standalone import Cluster, ClusterError, JvmDiedError

_TASK_MANAGERS = 2
_PATIENCE = 120.0  # seconds
_DYING = 10.0  # seconds for which a JVM may write its crash file
_DISALLOW = "-Djava.security.manager=disallow"  # Flink's scripts allow it, newer JDKs do not
_NO_SECURITY_MANAGER = 24  # the JDK


def run_on_one_cluster(places: Places, cells: Sequence[Cell], runs: int) -> Iterator[CellRuns]:
    """Run cells of one way and one JDK, one job at a time, so that a death is one run's.

    After a death or a failed job all TaskManagers are replaced.
    """
    first = cells[0]
    with tempfile.TemporaryDirectory(dir=places.folder, prefix="cluster-") as name:
        folder = Path(name)
        report = folder / "report.jsonl"
        with _cluster(places, first, folder / "cluster", report) as cluster:
            for cell in cells:
                yield _run_cell(places, cluster, cell, runs, folder, report)


def _cluster(places: Places, cell: Cell, folder: Path, report: Path) -> Cluster:
    jdk = find_jdk(feature=cell.jdk)
    options = {"report": report}
    patched = cell.way == "patched"
    return Cluster(
        folder,
        mode=cell.way,  # type: ignore[arg-type]
        jdk=jdk,
        task_managers=_TASK_MANAGERS,
        options=options if cell.way == "agent" else {},
        settings=_settings(cell, jdk),
        python_path=[JOB],
        environment={"FLINK_AGENTS_BRIDGE_OPTIONS": option_text(options)} if patched else {},
        jars=[places.jar],
        patched_jars=places.folder / "patched" if patched and places.patched else None,
    )


def _settings(cell: Cell, jdk: Jdk) -> dict[str, str]:
    """What the agent's flags bring along is given to the other TaskManagers by hand."""
    flags = [] if cell.way == "agent" else flags_without_agent(jdk)
    flags += [_DISALLOW] if jdk.feature >= _NO_SECURITY_MANAGER else []
    return {"env.java.opts.taskmanager": " ".join(flags)} if flags else {}


def _run_cell(
    places: Places, cluster: Cluster, cell: Cell, runs: int, folder: Path, report: Path
) -> CellRuns:
    """Run the job: all runs by one client, but each by its own without the bridge."""
    made = CellRuns(cell)
    start, before = time.monotonic(), report.stat().st_size if report.exists() else 0
    for share in [1] * runs if cell.way == "bare" else [runs]:
        with tempfile.TemporaryDirectory(dir=folder, prefix="answers-") as name:
            made.runs += _submit(places, cluster, cell, share, Path(name))
    made.seconds = time.monotonic() - start
    made.add_report(read_report(report, before))
    return made


def _submit(places: Places, cluster: Cluster, cell: Cell, runs: int, answers: Path) -> list[Run]:
    job = JOB / "chat_job.py" if cell.chat.agent == "python" else places.jar
    death: Death | None = None
    failure: str | None = None
    given = arguments(cell, runs, answers)
    try:
        try:
            cluster.run(job, given, variables(cell), timeout=TIMEOUT)
            cluster.check()
        except ClusterError as error:
            failure = "\n".join(str(error).splitlines()[-30:])
            # The client may hear of a failing job before the JVM that caused it has ended.
            with suppress(ClusterError):
                cluster.wait_for("death", _DYING, lambda: False)
    except JvmDiedError as died:
        death, failure = Death(died.frame or f"no crash file, exit code {died.code}"), None
    if death or failure:
        _replace_task_managers(cluster)
    verdicts = [judge(cell.expected(), read_answers(answers / f"{n}")) for n in range(runs)]
    ended = next((n for n, verdict in enumerate(verdicts) if not verdict.right), runs - 1)
    return [
        Run(verdict, death, failure) if n == ended else Run(verdict)
        for n, verdict in enumerate(verdicts)
    ]


def _replace_task_managers(cluster: Cluster) -> None:
    """The other one may be about to die of the same run, and a job that failed may still run."""
    for index in cluster.task_manager_pids:
        cluster.kill(index)
    for _ in range(_TASK_MANAGERS):  # each that died has been told now
        with suppress(JvmDiedError):
            cluster.check()
    cluster.start_task_managers(_TASK_MANAGERS)
    cluster.wait_for(
        "JobManager without dead TaskManagers",
        _PATIENCE,
        lambda: len(cluster.rest.task_managers()) == _TASK_MANAGERS,
    )

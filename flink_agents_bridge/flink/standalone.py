"""A standalone Flink cluster of one's own: a JobManager and TaskManagers on loopback.

It is made from the package apache-flink with that package's own scripts, and lives while a
``with`` block lasts::

    with Cluster(folder, mode="agent", task_managers=2, python_path=[jobs]) as cluster:
        job = cluster.submit(jobs / "job.py", ["--records=60"])
        cluster.wait_for_state(job, "FINISHED", 60)

Whatever waits here looks at the JVMs meanwhile, and raises ``JvmDiedError`` for one that has died
by itself. One thread uses a cluster.
"""

import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from flink_agents_bridge.flink.cluster_jvm import ClusterJvm
from flink_agents_bridge.flink.cluster_waits import ClusterWaits
from flink_agents_bridge.flink.installation import find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.rest import FlinkRest, RestError
from flink_agents_bridge.flink.standalone_home import ClusterError, HomePlan, Mode
from flink_agents_bridge.jvm.crash import JvmDiedError

__all__ = ["Cluster", "ClusterError", "JvmDiedError", "Mode"]

_SUBMITTED = re.compile(r"JobID ([0-9a-f]{32})")


class Cluster(ClusterWaits):
    """A JobManager and some TaskManagers while the ``with`` block lasts.

    Args:
        folder: for everything that the cluster writes; made here. Logs and crash files stay in its
            ``logs``, checkpoints in ``checkpoints``, savepoints in ``savepoints``; temporary files
            are removed at the end.
        mode: ``agent`` (as ``install`` does it), ``patched`` (as ``patch`` does it) or ``bare``.
        jdk: of the cluster, by default the one of ``find_jdk``; above 21 the client needs a JDK 17.
        task_managers: how many to begin with, two slots each.
        options: of the bridge, for example ``{"report": file}``.
        settings: of Flink, instead of those made here.
        python_path: folders whose modules the jobs import, in TaskManagers too.
        environment: further variables of all JVMs; those of ``submit`` reach the client alone.
        jars: for all jobs.
        patched_jars: a folder with the jars that ``patch`` has made before; without it they are
            made anew, which takes some seconds.
        start_timeout: seconds until all slots must be there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        mode: Mode = "agent",
        jdk: Jdk | None = None,
        task_managers: int = 2,
        options: Mapping[str, object] | None = None,
        settings: Mapping[str, str] | None = None,
        python_path: Iterable[Path] = (),
        environment: Mapping[str, str] | None = None,
        jars: Iterable[Path] = (),
        patched_jars: Path | None = None,
        start_timeout: float = 180.0,
    ) -> None:
        installation = find_installation()
        self.folder = folder.absolute()
        self.jdk = jdk or find_jdk()
        self.mode = mode
        self._plan = HomePlan(
            self.folder,
            mode,
            self.jdk,
            installation,
            options or {},
            settings or {},
            tuple(jars),
            patched_jars,
        )
        packages = installation.flink_python_jar.parents[2]
        self._environment = self._plan.variables([packages, *python_path], environment or {})
        self._wanted = task_managers
        self._start_timeout = start_timeout
        self._jvms: list[ClusterJvm] = []
        self._task_managers: list[ClusterJvm] = []
        self._clients = 0
        self.rest = FlinkRest("")

    def __enter__(self) -> "Cluster":
        self.rest = FlinkRest(self._plan.make())
        try:
            self._start("jobmanager")
            self.start_task_managers(self._wanted)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """End all; raise what nobody has been told yet of a JVM that died."""
        try:
            if error is None:
                self.check()
        finally:
            self._end()

    @property
    def task_manager_pids(self) -> dict[int, int]:
        """The process ids of the TaskManagers that run, by index."""
        return {n: jvm.pid for n, jvm in enumerate(self._task_managers) if jvm.lives()}

    @property
    def pids(self) -> dict[str, int]:
        """The process ids of all JVMs that run, by name."""
        return {jvm.name: jvm.pid for jvm in self._jvms if jvm.lives()}

    @property
    def logs(self) -> Path:
        """The folder of all logs and crash files."""
        return self._plan.logs

    def log(self, index: int) -> str:
        """What a TaskManager has printed; it is its log, too."""
        return self._task_managers[index].output()

    def check(self) -> None:
        """See that all JVMs live.

        Raises:
            JvmDiedError: one does not; each death is told once.
        """
        for jvm in self._jvms:
            jvm.check()

    def kill(self, index: int) -> None:
        """``kill -9`` a TaskManager, and wait until it is gone."""
        self._task_managers[index].kill()

    def start_task_manager(self) -> int:
        """Start one more TaskManager, and wait until it has registered; its index."""
        return self.start_task_managers(1)[0]

    def start_task_managers(self, count: int) -> list[int]:
        """The same with several at once."""
        first = len(self._task_managers)
        self._task_managers += [self._start("taskmanager") for _ in range(count)]
        self._await_task_managers()
        return list(range(first, first + count))

    def submit(
        self,
        job: Path,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        *,
        parallelism: int | None = None,
        savepoint: Path | None = None,
        timeout: float = 180.0,
    ) -> str:
        """``bin/flink run`` without waiting for the job's end; the job's id.

        Raises:
            ClusterError: the client failed, or submitted nothing.
        """
        options = ["-d"]
        options += ["-p", str(parallelism)] if parallelism else []
        options += ["-s", savepoint.as_uri()] if savepoint else []
        told = self._client(options, job, arguments, env or {}, timeout)
        submitted = _SUBMITTED.findall(told)
        if not submitted:
            raise ClusterError(f"{job} submitted no job: its client printed\n{told}")
        return str(submitted[-1])

    def run(
        self,
        job: Path,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        *,
        timeout: float = 180.0,
    ) -> str:
        """``bin/flink run`` to the job's end, for one that collects results; what it printed.

        The job is a Python file, or a jar whose manifest names its main class.

        Raises:
            ClusterError: the client or the job failed.
            JvmDiedError: a JVM of the cluster died meanwhile.
        """
        return self._client([], job, arguments, env or {}, timeout)

    def jcmd(self, index: int, *command: str) -> str:
        """Have a TaskManager's JVM tell something about itself."""
        return self._task_managers[index].jcmd(self.jdk, *command)

    def _start(self, kind: str) -> ClusterJvm:
        number = sum(jvm.kind == kind for jvm in self._jvms)
        script = self._plan.home / "bin" / f"{kind}.sh"
        # In the foreground the JVM takes the script's place, and is a child of this process.
        command = [str(script), "start-foreground"]
        if kind == "taskmanager":
            command += ["-D", f"taskmanager.resource-id={kind}-{number}"]
        jvm = ClusterJvm(kind, number, command, self._plan.logs)
        jvm.start({**self._environment, "FLINK_IDENT_STRING": jvm.name})
        self._jvms.append(jvm)
        return jvm

    def _await_task_managers(self) -> None:
        """All that live; one that was killed stays registered until it is missed."""
        wanted = {jvm.name for jvm in self._task_managers if jvm.lives()}

        def registered() -> bool:
            with suppress(RestError):  # the JobManager has just started
                return wanted <= {told["id"] for told in self.rest.task_managers()}
            return False

        self.wait_for("registration of all TaskManagers", self._start_timeout, registered)

    def _client(
        self,
        options: Sequence[str],
        job: Path,
        arguments: Sequence[str],
        env: Mapping[str, str],
        timeout: float,
    ) -> str:
        command = [str(self._plan.home / "bin" / "flink"), "run", "-m", self.rest.address, *options]
        command += [*_program(job), *arguments]
        client = ClusterJvm("client", self._clients, command, self._plan.logs)
        self._clients += 1
        conf = str(self._plan.client_conf)
        client.start({**self._environment, "FLINK_CONF_DIR": conf, **env})
        try:
            self.wait_for("end of the client", timeout, lambda: not client.lives())
        finally:
            client.kill()
        if client.code != 0:
            raise ClusterError(f"{job} ended with {client.code}; it printed\n{client.output()}")
        return client.output()

    def _end(self) -> None:
        """TaskManagers first, so that none complains of the other's end."""
        for jvms in (self._task_managers, self._jvms):
            for jvm in jvms:
                jvm.ask_to_end()
            for jvm in jvms:
                jvm.end()
        shutil.rmtree(self._plan.scratch)


def _program(job: Path) -> list[str]:
    if job.suffix == ".jar":
        return [str(job)]
    return ["-pyexec", sys.executable, "-pyclientexec", sys.executable, "-py", str(job)]

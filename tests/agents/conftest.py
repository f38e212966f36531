"""The operator of the installed Flink Agents, in jobs that run inside of the test's own JVM."""

import os
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from benchmarks.chat import plans
from benchmarks.chat.places import OPENED, multi_release_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from tests.agents.jobs import COLLECT_EVERY, Jobs
from tests.bridge.conftest import default_jdk, no_core_files, probe_jar
from tests.bridge.session import Place, Session

__all__ = ["OPENED", "default_jdk", "no_core_files", "probe_jar"]

LANES_OF_PLAN: dict[str, object] = {"lanes": 0}
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FACTORIES = "META-INF/services/org.apache.flink.metrics.reporter.MetricReporterFactory"


@pytest.fixture(scope="session")
def java_sources() -> Sequence[Path]:
    """The agents in Java."""
    return sorted((HERE / "java").rglob("*.java"))


@pytest.fixture(scope="session")
def python_folders() -> Sequence[Path]:
    """What else the embedded Python finds modules in."""
    return [HERE / "embedded"]


@pytest.fixture(scope="session")
def prometheus_jar(installation: Installation) -> Path:
    """Flink's reporter for Prometheus, which comes with PyFlink."""
    plugins = installation.flink_python_jar.parent.parent / "plugins"
    [jar] = plugins.glob("metrics-prometheus/*.jar")
    return jar


@pytest.fixture(scope="session")
def agents_jar(
    installation: Installation,
    prometheus_jar: Path,
    default_jdk: Jdk,
    newest_jdk: Jdk,
    java_sources: Sequence[Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The agents in Java, and the executor of 0.3.x for JDK 21 and newer in a multi-release jar."""
    jar = tmp_path_factory.mktemp("agents") / "agents.jar"
    multi_release_jar(
        installation,
        java_sources,
        jar,
        jdk=default_jdk,
        newest=newest_jdk,
        libraries=[prometheus_jar],
    )
    with zipfile.ZipFile(jar, "a") as archive:
        archive.writestr(FACTORIES, "org.apache.flink.metrics.prometheus.QuietReporter")
    return jar


@pytest.fixture(scope="session")
def start_jobs(
    installation: Installation,
    newest_jdk: Jdk,
    probe_jar: Path,
    agents_jar: Path,
    python_folders: Sequence[Path],
    prometheus_jar: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Jobs]:
    """Begin a JVM: ``with start_jobs({"close-deadline": 3}) as jobs``; None is bare."""
    paths = [ROOT, *python_folders, *filter(None, sys.path)]

    def start(agent: dict[str, object] | None, *, jdk: Jdk | None = None, leaked: int = 0) -> Jobs:
        place = Place(
            jdk=jdk or newest_jdk,
            python=sys.executable,
            python_path=os.pathsep.join(map(str, paths)),
            pemja_jar=installation.flink_python_jar,
            probe_jar=probe_jar,
            folder=tmp_path_factory.mktemp("jobs"),
        )
        # The executor stands before the release's own class.
        jars = [agents_jar, *installation.flink_jars[:-1], *installation.flink_agents_jars]
        jars.append(prometheus_jar)
        bridge = None if agent is None else {**LANES_OF_PLAN, **agent}
        return Jobs(Session(place, bridge, options=OPENED, classpath=jars, leaked=leaked))

    return start


@pytest.fixture(scope="module")
def jobs(start_jobs: Callable[..., Jobs]) -> Iterator[Jobs]:
    """One JVM for all jobs of a module that need no options of their own."""
    with start_jobs({"handle-gc": COLLECT_EVERY}) as started:
        yield started


@pytest.fixture(scope="session")
def make_plan() -> Callable[[str], str]:
    """The plan of an agent of ``agent_plans``, made as Flink Agents' client makes it."""
    return lambda agent: plans.make_plan(HERE / "embedded", "agent_plans", f"plan({agent!r})")

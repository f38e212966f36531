"""The real Pemja in JVMs of their own, on each JDK that must be there."""

import os
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import flink_agents_bridge.demo
from dev.pemja import RELEASES, WHEELS, release_folder, release_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.probe import compile_probe
from tests.bridge.session import Place, Session

HERE = Path(__file__).parent
DEMO_JOB = Path(flink_agents_bridge.demo.__file__).parent / "job"
Start = Callable[..., Session]


@pytest.fixture(scope="session")
def default_jdk() -> Jdk:
    """The JDK of every test that does not ask for a certain one."""
    return find_jdk()


@pytest.fixture(params=[17, 25], ids=["jdk17", "jdk25"])
def each_jdk(request: pytest.FixtureRequest) -> Jdk:
    """The two ends of what is supported; a JDK that is not there fails the test."""
    return find_jdk(feature=request.param)


@pytest.fixture(scope="session")
def probe_jar(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of the tests."""
    return compile_probe(installation, default_jdk, tmp_path_factory.mktemp("probe"), "bridge")


@pytest.fixture(scope="session")
def models_jar(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled chat models of the demo."""
    return compile_java(
        sorted(DEMO_JOB.rglob("*.java")),
        tmp_path_factory.mktemp("models") / "models.jar",
        java_home=default_jdk.home,
        classpath=[*installation.flink_jars, *installation.flink_agents_jars],
    )


@pytest.fixture
def place(
    installation: Installation, default_jdk: Jdk, probe_jar: Path, tmp_path: Path
) -> Callable[..., Place]:
    """Where a JVM's parts are; each call stands for another JVM."""
    site_packages = installation.flink_python_jar.parent.parent.parent
    count = iter(range(1000))

    def next_place(jdk: Jdk | None = None) -> Place:
        folder = tmp_path / f"jvm-{next(count)}"
        folder.mkdir()
        return Place(
            jdk=jdk or default_jdk,
            python=sys.executable,
            python_path=os.pathsep.join([str(site_packages), str(HERE / "embedded")]),
            pemja_jar=installation.flink_python_jar,
            probe_jar=probe_jar,
            folder=folder,
        )

    return next_place


@pytest.fixture
def protected(place: Callable[..., Place]) -> Start:
    """Begin a JVM under the agent: ``with protected(lanes=2) as session``."""

    def start(*, jdk: Jdk | None = None, leaked: int = 0, **options: object) -> Session:
        return Session(place(jdk), options, leaked=leaked)

    return start


@pytest.fixture
def unprotected(place: Callable[..., Place]) -> Start:
    """Begin a JVM with Pemja as it is."""
    return lambda jdk=None: Session(place(jdk), None)


@pytest.fixture(params=RELEASES)
def each_pemja(
    request: pytest.FixtureRequest, place: Callable[..., Place], installation: Installation
) -> Start:
    """As ``protected``, with each release of Pemja that a Flink of ours may bring."""
    release: str = request.param
    packages = release_folder(WHEELS, release, ".".join(map(str, sys.version_info[:2])))
    assert packages.is_dir(), f"{packages} is missing: run `make setup`."
    # Pemja logs through them; the release's own classes come first.
    rest = [*(jar for jar in installation.flink_jars if "log4j" in jar.name)]

    def start(**options: object) -> Session:
        here = place()
        path = os.pathsep.join([str(packages), here.python_path])
        here = replace(here, pemja_jar=release_jar(release), python_path=path)
        return Session(here, options, classpath=[*rest, installation.flink_python_jar])

    return start


@pytest.fixture(scope="session", autouse=True)
def no_core_files() -> Iterator[None]:
    """A JVM that dies on purpose writes its crash file only, not its whole memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))

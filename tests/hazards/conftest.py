"""Shows every hazard, keeps what was seen, and makes the page of it."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.conftest import no_core_files
from tests.bridge.probe import compile_probe
from tests.bridge.session import Place
from tests.hazards.environments import (
    RELEASED,
    Environment,
    further,
    machine,
    missing,
    place,
)
from tests.hazards.page import Record
from tests.hazards.showing import Showing

__all__ = ["no_core_files"]

RECORD = pytest.StashKey[Record]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-hazards", action="store_true", help="write docs/hazards.md from what is seen"
    )


@pytest.fixture(scope="session")
def record(pytestconfig: pytest.Config) -> Record:
    """What this run has seen."""
    made = Record(machine([*RELEASED, *further()]))
    pytestconfig.stash[RECORD] = made
    return made


@pytest.fixture(scope="session")
def probe_jar(
    installation: Installation, jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled Java side of all scenarios."""
    folder = tmp_path_factory.mktemp("hazards")
    return compile_probe(installation, jdk, folder, "bridge", "threads", "hazards")


@pytest.fixture(scope="session")
def show(
    installation: Installation, probe_jar: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Environment], Showing]:
    """What shows hazards in an environment."""
    # Pemja logs through them. They come last, so that each release's own classes are used.
    logs = [jar for jar in installation.flink_jars if "log4j" in jar.name]
    folder = tmp_path_factory.mktemp("jvms")
    numbers = count()

    def in_environment(environment: Environment) -> Showing:
        def next_place() -> Place:
            own = folder / str(next(numbers))
            own.mkdir()
            return place(environment, installation, probe_jar, own)

        return Showing(environment, next_place, [*logs, installation.flink_python_jar])

    return in_environment


@pytest.fixture(scope="module")
def shown(
    request: pytest.FixtureRequest, show: Callable[[Environment], Showing]
) -> Iterator[Showing]:
    """One environment under the bridge; its tests share a JVM and run one after the other."""
    showing = show(request.param)
    showing.start()
    yield showing
    showing.close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page is looked at when all that stands on it has been seen."""
    items.sort(key=lambda item: item.name == "test_the_page")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say where the hazards were shown, and where they could not be."""
    record = config.stash.get(RECORD, None)
    if record is not None:
        lacking = [f"CPython {version}" for version in missing()]
        terminalreporter.write_line(
            f"hazards: shown on {', '.join(record.machine)}"
            f"; this machine lacks {', '.join(lacking) or 'nothing'}"
        )

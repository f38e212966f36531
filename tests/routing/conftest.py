"""The JVMs and callers of the bridge's tests, with this folder's Python and Java code in them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from py4j.java_gateway import find_jar_path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.conftest import (  # noqa: F401 fixtures
    default_jdk,
    each_jdk,
    no_core_files,
    place,
    probe_jar,
)
from tests.bridge.session import Place, Session

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def routing_jar(
    installation: Installation,
    default_jdk: Jdk,  # noqa: F811
    probe_jar: Path,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The compiled Java side of these tests."""
    flink_logging = sorted(installation.flink_python_jar.parent.parent.glob("lib/log4j-*.jar"))
    py4j = Path(find_jar_path())
    dist = sorted(installation.flink_python_jar.parent.parent.glob("lib/flink-dist-*.jar"))
    return compile_java(
        sorted((HERE / "java").glob("*.java")),
        tmp_path_factory.mktemp("routing") / "routing.jar",
        java_home=default_jdk.home,
        classpath=[
            installation.flink_python_jar,
            py4j,
            agent_jar(),
            probe_jar,
            *flink_logging,
            *dist,
        ],
    )


@pytest.fixture
def routed(
    installation: Installation,
    routing_jar: Path,
    place: Callable[..., Place],  # noqa: F811
) -> Callable[..., Session]:
    """Begin a JVM under the agent, with Flink's logging: ``with routed(lanes=1) as session``."""

    def start(
        *, jdk: Jdk | None = None, leaked: int = 0, flags: Sequence[str] = (), **options: object
    ) -> Session:
        library = installation.flink_python_jar.parent.parent / "lib"
        parts = [*library.glob("flink-dist-*.jar"), *library.glob("log4j-*.jar")]
        return Session(
            place(jdk).finding(HERE / "embedded"),
            options,
            flags,
            classpath=[routing_jar, *sorted(parts)],
            leaked=leaked,
        )

    return start

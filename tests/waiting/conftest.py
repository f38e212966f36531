"""The operator of the installed Flink Agents with ``idle-waiting``, in JVMs of the test's own."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.chat import plans
from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.agents.conftest import (
    LANES_OF_PLAN,
    OPENED,
    agents_jar,
    default_jdk,
    java_sources,
    no_core_files,
    probe_jar,
    prometheus_jar,
)
from tests.agents.jobs import Jobs
from tests.bridge.session import Place, Session

__all__ = [
    "agents_jar",
    "default_jdk",
    "java_sources",
    "no_core_files",
    "probe_jar",
    "prometheus_jar",
]

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
# Where the build copies Flink's own test harness to.
HARNESS = ROOT / "java" / "weave" / "target" / "flink-tests"


@pytest.fixture(scope="session")
def waiting_jar(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The Java side of these tests."""
    return compile_java(
        sorted((HERE / "java").rglob("*.java")),
        tmp_path_factory.mktemp("waiting") / "waiting.jar",
        java_home=default_jdk.home,
        classpath=[
            agent_jar(),
            *HARNESS.glob("*.jar"),
            *installation.flink_jars,
            *installation.flink_agents_jars,
        ],
    )


@pytest.fixture(scope="session")
def start_waiting(
    installation: Installation,
    default_jdk: Jdk,
    probe_jar: Path,
    agents_jar: Path,
    waiting_jar: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Jobs]:
    """Begin a JVM: ``with start_waiting("on") as jobs``."""
    paths = [ROOT, HERE / "embedded", *filter(None, sys.path)]

    def start(switch: str, *, jdk: Jdk | None = None, **more: str) -> Jobs:
        place = Place(
            jdk=jdk or default_jdk,
            python=sys.executable,
            python_path=os.pathsep.join(map(str, paths)),
            pemja_jar=installation.flink_python_jar,
            probe_jar=probe_jar,
            folder=tmp_path_factory.mktemp("jobs"),
        )
        jars = [
            waiting_jar,
            agents_jar,
            *HARNESS.glob("*.jar"),
            *installation.flink_jars[:-1],
            *installation.flink_agents_jars,
        ]
        bridge = {
            "idle-waiting": switch,
            **LANES_OF_PLAN,
            **{name.replace("_", "-"): more[name] for name in more},
        }
        return Jobs(Session(place, bridge, options=OPENED, classpath=jars))

    return start


@pytest.fixture(scope="session")
def make_plan() -> Callable[..., str]:
    """The plan of an agent of ``waiting_plans``, made as Flink Agents' client makes it."""

    def make(agent: str, threads: int) -> str:
        return plans.make_plan(HERE / "embedded", "waiting_plans", f"plan({agent!r}, {threads})")

    return make

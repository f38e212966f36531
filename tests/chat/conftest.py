"""The chat jobs on the released operator, in JVMs of the test's own on both JDKs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.chat.answers import PAIRS
from benchmarks.chat.plans import make_plan
from flink_agents_bridge.flink.jdk import find_jdk
from tests.agents import conftest as agents
from tests.agents.conftest import (
    agents_jar,
    default_jdk,
    no_core_files,
    probe_jar,
    prometheus_jar,
    start_jobs,
)
from tests.agents.jobs import JAVA_THREADS, Jobs

__all__ = [
    "agents_jar",
    "default_jdk",
    "no_core_files",
    "probe_jar",
    "prometheus_jar",
    "start_jobs",
]

JOB = agents.ROOT / "benchmarks" / "chat" / "job"
EACH = 12  # questions for each pair, all in one job
KEYS = 8
PYTHON_THREADS = 4
HISTORY = 6
PAUSE_MS = "5"
ACTIONS = ("own", "builtin")


@pytest.fixture(scope="session")
def java_sources() -> Sequence[Path]:
    """The chat jobs' agents and models, beside the driver of the other jobs."""
    folders = (agents.HERE / "java", JOB / "java")
    return [source for folder in folders for source in sorted(folder.rglob("*.java"))]


@pytest.fixture(scope="session")
def python_folders() -> Sequence[Path]:
    """Where the chat jobs' modules are."""
    return [JOB]


@pytest.fixture(scope="package", params=[17, 25], ids=["jdk17", "jdk25"])
def feature(request: pytest.FixtureRequest) -> int:
    """The JDK's feature release."""
    return int(request.param)


@pytest.fixture(scope="package")
def jobs(feature: int, start_jobs: Callable[..., Jobs]) -> Iterator[Jobs]:
    """One JVM for all jobs of a module on this JDK."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHAT_PAUSE_MS", PAUSE_MS)
        with start_jobs({}, jdk=find_jdk(feature=feature)) as started:
            yield started


@dataclass(frozen=True)
class Conversations:
    """A job in which all pairs are asked side by side, and the final numbers of its manager."""

    feature: int
    agent: str
    limit: int
    answers: list[str]
    account: dict[str, Any]
    threads_left: list[str]


@pytest.fixture(
    scope="module",
    params=[(agent, action) for agent in ("python", "java") for action in ACTIONS],
    ids="-".join,
)
def run(request: pytest.FixtureRequest, feature: int, jobs: Jobs) -> Conversations:
    """One job of this agent with this kind of action."""
    agent, action = request.param
    before = len(jobs.session.accounts())
    flow = [(str(n % KEYS), pair, str(n), HISTORY) for n in range(EACH) for pair in PAIRS]
    if agent == "python":
        records = [(asked[0], asked) for asked in flow]
        answers = jobs.python(plan_of(action), records).objects()
    else:
        questions = ["|".join(map(str, (*asked, action))) for asked in flow]
        answers = jobs.java(["chatjobs.ChatAgent"], questions).results()
    [account] = jobs.session.accounts()[before:]
    limit = PYTHON_THREADS if agent == "python" else JAVA_THREADS
    return Conversations(feature, agent, limit, answers, account, jobs.threads())


def plan_of(action: str) -> str:
    """The plan of the agent in Python."""
    return make_plan(JOB, "chat_plan", f"plan({action!r}, {PYTHON_THREADS})")

"""Jobs of agents in Java on the released operator.

Its asynchronous pool (0.3.x on JDK 21 and newer) is that of an executor of the same shape.
"""

import re
from collections.abc import Callable
from typing import Any

from flink_agents_bridge.flink.jdk import Jdk
from tests.agents.jobs import OPERATOR, Jobs

RESOURCES = ("javaOverPython", "pythonOverPython", "embedding", "store")
RECORDS = 12
ONCE = 1  # the making of the model's client, by whichever worker asks first (R10)


def questions(how: str, resource: str, count: int = RECORDS) -> list[str]:
    """As many questions, on three keys."""
    return [f"{number % 3}|{how}|{resource}|x{number}" for number in range(count)]


def threads_of(answer: str) -> list[str]:
    """The threads that an answer came by, one for each agent."""
    return answer.split("|")[-1].split("@")[1:]


def balance(account: dict[str, Any]) -> dict[str, Any]:
    """A manager's final numbers; nothing leaked and nothing was refused."""
    assert account["interpretersMade"] == account["interpretersClosed"]
    assert account["interpretersLeaked"] == account["refusedCalls"] == 0
    return account


def test_open_is_no_op_when_plan_has_neither_python_actions_nor_resources(jobs: Jobs) -> None:
    """R1: openIsNoOpWhenPlanHasNeitherPythonActionsNorResources of PythonBridgeManagerTest.

    The plan's own pool is what it is without the bridge, and no thread, interpreter or manager of
    the bridge's has come to be.
    """
    before = jobs.session.events("live"), jobs.session.accounts()
    results = jobs.java(["JavaModels"], questions("async", "javaOverJava")).results()
    assert sorted(result.split("@")[0] for result in results) == sorted(
        f"{question.rpartition('|')[0]}|x{number}"
        for number, question in enumerate(questions("async", "javaOverJava"))
    )
    assert {thread[:5] for result in results for thread in threads_of(result)} == {"pool-"}
    assert (jobs.session.events("live"), jobs.session.accounts()) == before
    assert not jobs.threads()


def test_the_pool_makes_managed_threads(jobs: Jobs) -> None:
    """R3, R9, R10, R12, B1: each call inline on its worker's interpreter; all are joined."""
    before = len(jobs.session.accounts())
    results = jobs.java(["PythonModels"], questions("async", "javaOverPython")).results()
    assert len(results) == RECORDS
    workers = {thread for result in results for thread in threads_of(result)}
    assert 1 < len(workers) <= 3
    assert all(OPERATOR in worker and "-worker-" in worker for worker in workers)
    account = balance(jobs.session.accounts()[before])
    assert account["workerCalls"] == RECORDS + ONCE
    assert account["laneCalls"] == account["lanes"] == 0
    assert account["interpretersMade"] == 1 + len(workers)
    assert account["laneLimit"] == 3
    assert not jobs.threads()


def test_chained_operators_have_pools_of_their_own(jobs: Jobs) -> None:
    """R26, T9: three links on one thread; the pool of each is its own operator's, or plain."""
    before = len(jobs.session.accounts())
    chain = ["PythonModels", "JavaModels", "PythonModels"]
    asked = questions("async", "javaOverPython,javaOverJava,javaOverPython")
    results = jobs.java(chain, asked).results()
    assert len(results) == RECORDS
    first, second, third = (set(link) for link in zip(*map(threads_of, results), strict=True))
    assert {thread[:5] for thread in second} == {"pool-"}
    assert not first & third
    accounts = [balance(account) for account in jobs.session.accounts()[before:]]
    assert [account["workerCalls"] for account in accounts] == [RECORDS + ONCE] * 2
    made = [account["interpretersMade"] - 1 for account in accounts]
    assert sorted(made) == sorted([len(first), len(third)])
    assert not jobs.threads()


TRACEBACK = re.compile(
    r" <- io\.github\.flinkagentsbridge\.pemja\.PythonTraceback: .*?(?=@|\Z)", re.DOTALL
)


def told(jobs: Jobs, how: str) -> list[str]:
    """What each failing call has thrown, with all its causes, as the agent saw it."""
    asked = [question for name in RESOURCES for question in failing(how, name)]
    return sorted(
        answer.replace(f"|{how}|", "|") for answer in jobs.java(["PythonModels"], asked).results()
    )


def failing(how: str, resource: str) -> list[str]:
    """Two failing calls, and one that succeeds in between."""
    asked = questions(how, resource, 3)
    return [asked[0].replace("|x", "|fail"), asked[1], asked[2].replace("|x", "|fail")]


def test_failures_are_the_releases_own(
    start_jobs: Callable[..., Jobs], jobs: Jobs, default_jdk: Jdk
) -> None:
    """R14, R25: class, message and causes of a chat, an embedding and a store's failing call.

    All that the bridge adds is Python's traceback, as a last cause.
    Without the bridge all calls are made on the mailbox thread, where they are safe; with it they
    are made there and on the pool.
    """
    with start_jobs(None, jdk=default_jdk) as bare:
        released = [line.split("@")[0] for line in told(bare, "sync")]
    assert sum("LookupError'>: no answer to fail" in line for line in released) == 8, released
    for how in ("sync", "async"):
        assert [TRACEBACK.sub("", line).split("@")[0] for line in told(jobs, how)] == released

"""The operator's asynchronous pool (0.3.x on JDK 21 and newer), by an executor of its shape."""

from typing import Any

from tests.agents.jobs import OPERATOR, Jobs

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

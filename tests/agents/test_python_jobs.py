"""Jobs of agents in Python on the released operator."""

from collections.abc import Callable
from typing import Any

import psutil
import pytest

from tests.agents.embedded_records import records
from tests.agents.jobs import COLLECT_EVERY, OPERATOR, Jobs
from tests.agents.test_java_jobs import balance

COUNT, THREADS = 300, 4
MODELS = ("javaOverPython", "pythonOverJava")
Start = Callable[..., Jobs]
Plan = Callable[[str], str]


def gateways(jobs: Jobs) -> list[psutil.Process]:
    """The JVMs that the job's own JVM has started."""
    own = psutil.Process(jobs.session.jvm.pid)
    return [p for p in own.children(recursive=True) if "PythonGatewayServer" in p.cmdline()[-1]]


@pytest.fixture(scope="module")
def run(jobs: Jobs, make_plan: Plan) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A job whose actions await models of both languages: what they told, and the account."""
    before = len(jobs.session.accounts())
    answers = jobs.python(make_plan("Awaiting"), records(["x"] * COUNT, MODELS)).objects()
    return answers, jobs.session.accounts()[before]


@pytest.fixture(scope="module")
def answers(run: tuple[list[dict[str, Any]], Any]) -> list[dict[str, Any]]:
    """What the actions told."""
    return run[0]


def test_concurrent_chat_model_cross_language(jobs: Jobs, run: tuple[Any, Any]) -> None:
    """R4, R8, B1: ConcurrentChatModelCrossLanguageTest; each answer once, on a lane or a thread."""
    answers, account = run[0], balance(run[1])
    texts, threads = zip(*(told["answer"].split("@") for told in answers), strict=True)
    assert sorted(texts) == sorted(f"x{number}" for number in range(COUNT))
    lanes = {thread for thread in threads if "-lane-" in thread}
    assert lanes
    assert all(thread.startswith(OPERATOR) for thread in lanes)
    assert len(lanes) <= account["interpretersMade"] - 1 <= account["laneLimit"] == THREADS
    assert account["laneCalls"] == account["laneCallsBySourceKind"]["cpython"] > COUNT / 2
    assert not jobs.threads()


def test_keeps_action_on_calling_threads_interpreter(answers: list[dict[str, Any]]) -> None:
    """R2, R9: keepsActionConversionInvocationAndAwaitableOnCallingThreadsInterpreter.

    Of PythonActionExecutorTest. The input's conversions, the action's first step and its last are
    all on the mailbox thread, which never runs a model.
    """
    steps = {thread for told in answers for thread in told["steps"]}
    assert len(steps) == 1
    assert not steps & {told["answer"].split("@")[1] for told in answers}


def test_no_variable_stays_for_an_awaitable(answers: list[dict[str, Any]]) -> None:
    """B5, H3: not even while an action awaits; ``mend-awaitables``."""
    assert {told["awaitables"] for told in answers} == {0}


def test_live_handles_stay_few(answers: list[dict[str, Any]]) -> None:
    """B5, H3: what the release drops without a close does not pile up."""
    live = [told["handles"] for told in answers]
    print(live[::20])
    assert max(live) < 3 * COLLECT_EVERY < COUNT * 4
    assert min(live[COUNT // 2 :]) < COLLECT_EVERY


def test_a_clean_end_of_input(jobs: Jobs, answers: list[dict[str, Any]]) -> None:
    """R25: the connection in Java is closed, which fails the job as released."""
    assert answers
    assert jobs.session.jvm.view.agentjobs.EchoConnection.closed() > 0


def test_no_second_jvm(jobs: Jobs, answers: list[dict[str, Any]]) -> None:
    """B1: the option module is imported, and no gateway is started for it; ``mend-gateway``."""
    assert answers
    assert gateways(jobs) == []


def test_subtasks_share_nothing(jobs: Jobs, make_plan: Plan) -> None:
    """R26: two subtasks have two managers, each with its own lanes and its own limit."""
    before = len(jobs.session.accounts())
    flow = records(["slow"] * 20, ["javaOverPython"])
    told = jobs.python(make_plan("Awaiting"), flow, parallelism_default="2").objects()
    accounts = [balance(account) for account in jobs.session.accounts()[before:]]
    assert len(accounts) == 2
    lanes: dict[str, set[str]] = {}
    for answer in told:
        lane, owner = answer["answer"].split("@")[1], answer["steps"][0]
        assert lane.startswith(owner)
        lanes.setdefault(owner, set()).add(lane)
    assert len(lanes) == 2
    made = sorted(account["interpretersMade"] - 1 for account in accounts)
    assert made == sorted(len(found) for found in lanes.values())


def test_a_restart_gives_everything_back(jobs: Jobs, make_plan: Plan) -> None:
    """R11, B5: the failed attempt's interpreters and handles end as those of a clean end do."""
    before = len(jobs.session.accounts())
    flow = records(["x"] * 20 + ["crash"], ["javaOverPython"])
    settings = {
        "execution_checkpointing_interval": "100 ms",
        "restart-strategy_type": "fixed-delay",
        "restart-strategy_fixed-delay_attempts": "1",
        "restart-strategy_fixed-delay_delay": "1 ms",
    }
    answers = jobs.python(make_plan("Awaiting"), flow, **settings).objects()
    assert {told["answer"].split("@")[0] for told in answers} >= {"x0", "crash20"}
    accounts = [balance(account) for account in jobs.session.accounts()[before:]]
    assert len(accounts) == 2
    assert jobs.session.jvm.view.agentjobs.Watched.liveHandles() == 0
    assert not jobs.threads()


def test_as_released(start_jobs: Start, make_plan: Plan) -> None:
    """B1, B5: each mend has a switch; without them all the faults of the release are there."""
    off = {f"mend-{fault}": False for fault in ("awaitables", "chat-close", "gateway")}
    with start_jobs(off) as jobs:
        running = jobs.python(make_plan("Awaiting"), records(["x"] * 20, ["pythonOverJava"]))
        with pytest.raises(Exception, match="object has no attribute 'j_resource'"):
            running.results()
        assert jobs.session.jvm.view.agentjobs.Watched.count("awaitable variables") > 0
        assert len(gateways(jobs)) == 1
        for gateway in gateways(jobs):
            gateway.kill()

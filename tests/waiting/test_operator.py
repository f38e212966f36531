"""``idle-waiting`` on the released operator in Flink's own test harness.

Actions are in Java and in Python. Java's are those of 0.3.x on JDK 21 and newer, by an executor of
the same shape.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.agents.jobs import Jobs

SEED = int(os.environ.get("BRIDGE_SEED", "1"))
SCHEDULES = int(os.environ.get("BRIDGE_SCHEDULES", "100"))
KEYS = {"java": 10_000, "python": int(os.environ.get("BRIDGE_KEYS", "2000"))}
THREADS = 8


@pytest.fixture(scope="module")
def jobs(start_waiting: Callable[..., Jobs], newest_jdk: Jdk) -> Iterator[Jobs]:
    """One JVM for all operators."""
    with start_waiting("on", jdk=newest_jdk) as started:
        yield started


@pytest.fixture(scope="module")
def plans(make_plan: Callable[..., str]) -> dict[str, str | None]:
    """The agents; Java's needs none."""
    return {"java": None, "python": make_plan("Steps", THREADS)}


@pytest.fixture(params=["java", "python"])
def cases(request: pytest.FixtureRequest, jobs: Jobs, plans: dict[str, str | None]) -> Any:
    """Runs of an operator; the gates of the last ones are closed again."""
    jobs.session.jvm.view.waiting.Gates.openAll()
    return jobs.session.jvm.view.waiting.Cases(plans[request.param])


@pytest.fixture(autouse=True)
def nobody_left(jobs: Jobs) -> Iterator[None]:
    """W6: no key and no awaited call stays behind its operator."""
    yield
    agents = jobs.session.jvm.view.io.github.flinkagentsbridge.agents
    assert agents.WakeCounts.parkedNow() == 0
    assert agents.OpenAwaits.count() == 0


def test_ready_tasks_of_a_key_go_on(cases: Any) -> None:
    """B11, C1, W2: a key is parked once all of its tasks wait, and no sooner."""
    assert list(cases.readyOnesGoOn()) == ["a|1|1", "a|1|2", "parked 1, mails 0", "a|1|0"]


def test_others_go_on(cases: Any) -> None:
    """B11, C1, W3: keys, order within a key, and watermarks are what they are without a rest."""
    told = list(cases.othersGoOn())
    before, after = told[:4], told[4:]
    assert before == ["b|1|0", "b|1|1", "b|1|2", "parked 1, mails 0"]
    assert sorted(after[:3]) == ["a|1|0", "a|1|1", "a|1|2"]
    assert after[3].startswith("watermark|")
    assert after[4:] == ["a|2|0", "a|2|1", "a|2|2"]


def test_end_of_input_while_parked(cases: Any) -> None:
    """B11, C1, W5: the operator yields until a wake of its own priority comes."""
    told = list(cases.endOfInput())
    assert "parked 2, mails 0" in told
    told.remove("parked 2, mails 0")
    assert sorted(told) == [f"{key}|1|{n}" for key in "ab" for n in range(3)]


def test_restore_while_parked(cases: Any) -> None:
    """B11: nothing of a parked key is lost, and nothing is done twice."""
    told = list(cases.restore())
    assert told[:3] == ["a|1|1", "a|1|2", "parked 1, mails 0"]
    assert told[3:] == ["a|1|0", "a|2|0", "a|2|1", "a|2|2"]


def test_cancel_while_parked(cases: Any) -> None:
    """B11, W6: a wake that comes during or after the close does nothing."""
    assert list(cases.cancel())[-2:] == ["parked 12, mails 0", "parked 0, awaited 0"]


def test_failure_of_an_awaited_call(cases: Any) -> None:
    """B11: it fails the task as released."""
    told = cases.failure()
    assert "ActionTaskExecutionException: Failed to execute action task" in told
    assert "this gate fails" in told


@pytest.mark.parametrize("language", ["java", "python"])
def test_ten_thousand_keys(jobs: Jobs, plans: dict[str, str | None], language: str) -> None:
    """B11: all of them are parked at once, and all come back.

    ``BRIDGE_KEYS`` says how many in Python, since the release takes its time for each.
    """
    view = jobs.session.jvm.view
    view.waiting.Gates.openAll()
    assert view.waiting.Cases(plans[language]).manyKeys(KEYS[language]) == 3 * KEYS[language]


@pytest.mark.parametrize("language", ["java", "python"])
@pytest.mark.timeout(300 + SCHEDULES)
def test_random_schedules(jobs: Jobs, plans: dict[str, str | None], language: str) -> None:
    """B11, W1 to W6: each input once, in its key's order, watermarks behind, nobody left behind.

    ``BRIDGE_SCHEDULES`` and ``BRIDGE_SEED`` say how many and which; a schedule's seed is told.
    """
    view = jobs.session.jvm.view
    # The runtime comes with the first operator; before it, another copy would be asked.
    view.waiting.Schedules.run(SEED - 1, 1, plans[language])
    counts = view.io.github.flinkagentsbridge.agents.WakeCounts
    before = counts.parked(), counts.wokenByCompletion(), counts.wokenByTimer()
    view.waiting.Schedules.run(SEED, SCHEDULES, plans[language])
    after = counts.parked(), counts.wokenByCompletion(), counts.wokenByTimer()
    parked, by_completion, by_timer = (b - a for a, b in zip(before, after, strict=True))
    print(f"{SCHEDULES} schedules from seed {SEED}: {parked} parks, {by_completion} woken by")
    print(f"completion, {by_timer} by the timer")
    assert parked > SCHEDULES / 2
    assert by_completion > 0

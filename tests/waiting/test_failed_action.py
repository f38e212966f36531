"""A checkpoint between an action's error and the end of its task, on the released operator."""

from collections.abc import Callable, Iterator

import pytest

from tests.agents.jobs import Jobs

LANGUAGES = pytest.mark.parametrize("language", ["java", "python"])


@pytest.fixture(scope="module", params=["off", "on"])
def jobs(request: pytest.FixtureRequest, start_waiting: Callable[..., Jobs]) -> Iterator[Jobs]:
    """One JVM for all operators; ``idle-waiting`` stands round the same method."""
    with start_waiting(request.param) as started:
        yield started


@pytest.fixture(scope="module")
def as_released(start_waiting: Callable[..., Jobs]) -> Iterator[Jobs]:
    """The same without the mend."""
    with start_waiting("off", mend_failed_actions="false") as started:
        yield started


@pytest.fixture(scope="module")
def plans(make_plan: Callable[..., str]) -> dict[str, str | None]:
    """The agents; Java's needs none."""
    return {"java": None, "python": make_plan("Steps", 2)}


def checkpointed(jobs: Jobs, plan: str | None) -> list[str]:
    """Have the first of three actions fail; what became of checkpoint, task and restored task.

    Outputs of both tasks are among it.
    """
    return list(jobs.session.jvm.view.waiting.Failures(plan).checkpointed("exception"))


@LANGUAGES
def test_no_checkpoint_lacks_a_failed_action(
    jobs: Jobs, plans: dict[str, str | None], language: str
) -> None:
    """R23: the checkpoint is refused with the action's error, and the task fails with it."""
    refused, failed, *outputs = checkpointed(jobs, plans[language])
    assert refused.startswith("checkpoint refused: ")
    assert failed.startswith("failed: ")
    assert "exception" in refused
    assert "exception" in failed
    assert "idle" not in outputs


@LANGUAGES
def test_the_release_loses_a_failed_action(
    as_released: Jobs, plans: dict[str, str | None], language: str
) -> None:
    """R23: with ``mend-failed-actions=false`` the next task is done without the first action."""
    taken, failed, *after = checkpointed(as_released, plans[language])
    assert taken == "checkpoint taken"
    assert failed.startswith("failed: ")
    assert sorted(after) == ["a|1|1", "a|1|2", "idle"]

"""Tool calls in several rounds by the built-in chat and tool actions."""

import pytest

from tests.state.job_fixtures import Start
from tests.state.job_runs import JobRun

# The whole set-up is in the first test's time.
pytestmark = pytest.mark.timeout(600)
REQUESTS = ["none", "pydantic", "row"]
ROUNDS = 3


def answers(run: JobRun) -> dict[str, str]:
    """What each request was answered; each once."""
    told = {one["request"]: one["exact"] for one in run.traced("answer")}
    assert sorted(one["request"] for one in run.traced("answer")) == REQUESTS, run.log()
    return told


def test_the_answers_without_the_bridge(calm: dict[str, JobRun]) -> None:
    """R21: what the others are compared with: whole conversations in the forms asked for."""
    told = answers(calm["bare"])
    assert told["pydantic"].startswith("scripted_model.Answer(")
    assert told["row"].startswith("pyflink.common.types.Row Row(request='row', seen=")
    assert told["none"].startswith("builtins.str ")
    for name, text in told.items():
        for number in range(ROUNDS):
            assert f"noted {name} {number}" in text
            assert f"external {name} {number}" in text


def test_two_requests_share_a_key_at_once(calm: dict[str, JobRun]) -> None:
    """R21: their rounds take turns, so that each finds the other's context in memory."""
    rounds = [one["request"] for one in calm["safe"].traced("chat") if one["request"] != "none"]
    first = {name: rounds.index(name) for name in ("pydantic", "row")}
    last = {name: len(rounds) - 1 - rounds[::-1].index(name) for name in first}
    assert rounds.count("row") == rounds.count("pydantic") == ROUNDS + 1
    assert max(first.values()) < min(last.values())


def test_the_answers_are_those_of_the_bare_release(calm: dict[str, JobRun]) -> None:
    """R21: UUID ids, extra arguments of all kinds, schemas as model class and as row type."""
    assert answers(calm["safe"]) == answers(calm["bare"])


def test_an_awaited_chat_model(calm: dict[str, JobRun]) -> None:
    """R21: the same with the release's default, on a key for each request."""
    assert answers(calm["awaited"]) == answers(calm["bare"])


@pytest.mark.parametrize("name", REQUESTS)
def test_restored_between_two_rounds(
    starts: dict[bool, Start], readings: dict[str, JobRun], calm: dict[str, JobRun], name: str
) -> None:
    """R21: a new process goes on with the conversation where the killed one was."""
    before = [one["round"] for one in starts[True].run.traced("chat") if one["request"] == name]
    after = [one["round"] for one in readings["restored"].traced("chat") if one["request"] == name]
    assert before == [0, 1]
    assert after == [2, 3]
    assert answers(readings["restored"])[name] == answers(calm["bare"])[name]

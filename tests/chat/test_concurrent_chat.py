"""Concurrent chat end to end: both agents, both kinds of action, all pairs of models, both JDKs.

The models have tools; each conversation asks a vector store first, which embeds by a model. All
pairs are asked side by side in one job.
"""

import pytest

from benchmarks.chat.answers import PAIRS, answer, judge
from tests.chat.conftest import EACH, HISTORY, Conversations

CALLS = EACH * len(PAIRS)


@pytest.mark.parametrize("pair", PAIRS)
def test_concurrent_chat_model_cross_language(run: Conversations, pair: str) -> None:
    """R4, R9, R21, B1: ConcurrentChatModelCrossLanguageTest; each answer once, by its own parts."""
    due = [answer(pair, number, HISTORY) for number in range(EACH)]
    got = [told for told in run.answers if told.startswith(f"{pair}:")]
    assert judge(due, got).right, got


def test_nothing_else_is_answered(run: Conversations) -> None:
    """R25: as many answers as questions."""
    assert len(run.answers) == CALLS


def test_calls_go_where_their_threads_belong(run: Conversations) -> None:
    """R2, R3, R4, R8: Python's pool to lanes, Java's to itself, and the mailbox to neither.

    Java has a pool on JDK 21 and newer only, and the built-in actions use it for models that are
    set up in Java.
    """
    account = run.account
    lanes, workers = account["laneCallsBySourceKind"]["cpython"], account["workerCalls"]
    assert account["laneCalls"] == lanes
    assert account["ownerCalls"] > 0
    if run.agent == "python":
        assert lanes > CALLS
        assert workers == 0
    else:
        assert lanes == 0
        assert workers >= EACH if run.feature >= 21 else workers == 0


def test_nothing_is_left(run: Conversations) -> None:
    """R8, R11, R12: within the plan's limit, all closed, and every thread joined."""
    account = run.account
    assert account["laneLimit"] == run.limit
    secondaries = account["interpretersMade"] - 1
    assert secondaries <= run.limit
    assert account["interpretersClosed"] == account["interpretersMade"]
    assert account["interpretersLeaked"] == account["refusedCalls"] == 0
    assert run.threads_left == []

"""What the chat jobs must answer: each question once, by the parts of the right languages."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

LANGUAGES = ("py", "java")
PAIRS = tuple(f"{setup}_{connection}" for setup in LANGUAGES for connection in LANGUAGES)
FURTHER = 3  # messages after the history: the question, the wish for the tool, its result


def answer(pair: str, number: int, history: int) -> str:
    """The answer to one question.

    It tells the languages of the model's setup and connection, the number, the document with the
    languages of its store and embedding, the tool's result and how many messages the model got.
    """
    return f"{pair}:{number}|{pair}{number}:{2 * number}:{history + FURTHER}"


@dataclass(frozen=True)
class Verdict:
    """What came out against what should have."""

    results: int
    expected: int
    missing: int
    unexpected: int

    @property
    def right(self) -> bool:
        """Every answer came exactly once and nothing else did."""
        return not (self.missing or self.unexpected)


def judge(expected: Iterable[str], got: Iterable[str]) -> Verdict:
    """Compare the answers; one that came twice is unexpected."""
    due, come = Counter(expected), Counter(got)
    return Verdict(
        results=come.total(),
        expected=due.total(),
        missing=(due - come).total(),
        unexpected=(come - due).total(),
    )

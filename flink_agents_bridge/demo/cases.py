"""The two cases of the demo, their loads, and what a right run answers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Case:
    """One agent over one chat model under one load.

    Attributes:
        history: messages before the question.
        pause_ms: milliseconds that the model takes to answer.
        threads: Flink Agents' ``num-async-threads``.
    """

    name: str
    title: str
    agent: str
    model: str
    answers_as: str
    records: int
    keys: int
    threads: int
    history: int
    pause_ms: int

    def with_records(self, records: int) -> "Case":
        """The same with another number of records."""
        return replace(self, records=records)

    def heavy(self) -> "Case":
        """The same with long conversations, quick answers and many threads."""
        return replace(self, records=300, keys=32, threads=16, history=30, pause_ms=20)

    def expected(self) -> "Counter[str]":
        """Each answer once, without the thread that gave it."""
        answers = (f"{self.answers_as}:x{n}:{self.history + 1}" for n in range(self.records))
        return Counter(answers)


@dataclass(frozen=True)
class Verdict:
    """What came out against what should have."""

    results: int
    expected: int
    missing: int
    wrong: int
    duplicates: int

    @property
    def right(self) -> bool:
        """Every answer came exactly once and nothing else did."""
        return not (self.missing or self.wrong or self.duplicates)


def judge(case: Case, lines: Iterable[str]) -> Verdict:
    """Compare the answers, thread names aside."""
    got = Counter(line.rpartition("@")[0] for line in lines)
    expected = case.expected()
    right = {answer: count for answer, count in got.items() if answer in expected}
    return Verdict(
        results=got.total(),
        expected=expected.total(),
        missing=len(expected) - len(right),
        wrong=got.total() - sum(right.values()),
        duplicates=sum(right.values()) - len(right),
    )


ASYNC = Case(
    name="own-async",
    title="own async action, Java chat model over a Python connection",
    agent="async",
    model="java_over_python",
    answers_as="py",
    records=60,
    keys=12,
    threads=8,
    history=6,
    pause_ms=50,
)
# Under the light load of the other case this one survives now and then.
BUILTIN = Case(
    name="builtin-chat",
    title="built-in chat action, Python chat model over a Java connection",
    agent="builtin",
    model="python_over_java",
    answers_as="java",
    records=60,
    keys=12,
    threads=8,
    history=6,
    pause_ms=50,
).heavy()
CASES = (ASYNC, BUILTIN)

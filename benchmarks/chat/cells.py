"""What a chat job can be run with, and a set of such cells that covers all pairs of choices."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from benchmarks.chat.answers import PAIRS, answer

WAYS = ("agent", "patched")
CLUSTERS = ("mini", "two-tm")
JDKS = (17, 25)
AGENTS = ("python", "java")
ACTIONS = ("own", "builtin")
_FIRST_WITH_POOL = 21  # the JDK


@dataclass(frozen=True)
class Load:
    """How much at once.

    Attributes:
        history: messages before the question.
        pause_ms: milliseconds that a model takes to answer.
        threads: Flink Agents' ``num-async-threads``.
    """

    records: int
    keys: int
    threads: int
    history: int
    pause_ms: int


LOADS = {
    "default": Load(records=60, keys=12, threads=8, history=6, pause_ms=50),
    "heavy": Load(records=300, keys=32, threads=16, history=30, pause_ms=20),
}


@dataclass(frozen=True)
class Chat:
    """Which agent, over which pair of models, by which kind of action."""

    agent: str
    pair: str
    action: str

    def __str__(self) -> str:
        """As in ``python py_java own``."""
        return f"{self.agent} {self.pair} {self.action}"


CHATS = tuple(Chat(*parts) for parts in product(AGENTS, PAIRS, ACTIONS))


@dataclass(frozen=True)
class Cell:
    """One choice of each kind; ``way`` is ``bare`` where the bridge is left out."""

    way: str
    cluster: str
    jdk: int
    chat: Chat
    load: str

    def __str__(self) -> str:
        """All choices in one line."""
        return f"{self.way} {self.cluster} jdk{self.jdk} {self.chat} {self.load}"

    @property
    def parallelism(self) -> int:
        """A mini-cluster has one subtask, so that all calls meet in one interpreter."""
        return 1 if self.cluster == "mini" else 4

    @property
    def crosses(self) -> bool:
        """Whether threads other than the mailbox's call Python through Java: what the JVM dies of.

        Flink Agents 0.2.x runs the built-in chat of a Java setup on the mailbox thread in an agent
        in Python, that of a Python setup in an agent in Java. In Java it has no pool of threads
        below JDK 21.
        """
        setup, _, connection = self.chat.pair.partition("_")
        if self.chat.agent == "java" and self.jdk < _FIRST_WITH_POOL:
            return False
        if self.chat.action == "own":
            return {setup, connection} != {"py" if self.chat.agent == "python" else "java"}
        return setup == ("py" if self.chat.agent == "python" else "java") != connection

    def expected(self) -> list[str]:
        """The answers of one run."""
        load = LOADS[self.load]
        return [answer(self.chat.pair, n, load.history) for n in range(load.records)]


def covering() -> list[Cell]:
    """32 cells in which each chat meets each way, cluster, JDK and load.

    Every chat stands in two cells that differ in all four. No smaller set covers the pairs of 16
    chats with two loads; this one covers all triples of the seven kinds of choices, too.
    """
    return sorted(
        (
            Cell(WAYS[bits[0]], CLUSTERS[bits[1]], JDKS[bits[2]], chat, list(LOADS)[bits[3]])
            for number, chat in enumerate(CHATS)
            for bits in _opposites(number)
        ),
        key=lambda cell: (cell.cluster, cell.way, cell.jdk),
    )


def _opposites(number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two contrary choices of way, cluster, JDK and load for a chat, by its number.

    What differs between the four depends on two or three of the number's bits, so that none goes
    together with the agent, the action or the pair alone.
    """
    agent, setup, connection, action = (number >> place & 1 for place in (3, 2, 1, 0))
    some = (0, agent ^ connection, connection ^ action, agent ^ setup ^ action)
    return some, tuple(1 - bit for bit in some)


def choices(cell: Cell) -> dict[str, Any]:
    """What a cell has chosen, by kind."""
    chat = cell.chat
    return {
        "way": cell.way,
        "cluster": cell.cluster,
        "JDK": cell.jdk,
        "agent": chat.agent,
        "models": chat.pair,
        "action": chat.action,
        "load": cell.load,
    }


def every_cell() -> Iterator[Cell]:
    """All that there could be."""
    return (Cell(*parts) for parts in product(WAYS, CLUSTERS, JDKS, CHATS, LOADS))


def missing(cells: Iterable[Cell], strength: int) -> set[tuple[tuple[str, Any], ...]]:
    """The combinations of so many choices of different kinds that no cell has."""
    return _combinations(every_cell(), strength) - _combinations(cells, strength)


def _combinations(cells: Iterable[Cell], strength: int) -> set[tuple[tuple[str, Any], ...]]:
    return {some for cell in cells for some in combinations(choices(cell).items(), strength)}

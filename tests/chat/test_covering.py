"""The cells of the matrix: that they cover what they are said to cover."""

from collections import Counter
from itertools import product

from benchmarks.chat.cells import (
    CHATS,
    CLUSTERS,
    JDKS,
    LOADS,
    WAYS,
    Cell,
    Chat,
    covering,
    every_cell,
    missing,
)


def test_all_pairs_and_triples_of_choices() -> None:
    """Three choices of different kinds stand together in some cell, whichever they are."""
    cells = covering()
    assert len(cells) == len(set(cells)) == 32
    assert set(cells) <= set(every_cell())
    assert missing(cells, 2) == missing(cells, 3) == set()


def test_each_chat_with_each_choice() -> None:
    """Agent, models and action taken as one choice of sixteen are covered in pairs, too."""
    met = {(cell.chat, part) for cell in covering() for part in parts(cell)}
    assert met == set(product(CHATS, (*WAYS, *CLUSTERS, *JDKS, *LOADS)))


def parts(cell: Cell) -> tuple[object, ...]:
    """Its other choices."""
    return cell.way, cell.cluster, cell.jdk, cell.load


def test_every_choice_as_often() -> None:
    """No way, cluster, JDK or load is tried more than another."""
    counts = Counter(part for cell in covering() for part in parts(cell))
    assert set(counts.values()) == {16}


def test_missing_tells_what_is_missing() -> None:
    """A set without the cells of one chat on JDK 25 lacks their combinations, and no pair."""
    chat = Chat("java", "py_java", "own")
    less = [cell for cell in covering() if (cell.chat, cell.jdk) != (chat, 25)]
    lacks = missing(less, 4)
    gone = (("JDK", 25), ("agent", "java"), ("models", "py_java"), ("action", "own"))
    assert gone in lacks
    assert missing(less, 2) == set()
    assert missing(less[:1], 2)


def test_which_cells_cross() -> None:
    """Some cells of each agent die without the bridge, the others are controls."""
    crossing = [cell for cell in covering() if cell.crosses]
    assert {cell.chat.agent for cell in crossing} == {"python", "java"}
    assert {cell.cluster for cell in crossing} == set(CLUSTERS)
    assert all(cell.jdk >= 21 for cell in crossing if cell.chat.agent == "java")

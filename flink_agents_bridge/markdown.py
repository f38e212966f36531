"""Tables as Markdown has them."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """Return the lines of a table; no cell may have a ``|`` that is not escaped."""
    return [_row(head), "|---" * len(head) + "|", *map(_row, rows)]


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"

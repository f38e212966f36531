"""Keys of dicts as text and back: memory keys are ``str`` (R19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

_BOOLS: Final = {"true": True, "false": False}


def key_text(plain: object) -> str | None:
    """Return the text of a key that is a str, int, bool or float; None for anything else."""
    kind = type(plain)
    if kind is str:
        return plain  # type: ignore[return-value]  # the kind says so
    if kind is bool:
        return "true" if plain else "false"
    return repr(plain) if kind is int or kind is float else None


def plain_keys(text: str) -> Iterator[bool | int | float | str]:
    """Yield what ``text`` may have been before ``key_text``, itself first."""
    yield text
    if text in _BOOLS:
        yield _BOOLS[text]
    for read in (int, float):
        try:
            plain: Any = read(text)
        except ValueError:
            continue
        if key_text(plain) == text:
            yield plain

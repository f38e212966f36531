"""Values and places in a message: short, printable, and never by code of the value."""

from __future__ import annotations

import json
from typing import Any, Final

from flink_agents_bridge.memory.classes import class_name, full_name, names_of

_LONGEST: Final = 60
# Their repr is their own and grows with nothing but their text, which is cut below.
_TRUSTED: Final = frozenset(
    {
        "builtins.NoneType", "builtins.bool", "builtins.float", "builtins.complex", "uuid.UUID",
        "datetime.datetime", "datetime.date", "datetime.time", "datetime.timedelta",
        "pathlib.PosixPath", "pathlib.WindowsPath", "pathlib.PurePosixPath",
        "pathlib.PureWindowsPath", "numpy.float64", "numpy.float32", "numpy.int64", "numpy.int32",
        "numpy.bool",
    }
)  # fmt: skip
_ZONES: Final = frozenset({"datetime.timezone", "zoneinfo.ZoneInfo"})
_SIZED: Final = (list, dict, tuple, set, frozenset)


def short_form(value: Any) -> str:
    """Return a bounded text for ``value``. ``__repr__`` of foreign classes is never called."""
    kind = type(value)
    if kind is int:
        return repr(value) if value.bit_length() <= 128 else f"int of {value.bit_length()} bits"
    if kind is str or kind is bytes or kind is bytearray:
        text = printable(repr(value[:_LONGEST]))
        return text if len(value) <= _LONGEST else f"{text}… ({len(value)} long)"
    if any(kind is sized for sized in _SIZED):
        return f"{class_name(kind)} of {len(value)}"
    if full_name(kind) in _TRUSTED:
        return _trusted_repr(value, kind)
    if "enum.Enum" in names_of(kind):
        return _member(value, kind)
    if kind is type:
        return f"type {class_name(value)}"
    return f"<{class_name(kind)}>"


def step_text(key: object) -> str:
    """Return how a path names ``key``: ``.name``, ``["any text"]``, or ``[short form]``."""
    if type(key) is not str:
        return f"[{short_form(key)}]"
    if len(key) <= _LONGEST and key.isidentifier():
        return f".{key}"
    return f"[{printable(cut(json.dumps(key[: _LONGEST + 1], ensure_ascii=False)))}]"


def printable(text: str) -> str:
    """Return ``text`` with lone surrogates written as escapes, so that any log can take it."""
    return text.encode("utf-8", "backslashreplace").decode()


def cut(text: str) -> str:
    """Return ``text`` when it is short, else its beginning."""
    return text if len(text) <= _LONGEST + 2 else f"{text[:_LONGEST]}…"


def _trusted_repr(value: Any, kind: type) -> str:
    zone = getattr(value, "tzinfo", None)
    if zone is not None and full_name(type(zone)) not in _ZONES:
        value = value.replace(tzinfo=None)  # the zone's own repr would be called
    try:
        return cut(printable(repr(value)))
    except Exception:  # noqa: BLE001 - a half-made object still needs a message
        return f"<{class_name(kind)}>"


def _member(value: object, kind: type) -> str:
    try:
        name = object.__getattribute__(value, "__dict__").get("_name_")
    except AttributeError:
        name = None
    return cut(f"{class_name(kind)}.{name}") if type(name) is str else f"<{class_name(kind)}>"

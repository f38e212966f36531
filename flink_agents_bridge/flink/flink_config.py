"""Flink's configuration file as text: JVM flags go in and out, all else stays as it is.

YAML is parsed to find where a value stands; the text itself is never written anew. Flink joins
nested keys by dots, so the key may be nested in any way.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode

from flink_agents_bridge.errors import BridgeError

KEY = "env.java.opts.all"
_OLD_KEY = "env.java.opts"  # Flink looks here where the other has nothing
_JAVA_HOME = "env.java.home"
_NO_CHARACTER = re.compile("[\ud800-\udfff]")  # bytes that are no UTF-8; the parser takes none
_FLAG = re.compile(r"[^\s#'\"\\*?\[\]$`]+")


class FlinkConfigError(BridgeError):
    """The file cannot be changed safely; it is as it was."""


@dataclass(frozen=True)
class Entry:
    """One key with its value and their places in the text."""

    key: str
    value: str
    style: str | None
    key_start: int
    key_end: int
    start: int
    end: int


def entries(text: str) -> list[Entry]:
    """Every scalar value under its joined key, in order."""
    try:
        root = YAML().compose(_NO_CHARACTER.sub("\ufffd", text))
    except YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f", line {where.line + 1}" if where else ""
        raise FlinkConfigError(
            f"Flink's configuration is no YAML{line}: put the flags into {KEY} by hand."
        ) from error
    if root is None:
        return []
    if not isinstance(root, MappingNode) or root.flow_style:
        raise FlinkConfigError(
            f"Flink's configuration is no plain list of keys: put the flags into {KEY} by hand."
        )
    return list(_walk(root, ""))


def java_home(text: str) -> str | None:
    """The JDK that the configuration names."""
    return next((entry.value for entry in entries(text) if entry.key == _JAVA_HOME), None)


def flags_in(text: str) -> list[str]:
    """The JVM flags that Flink would take from this text."""
    entry = _options(entries(text))
    return entry.value.split() if entry else []


def has_flags_key(text: str) -> bool:
    """Whether the text names flags at all, be it none."""
    return _options(entries(text)) is not None


def add_flags(text: str, flags: Sequence[str]) -> str:
    """The text with these flags after those that it has.

    Raises:
        FlinkConfigError: a flag could be misread by Flink's scripts, or the text cannot take it.
    """
    for flag in flags:
        if not _FLAG.fullmatch(flag):
            raise FlinkConfigError(
                f"Flink's scripts would misread the flag {flag}: they split at blanks and know "
                f"no quoting, so use a folder whose name has letters, digits, '-', '_' and '.'."
            )
    if not flags:
        return text
    before = entries(text)
    entry = _options(before)
    added = " ".join(flags)
    if entry is None:
        newline = "\r\n" if "\r\n" in text else "\n"
        glue = "" if not text or text.endswith("\n") else newline
        changed = f"{text}{glue}{KEY}: {added}{newline}"
    else:
        at = _end_of_value(text, entry)
        blank = " " if entry.value or entry.style is None else ""
        changed = text[:at] + blank + added + text[at:]
    _check(before, changed, [*(entry.value.split() if entry else []), *flags])
    return changed


def remove_flags(text: str, flags: Sequence[str], *, own_line: bool) -> str:
    """The text without these flags; a flag ``-javaagent:JAR`` goes whatever options it has.

    With ``own_line`` the whole entry goes if nothing else is left in it.
    """
    before = entries(text)
    entry = _options(before)
    if entry is None:
        return text
    gone = re.compile("|".join(map(_pattern, flags)) or "$")
    left = [flag for flag in entry.value.split() if not gone.fullmatch(flag)]
    if own_line and not left:
        line_end = text.find("\n", entry.end) + 1 or len(text)
        return text[: entry.key_start] + text[line_end:]
    value = re.sub(
        rf"(?:\s|^|(?<=['\"]))(?:{gone.pattern})(?=['\"\s]|$)", "", text[entry.start : entry.end]
    )
    head, tail = text[: entry.start], text[entry.end :]
    if not value and tail[:1] in ("", "\r", "\n"):
        head = head.rstrip(" ")  # which came with the flags
    changed = head + value + tail
    _check(before, changed, left)
    return changed


def _pattern(flag: str) -> str:
    return re.escape(flag) + (r"(?:=[^\s'\"]*)?" if flag.startswith("-javaagent:") else "")


def _walk(node: MappingNode, prefix: str) -> Iterator[Entry]:
    for key, value in node.value:
        name = f"{prefix}{key.value}"
        if isinstance(value, MappingNode):
            yield from _walk(value, f"{name}.")
        elif isinstance(value, ScalarNode):
            yield Entry(
                name,
                value.value,
                value.style,
                key.start_mark.index,
                key.end_mark.index,
                value.start_mark.index,
                value.end_mark.index,
            )


def _options(found: Sequence[Entry]) -> Entry | None:
    """Where Flink takes the flags from; of several the last."""
    for key in (KEY, _OLD_KEY):
        named = [entry for entry in found if entry.key == key]
        if named:
            return named[-1]
    return None


def _end_of_value(text: str, entry: Entry) -> int:
    if entry.style in ("'", '"'):
        return entry.end - 1
    if not entry.value:
        return text.index(":", entry.key_end) + 1
    return entry.start + len(text[entry.start : entry.end].rstrip())


def _check(before: Sequence[Entry], changed: str, wanted: Sequence[str]) -> None:
    """Nothing but the flags may have changed."""
    after = entries(changed)
    others = [
        [(entry.key, entry.value) for entry in found if entry.key not in (KEY, _OLD_KEY)]
        for found in (before, after)
    ]
    if others[0] != others[1] or flags_in(changed) != list(wanted):
        raise FlinkConfigError(
            f"Flink's configuration holds {KEY} in a form that is not known: change it by hand."
        )

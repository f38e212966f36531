"""Points in time and spans as text that keeps the zone (V7)."""

from __future__ import annotations

import re
import typing
from datetime import datetime, time, timedelta, tzinfo
from typing import Any, Final

from flink_agents_bridge.memory.classes import names_of

_SPAN: Final = re.compile(r"(-?)PT(\d+)(?:\.(\d{1,6}))?S")
_MICROSECOND: Final = timedelta(microseconds=1)


def zoned_text(value: Any) -> str:
    """Return ISO 8601, followed by ``[Zone/Name]`` (RFC 9557) where the zone has a name."""
    key = _zone_name(value.tzinfo)
    return f"{value.isoformat()}[{key}]" if key else str(value.isoformat())


def _zone(key: str) -> tzinfo:
    from zoneinfo import ZoneInfo  # loads sysconfig, which few interpreters need

    return ZoneInfo(key)


def _zone_name(zone: Any) -> str | None:
    names = names_of(type(zone))
    if "zoneinfo.ZoneInfo" in names:
        return typing.cast("str | None", zone.key)
    # What pandas before 3 makes of a zone's name.
    return typing.cast("str | None", zone.zone) if "pytz.tzinfo.BaseTzInfo" in names else None


def split_zone(text: str) -> tuple[str, str]:
    """Return the ISO 8601 part and the zone's name, or an empty one."""
    moment, _, zone = text.partition("[")
    if moment.endswith("Z"):  # Java writes it; fromisoformat reads it since Python 3.11
        moment = f"{moment[:-1]}+00:00"
    return moment, zone.removesuffix("]")


def read_datetime(text: str, cls: type[datetime]) -> datetime:
    """Read ``zoned_text``. An hour that a zone has twice is told by its offset."""
    moment, key = split_zone(text)
    value = cls.fromisoformat(moment)
    if not key:
        return value
    zone = _zone(key)
    folds = (value.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    same = [fold for fold in folds if fold.utcoffset() == value.utcoffset()]
    return same[0] if same else value.astimezone(zone)


def read_time(text: str, cls: type[time]) -> time:
    """Read ``zoned_text`` of a time of day."""
    moment, key = split_zone(text)
    value = cls.fromisoformat(moment)
    return value.replace(tzinfo=_zone(key)) if key else value


def read_timestamp(text: str, cls: Any) -> Any:
    """Read ``zoned_text`` of a pandas ``Timestamp``, nanoseconds included."""
    moment, key = split_zone(text)
    return cls(moment).tz_convert(_zone(key)) if key else cls(moment)


def span_text(value: timedelta) -> str:
    """Return ``PT<seconds>S``, ISO 8601, which ``java.time.Duration`` reads; exact."""
    microseconds = value // _MICROSECOND
    seconds, rest = divmod(abs(microseconds), 1_000_000)
    fraction = f".{rest:06}" if rest else ""
    return f"{'-' if microseconds < 0 else ''}PT{seconds}{fraction}S"


def read_span(stored: str | float, cls: type[timedelta]) -> timedelta:
    """Read ``span_text``, or a number of seconds."""
    if not isinstance(stored, str):
        return cls(seconds=stored)
    match = _SPAN.fullmatch(stored)
    if match is None:
        raise ValueError("not of the form PT<seconds>S")
    sign, seconds, fraction = match.groups()
    size = int(seconds) * 1_000_000 + int((fraction or "0").ljust(6, "0"))
    return cls(microseconds=-size if sign else size)

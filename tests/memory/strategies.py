"""What the property tests draw: memory values, and values of which one part is no such."""

from __future__ import annotations

import datetime as dt
import decimal
import typing
import uuid
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from flink_agents_bridge.memory.limits import INT_MIN
from flink_agents_bridge.memory.shown import step_text
from flink_agents_bridge.memory.values import BYTE_ORDER_MARKS

texts = st.text().filter(lambda text: not text.startswith(BYTE_ORDER_MARKS))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(INT_MIN, -INT_MIN - 1)
    | st.floats()
    | texts
    | st.binary()
)
memory_values: st.SearchStrategy[typing.Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)

bad_leaves: st.SearchStrategy[typing.Any] = st.one_of(
    st.uuids(),
    st.decimals(),
    st.integers(min_value=-INT_MIN),
    st.integers(max_value=INT_MIN - 1),
    st.tuples(scalars),
    st.frozensets(st.integers()),
    st.datetimes(),
    st.just(object()),
    texts.map(lambda text: text + "\ud800"),
    texts.map(lambda text: "\ufeff" + text),
    st.binary().map(bytearray),
)


@st.composite
def one_offence(draw: st.DrawFn) -> tuple[object, str]:
    """Return a value with one thing wrong in it, and its path."""
    value, path = draw(bad_leaves), ""
    for _ in range(draw(st.integers(0, 5))):
        siblings = draw(st.lists(memory_values, max_size=3))
        if draw(st.booleans()):
            index = draw(st.integers(0, len(siblings)))
            value, path = [*siblings[:index], value, *siblings[index:]], f"[{index}]{path}"
        else:
            key = draw(texts)
            others = {f"{key}{i}": sibling for i, sibling in enumerate(siblings)}
            value, path = {**others, key: value}, step_text(key) + path
    return value, f"${path}"


_zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]).map(ZoneInfo)
_offsets = st.timedeltas(dt.timedelta(hours=-23), dt.timedelta(hours=23)).map(dt.timezone)
_zoned = st.datetimes(timezones=st.none() | _zones | _offsets)
_exact = st.decimals(allow_nan=False)

lossless: st.SearchStrategy[tuple[typing.Any, typing.Any]] = st.one_of(
    st.tuples(st.uuids(), st.just(uuid.UUID)),
    st.tuples(_exact, st.just(decimal.Decimal)),
    st.tuples(_zoned, st.just(dt.datetime)),
    st.tuples(st.dates(), st.just(dt.date)),
    st.tuples(st.times(), st.just(dt.time)),
    st.tuples(st.timedeltas(), st.just(dt.timedelta)),
    st.tuples(st.complex_numbers(allow_nan=False), st.just(complex)),
    st.tuples(st.tuples(st.uuids(), st.binary()), st.just(tuple[uuid.UUID, bytes])),
    st.tuples(st.lists(_exact).map(tuple), st.just(tuple[decimal.Decimal, ...])),
    st.tuples(st.frozensets(st.dates()), st.just(frozenset[dt.date])),
    st.tuples(st.dictionaries(st.uuids(), st.times()), st.just(dict[uuid.UUID, dt.time])),
    st.tuples(st.dictionaries(st.booleans(), st.text()), st.just(dict[bool, str])),
    st.tuples(st.dictionaries(st.floats(allow_nan=False), st.none()), st.just(dict[float, None])),
    st.tuples(
        st.dictionaries(st.integers(INT_MIN, -INT_MIN - 1), st.uuids() | st.none()),
        st.just(dict[int, typing.Optional[uuid.UUID]]),  # noqa: UP045 - the old spelling works too
    ),
)

"""The messages, word for word: they are what the author of a refused value gets to see (R20)."""

from __future__ import annotations

import typing

import pytest

from flink_agents_bridge.memory import MAX_DEPTH, MemoryValueError, validate_memory_value
from tests.memory import examples

ATTEMPT = "memory path 'payload.x' cannot take this value:\n  "
ANY_VALUE = "expected None, bool, int, float, str, bytes, list or dict"
INT_RANGE = "expected an int from -2**63 to 2**63 - 1"
EXAMPLES = "tests.memory.examples"
UUID = "uuid.UUID UUID('00000000-0000-0000-0000-000000000001')"


def ring() -> list[object]:
    """Return a list that holds itself (V3)."""
    value: list[object] = []
    value.append(value)
    return value


def deep() -> list[object]:
    """Return one level too many (V4)."""
    value: list[object] = []
    for _ in range(MAX_DEPTH):
        value = [value]
    return value


Basket = type("Basket", (), {"__module__": "shop"})
NAMES: dict[str, typing.Any] = {
    **examples.NAMESPACE, "examples": examples, "Basket": Basket, "ring": ring, "deep": deep
}  # fmt: skip

MESSAGES = {
    'uuid.UUID(int=1)': (
        f"$: {ANY_VALUE}; "
        f"found {UUID}; "
        "write str(value)"
    ),
    "{'ctx': {'request_id': uuid.UUID(int=1)}}": (
        f"$.ctx.request_id: {ANY_VALUE}; "
        f"found {UUID}; "
        "write str(value)"
    ),
    '{uuid.UUID(int=1): {}}': (
        "$[UUID('00000000-0000-0000-0000-000000000001')]: expected a str as key; "
        f"found {UUID}; "
        "write str(key)"
    ),
    '2**63': (
        f"$: {INT_RANGE}; "
        "found int 9223372036854775808; "
        "write str(value)"
    ),
    '[10**60]': (
        f"$[0]: {INT_RANGE}; "
        "found int of 200 bits; "
        "write str(value)"
    ),
    '-2**63 - 1': (
        f"$: {INT_RANGE}; "
        "found int -9223372036854775809; "
        "write str(value)"
    ),
    "{'a b': '\\ud800'}": (
        '$["a b"]: expected a str without lone surrogates; '
        "found str '\\ud800'; "
        'write value.encode("utf-8", "surrogatepass")'
    ),
    "{'\\udc80': 1}": (
        '$["\\udc80"]: expected a key without lone surrogates; '
        "found str '\\udc80'; "
        'write key.encode("utf-8", "replace").decode()'
    ),
    "'\\ufeffx'": (
        "$: expected a str without a byte order mark in front; "
        "found str '\\ufeffx'; "
        'write value.encode("utf-8", "surrogatepass")'
    ),
    "{'\\ufffex': 1}": (
        '$["\ufffex"]: expected a key without a byte order mark in front; '
        "found str '\\ufffex'; "
        "write key[1:]"
    ),
    'ring()': (
        "$[0]: expected a value that does not hold itself; "
        "found list of 1; "
        "store an id or a path in place of the inner one"
    ),
    'deep()': (
        f"${'[0]' * 100}: expected at most 100 containers in one another; "
        "found list of 0; "
        "store the inner part under a memory path of its own"
    ),
    '(1, 2)': (
        f"$: {ANY_VALUE}; "
        "found tuple of 2; "
        "write list(value)"
    ),
    '{1}': (
        f"$: {ANY_VALUE}; "
        "found set of 1; "
        "write list(value)"
    ),
    'frozenset()': (
        f"$: {ANY_VALUE}; "
        "found frozenset of 0; "
        "write list(value)"
    ),
    "bytearray(b'abc')": (
        f"$: {ANY_VALUE}; "
        "found bytearray(b'abc'); "
        "write bytes(value)"
    ),
    'examples.Colour.RED': (
        f"$: {ANY_VALUE}; "
        f"found {EXAMPLES}.Colour.RED; "
        "write value.value"
    ),
    'examples.Level.HIGH': (
        f"$: {ANY_VALUE}; "
        f"found {EXAMPLES}.Level.HIGH; "
        "write value.value"
    ),
    "[{'k': examples.Text('x')}]": (
        f"$[0].k: {ANY_VALUE}; "
        f"found {EXAMPLES}.Text; "
        "write str(value)"
    ),
    'collections.OrderedDict(a=1)': (
        f"$: {ANY_VALUE}; "
        "found collections.OrderedDict; "
        "write dict(value)"
    ),
    'collections.defaultdict(int)': (
        f"$: {ANY_VALUE}; "
        "found collections.defaultdict; "
        "write dict(value)"
    ),
    "decimal.Decimal('1.5')": (
        f"$: {ANY_VALUE}; "
        "found decimal.Decimal; "
        "write str(value)"
    ),
    'dt.datetime(2024, 1, 2, tzinfo=dt.timezone.utc)': (
        f"$: {ANY_VALUE}; "
        "found datetime.datetime(2024, 1, 2, 0, 0, tzinfo=datetime.timezone…; "
        "write value.isoformat()"
    ),
    'dt.timedelta(1)': (
        f"$: {ANY_VALUE}; "
        "found datetime.timedelta(days=1); "
        "write value.total_seconds()"
    ),
    "pathlib.PurePosixPath('/tmp')": (
        f"$: {ANY_VALUE}; "
        "found pathlib.PurePosixPath PurePosixPath('/tmp'); "
        "write str(value)"
    ),
    '1j': (
        f"$: {ANY_VALUE}; "
        "found complex 1j; "
        "write [value.real, value.imag]"
    ),
    'np.array([1])': (
        f"$: {ANY_VALUE}; "
        "found numpy.ndarray; "
        "write value.tolist()"
    ),
    'examples.Visit(uuid.UUID(int=1))': (
        f"$: {ANY_VALUE}; "
        f"found {EXAMPLES}.Visit; "
        "write to_memory_value(value)"
    ),
    'examples.Order(id=uuid.UUID(int=1), sum=decimal.Decimal(1))': (
        f"$: {ANY_VALUE}; "
        f"found {EXAMPLES}.Order; "
        'write value.model_dump(mode="json")'
    ),
    'examples.Point(1.0)': (
        f"$: {ANY_VALUE}; "
        f"found {EXAMPLES}.Point; "
        "write to_memory_value(value)"
    ),
    '[Basket()]': (
        f"$[0]: {ANY_VALUE}; "
        "found shop.Basket; "
        f"write to_memory_value(value, hooks={{shop.Basket: function}})"
    ),
    '[Basket]': (
        f"$[0]: {ANY_VALUE}; "
        "found type shop.Basket; "
        f'write f"{{value.__module__}}:{{value.__qualname__}}"'
    ),
    '{1: 1}': (
        "$[1]: expected a str as key; "
        "found int 1; "
        "write str(key)"
    ),
    'len': (
        f"$: {ANY_VALUE}; "
        "found builtin_function_or_method; "
        "store the data that the function needs, or its name"
    ),
    "{'x' * 100: ()}": (
        f'$["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…]: {ANY_VALUE}; '
        "found tuple of 0; "
        "write list(value)"
    ),
    "KeyError('x')": (
        f"$: {ANY_VALUE}; "
        "found KeyError; "
        "write str(value)"
    ),
}  # fmt: skip


def test_there_are_at_least_thirty() -> None:
    """R20: the table is not emptied by accident."""
    assert len(MESSAGES) >= 30


@pytest.mark.parametrize(("source", "message"), MESSAGES.items(), ids=MESSAGES)
def test_message(source: str, message: str) -> None:
    """R20: path, expected, found, short form and the conversion, whole."""
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("payload.x", eval(source, NAMES))  # noqa: S307 - our own sources
    assert str(caught.value) == ATTEMPT + message


def test_message_of_several_offences() -> None:
    """R20: all offences of a value at once, in its order."""
    with pytest.raises(MemoryValueError) as caught:
        validate_memory_value("ctx", {"a": 1j, "b": [2**63, {3: None}], "c": {4: ()}})
    assert str(caught.value).splitlines() == [
        "memory path 'ctx' cannot take this value:",
        f"  $.a: {ANY_VALUE}; found complex 1j; write [value.real, value.imag]",
        f"  $.b[0]: {INT_RANGE}; found int 9223372036854775808; write str(value)",
        "  $.b[1][3]: expected a str as key; found int 3; write str(key)",
        "  $.c[4]: expected a str as key; found int 4; write str(key)",
        f"  $.c[4]: {ANY_VALUE}; found tuple of 0; write list(value)",
    ]

"""One memory value of every accepted shape, and a text that tells apart what ``==`` does not."""

import json
from typing import Any

Value = Any


def nested(levels: int) -> Value:
    """Containers in one another, lists and dicts in turn."""
    value: Value = None
    for level in range(levels):
        value = [value] if level % 2 else {"k": value}
    return value


CORNERS: dict[str, Value] = {
    "none": None,
    "true": True,
    "false": False,
    "zero": 0,
    "one": 1,
    "largest int": 2**63 - 1,
    "smallest int": -(2**63),
    "beyond 32 bits": 2**31,
    "negative 32 bits": -(2**31) - 1,
    "int as float": 1.0,
    "nan": float("nan"),
    "inf": float("inf"),
    "-inf": float("-inf"),
    "negative zero": -0.0,
    "smallest float": 5e-324,
    "largest float": 1.7976931348623157e308,
    "empty text": "",
    "plain text": "plain",
    "text with NUL": "a\0b",
    "only NUL": "\0",
    "beyond the BMP": "😀 \U0010ffff ä",
    "noncharacters": "\uffff\ufffe\u2028",
    "byte order mark inside": "a\ufeff",
    "like a mark": "$bridge:uuid:no",
    "empty bytes": b"",
    "all bytes": bytes(range(256)),
    "empty dict": {},
    "empty list": [],
}
"""V10: scalars and empty containers that a carrier may get wrong."""

ACCEPTED: dict[str, Value] = {
    **CORNERS,
    "list of all": list(CORNERS.values()),
    "dict of all": dict(CORNERS),
    "None inside": [None, {"k": None}],
    "keys with NUL": {"\0": 1, "a\0": 2, "": 3},
    "keys beyond the BMP": {"😀": 1, "ä": 2},
    "dotted key": {"a.b": {"$": 1}},
    "order of keys": {"z": 1, "a": 2, "m": 3},
    "shared": [[1]] * 3,
    "as deep as allowed": nested(100),
    "wide": {str(number): [number, str(number)] for number in range(1000)},
    "bool beside int": [True, 1, 1.0, False, 0, 0.0, -0.0],
}
"""R19: what memory must give back unchanged; the order of keys apart (V8)."""


def exact(value: Value) -> str:
    """The value with the exact type of each part; dicts are sorted, objects show their fields."""
    kind = type(value)
    if kind is dict:
        inner = sorted(f"{exact(key)}: {exact(item)}" for key, item in value.items())
        return f"dict{{{', '.join(inner)}}}"
    if kind is list or kind is tuple:
        return f"{kind.__name__}[{', '.join(map(exact, value))}]"
    if hasattr(kind, "model_fields"):
        return f"{kind.__module__}.{kind.__qualname__}({exact(dict(value))})"
    return f"{kind.__module__}.{kind.__qualname__} {value!r}"


def line(**facts: object) -> str:
    """A line of a trace."""
    return json.dumps(facts, sort_keys=True) + "\n"

"""A memory value as a text that tells apart whatever two values may differ in."""

import math
import struct
from hashlib import sha256
from typing import Any


def bits(value: Any) -> str:
    """Each part with its exact type, floats by their bits; the order of a dict does not count.

    Nor does which of the many nan a nan is: Flink's serialiser makes one of all.
    """
    kind = type(value)
    if kind is dict:
        inner = sorted(f"{bits(key)}: {bits(item)}" for key, item in value.items())
        return f"dict{{{', '.join(inner)}}}"
    if kind is list:
        return f"list[{', '.join(map(bits, value))}]"
    if kind is float:
        return "float nan" if math.isnan(value) else f"float {struct.pack('>d', value).hex()}"
    return f"{kind.__name__} {value!r}"


def digest(value: Any) -> str:
    """The same, short."""
    return sha256(bits(value).encode()).hexdigest()[:20]

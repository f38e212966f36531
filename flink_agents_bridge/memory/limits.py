"""The limits of the memory value contract, read from the file that Java reads too."""

from __future__ import annotations

import pkgutil
from typing import Final


def _read() -> dict[str, int]:
    text = (pkgutil.get_data("flink_agents_bridge.memory", "limits.properties") or b"").decode()
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {name: int(number) for name, number in (line.split("=") for line in lines)}


_LIMITS: Final = _read()

MAX_DEPTH: Final = _LIMITS["max-depth"]
"""Containers inside one another that a value may have (V4); ``[]`` has one."""

INT_BITS: Final = _LIMITS["int-bits"]
"""Bits of Java's ``long``, its sign included (V1)."""

INT_MIN: Final = -(2 ** (INT_BITS - 1))
"""The one int of ``INT_BITS`` bits without its sign that a ``long`` holds."""

MAX_OFFENCES: Final = 10
"""Offences that one error names."""

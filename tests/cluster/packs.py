"""The values that memory must give back after its TaskManager was killed, in packs."""

import os
from typing import Any

from hypothesis import HealthCheck, given, settings

from tests.memory.strategies import memory_values
from tests.state.jobs.shapes import ACCEPTED, nested

DRAWN = int(os.environ.get("BRIDGE_DRAWN", "300"))
MEGABYTE = 2**20

BIG: dict[str, Any] = {
    "text": "aä😀\0" * MEGABYTE,
    "bytes": bytes(range(256)) * (4 * MEGABYTE // 256),
    "numbers": [number / 7 for number in range(50_000)],
    "keys": {f"key {number}": [number, str(number)] for number in range(20_000)},
    "deep": [nested(99), "x" * MEGABYTE],
}


def drawn() -> dict[str, Any]:
    """All values of a Hypothesis run, each by itself and all in one list."""
    values: list[Any] = []

    @settings(
        max_examples=DRAWN, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(memory_values)
    def collect(value: Any) -> None:
        values.append(value)

    collect()
    return {**{f"drawn {number}": value for number, value in enumerate(values)}, "all": values}


def packs() -> dict[str, dict[str, Any]]:
    """Each is stored under a key of its own."""
    return {"control": {"plain": "plain"}, "shapes": ACCEPTED, "big": BIG, "drawn": drawn()}

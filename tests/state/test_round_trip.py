"""Accepted values through the real layers: Pemja, Flink's serialiser, RocksDB, and back."""

from tests.bridge.calls import plain
from tests.state.conftest import Memory

LARGE, SMALL = 300, 6500


def test_every_accepted_value_comes_back(memory: Memory) -> None:
    """R19, V4, V8, V10: equal and of the same exact types, only the order of keys is not kept."""
    told = plain(memory.ask("round_trips", LARGE, SMALL, seconds=240))
    assert told["sent"] >= LARGE + SMALL
    assert told["distinct"] >= 5000
    assert told["kinds"] == sorted(
        ["NoneType", "bool", "bytes", "dict", "float", "int", "list", "str"]
    )
    assert memory.rocks.writes() >= 2 * told["sent"]

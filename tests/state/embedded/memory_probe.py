"""Run inside the embedded interpreter, on the memory object that the release gives to actions."""

# mypy: disable-error-code="import-not-found"

import sys
import uuid
from collections.abc import Callable
from typing import Any

from flink_agents.api.memory_object import MemoryType
from flink_agents.runtime.flink_memory_object import FlinkMemoryObject
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from shapes import ACCEPTED, CORNERS, exact

from tests.memory import strategies
from tests.memory.test_memory_refused import REFUSED

_PATH = "payload.x"
_corners = st.sampled_from(list(CORNERS.values()))
# Small ones, of which many can be drawn: the corners meet in containers.
_small = st.recursive(
    strategies.scalars | _corners,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.just("\0"), inner, max_size=4)
    ),
    max_leaves=8,
)

BYTE_ORDER_MARKS = ("\ufeff", "\ufffe")


def begins_with_mark(value: Any) -> bool:
    """Whether a text in the value, or a key, begins with what UTF-16 takes for a mark."""

    # mypy: disable-error-code="import-not-found"
    if type(value) is str:
        return value.startswith(BYTE_ORDER_MARKS)
    if type(value) is dict:
        return begins_with_mark([*value, *value.values()])
    return type(value) is list and any(map(begins_with_mark, value))


def _memory(rocks: Any, kind: MemoryType) -> FlinkMemoryObject:
    return FlinkMemoryObject(kind, rocks.open(kind.name))


class Travel:
    """Sends values through memory, one by one, and counts them."""

    def __init__(self, rocks: Any) -> None:
        self._rocks = rocks
        self.sent = 0
        self.seen: set[str] = set()
        self.kinds: set[str] = set()

    def there_and_back(self, value: Any) -> None:
        """Set it, write it to RocksDB, read it from there, compare."""
        kind = list(MemoryType)[self.sent % len(MemoryType)]
        given_text = exact(value)
        memory = _memory(self._rocks, kind)
        memory.set(_PATH, value)
        self._rocks.persist()
        back = _memory(self._rocks, kind).get(_PATH)
        assert exact(value) == given_text, f"changed by set: {given_text}"
        assert exact(back) == given_text, f"{given_text} came back as {exact(back)}"
        self.sent += 1
        self.seen.add(given_text)
        self.kinds.add(type(value).__name__)


def round_trips(rocks: Any, large: int, small: int) -> dict[str, Any]:
    """Send every accepted shape and values drawn at random; tell how many differed in what."""
    travel = Travel(rocks)
    for value in ACCEPTED.values():
        travel.there_and_back(value)
    _send_drawn(travel, strategies.memory_values, large)
    _send_drawn(travel, _small, small)
    return {"sent": travel.sent, "distinct": len(travel.seen), "kinds": sorted(travel.kinds)}


def _send_drawn(travel: Travel, values: st.SearchStrategy[Any], count: int) -> None:
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    # What becomes of those has a test of its own.
    @given(values.filter(lambda value: not begins_with_mark(value)))
    def send(value: Any) -> None:
        travel.there_and_back(value)

    _with_notes(send)


def marked_text(rocks: Any, text: str, as_key: bool) -> str:
    """Whether memory refuses a text that begins with a byte order mark or keeps it."""
    value: Any = [{text: 1}] if as_key else [text]
    memory = _memory(rocks, MemoryType.SENSORY)
    refused, _ = _error_of(memory, value)
    return refused if refused != "accepted" else exact(memory.get(_PATH))


def _with_notes(check: Callable[[], None]) -> None:
    """Put what Hypothesis notes into the message, which is all that Java keeps of an error."""
    try:
        check()
    except Exception as failure:
        notes = getattr(failure, "__notes__", ())
        raise AssertionError("\n".join([repr(failure), *notes])) from failure


def refusal(rocks: Any, name: str) -> list[list[Any]]:
    """Give a refused kind to each kind of memory, bare and inside a value, at each level.

    Told are the error, the calls that reached Java meanwhile, and what the next call gives.
    """
    make = REFUSED[name][0]
    told: list[list[Any]] = []
    for kind in MemoryType:
        root = _memory(rocks, kind)
        for memory in (root, root.new_object("inner")):
            for value in (make(), {"good": 1, "list": [None, make()]}):
                calls = rocks.calls()
                told.append([*_error_of(memory, value), rocks.calls() - calls, memory.get(_PATH)])
    return told


def _error_of(memory: FlinkMemoryObject, value: Any) -> tuple[str, str]:
    try:
        memory.set(_PATH, value)
    except Exception as error:  # noqa: BLE001 - it is told
        return type(error).__qualname__, str(error)
    return "accepted", ""


def release_state(rocks: Any) -> dict[str, Any]:
    """What the memory contract changes, in the release's own state or not."""
    memory = _memory(rocks, MemoryType.SENSORY)
    value = uuid.UUID(int=7)
    memory.set("uuid", value)
    return {
        "wrapped": hasattr(FlinkMemoryObject.set, "__wrapped__"),
        "finders": sum(type(finder).__name__ == "PatchingFinder" for finder in sys.meta_path),
        "same object": memory.get("uuid") is value,
    }


def overflow(rocks: Any) -> list[str]:
    """Set an int of 65 bits, read it, and call once more."""
    memory = _memory(rocks, MemoryType.SENSORY)
    steps: list[Callable[[], object]] = [
        lambda: memory.set("big", 2**63),
        lambda: memory.get("big"),
        lambda: memory.is_exist("big"),
    ]
    return [_type_of(step) for step in steps]


def _type_of(step: Callable[[], object]) -> str:
    try:
        return type(step()).__name__
    except Exception as error:  # noqa: BLE001 - it is told
        return type(error.__cause__ or error).__name__

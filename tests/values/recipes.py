"""Values of Java's as they are drawn, as Java is told of them, and as Python will show them."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.values.table import REFUSED, TO_PYTHON

KINDS = list(TO_PYTHON)
MOST_HANDLES = 20


def units(text: str) -> str:
    """UTF-16 units in hexadecimal, halves of surrogate pairs among them."""
    data = text.encode("utf-16-be", "surrogatepass")
    return data.hex()


@dataclass(frozen=True)
class Value:
    """``kind`` is the letter of Recipe.java."""

    kind: str
    content: object

    def recipe(self, handles: int) -> str:
        """What Java is told; a handle's number is taken modulo those that there are."""
        if self.kind == "t":
            return f"t{units(str(self.content))}"
        if self.kind == "k":
            return f"k{KINDS.index(str(self.content))}"
        if self.kind == "h":
            return f"h{int(str(self.content)) % handles}" if handles else "k0"
        if self.kind == "i":
            return f"i{self.content}"
        inner = " ".join(item.recipe(handles) for item in self._items())
        count = len(self._items()) // (2 if self.kind == "m" else 1)
        return f"{self.kind}{count} {inner}"

    def _items(self) -> list[Value]:
        assert isinstance(self.content, tuple)
        return list(self.content)

    def shown(self) -> str | None:
        """What ``show`` makes of it in Python: REFUSED for an error, None where that is open."""
        if self.kind == "i":
            return f"int {self.content}"
        if self.kind == "t":
            return _shown_text(str(self.content))
        if self.kind == "k":
            text = TO_PYTHON[str(self.content)]
            return REFUSED if text.startswith(REFUSED) else text
        if self.kind == "h":
            return None
        parts = [item.shown() for item in self._items()]
        if None in parts:
            return None
        if REFUSED in parts:
            return REFUSED
        return self._container([str(part) for part in parts])

    def _container(self, parts: list[str]) -> str:
        if self.kind == "m":
            pairs = dict(zip(parts[::2], parts[1::2], strict=True))
            return "dict {" + ", ".join(f"{key}: {item}" for key, item in pairs.items()) + "}"
        name = "list" if self.kind == "l" else "tuple"
        more = f" of {len(parts)}" if len(parts) > 5 else ""
        return f"{name} [{', '.join(parts[:5])}]{more}"

    def holds_handle(self) -> bool:
        """Whether it is a handle or holds one."""
        if self.kind in "lam":
            return any(item.holds_handle() for item in self._items())
        return self.kind == "h"


def _shown_text(text: str) -> str:
    # Two halves that stand side by side are one whole in Java.
    whole = text.encode("utf-16-be", "surrogatepass")
    try:
        shown = ascii(whole.decode("utf-16-be"))
    except UnicodeDecodeError:
        return REFUSED
    return f"str {shown}" if len(shown) < 100 else f"str of {len(shown)}"


def _key(pair: tuple[Value, Value]) -> str:
    return units(str(pair[0].content))


any_text = st.text(st.characters(), max_size=12) | st.sampled_from(
    [
        "",
        "\0",
        "\ufeff",
        "\ufffe",
        "\ufeffa",
        "\ufffe\ud800",
        "\ud83d\ude00",
        "\ud800",
        "\U0001f600",
    ]
)
texts = any_text.map(lambda text: Value("t", text))
leaves = st.one_of(
    st.integers(-(2**63), 2**63 - 1).map(lambda number: Value("i", number)),
    texts,
    st.sampled_from(KINDS).map(lambda kind: Value("k", kind)),
    st.integers(0, MOST_HANDLES).map(lambda number: Value("h", number)),
)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6).map(lambda items: Value("l", tuple(items))),
        st.lists(inner, max_size=6).map(lambda items: Value("a", tuple(items))),
        st.lists(st.tuples(texts, inner), max_size=3, unique_by=_key).map(
            lambda pairs: Value("m", tuple(item for pair in pairs for item in pair))
        ),
    ),
    max_leaves=8,
)

"""What giving Python objects back costs beside making them."""

from __future__ import annotations

from flink_agents_bridge.bench.jvm_fork import agent, fork
from flink_agents_bridge.bench.model import Bench, Case, Limit, Plot, Variant

_KINDS = {
    "plain": "an object without fields",
    "counted": "an object with __init__ and __del__",
    "generator": "a generator",
}


def _blocks(bench: Bench) -> dict[str, float]:
    sizes = [bench.choose(3, 30, 100), bench.choose(64, 4_096, 4_096)]
    return fork(bench, "HandleBlocks", sizes, agent(bench, handle_gc=0))


CASE = Case(
    name="handles",
    question="What does giving Python objects back cost, beside making them?",
    variants=[Variant("bridge", _blocks)],
    rounds=(1, 5),
    limits=[
        Limit(f"giving back / making: {title}", "bridge", f"{kind}.share", 0.05)
        for kind, title in _KINDS.items()
    ],
    plots=[
        Plot(
            "handles",
            "An object for Java: made, and given back in a batch",
            [f"{kind}.{what}_ns" for kind in _KINDS for what in ("make", "give_back")],
            "ns",
            ["bridge"],
        )
    ],
    notes=["Python's own time to end such an object (`end`) is not part of giving it back."],
)

"""What one call costs, by each route, beside the bare call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flink_agents_bridge.bench.jvm_fork import agent, fork
from flink_agents_bridge.bench.model import Bench, Case, Comparison, Limit, Plot, Variant


def calls(bench: Bench, route: str, flags: Sequence[str]) -> dict[str, float]:
    """What calls by one route cost in a fresh JVM with these flags."""
    size = bench.choose(50, 10_000, 10_000)
    sizes = [bench.choose(4, 40, 40), size // 10 if route == "lane" else size]
    return fork(bench, "Calls", [route, *sizes], flags)


def _run(route: str, bridge: bool = True, **options: object) -> Callable[[Bench], dict[str, float]]:
    return lambda bench: calls(bench, route, agent(bench, **options) if bridge else [])


CASE = Case(
    name="price",
    question="What does a call cost, by each route, beside the call of Pemja alone?",
    variants=[
        Variant("bare", _run("owner", bridge=False)),
        Variant("bare again", _run("owner", bridge=False), in_smoke=False),
        Variant("owner", _run("owner")),
        Variant("owner unguarded", _run("owner", guard_calls=False), in_smoke=False),
        Variant("managed", _run("managed")),
        Variant("managed unguarded", _run("managed", guard_calls=False), in_smoke=False),
        Variant("lane", _run("lane")),
    ],
    rounds=(3, 20),
    comparisons=[
        Comparison("bare again / bare", "bare again", "bare", "trivial.cpu_ns", control=True),
        Comparison("owner / bare", "owner", "bare", "trivial.cpu_ns", at_most=1.05),
        Comparison(
            "owner unguarded / bare", "owner unguarded", "bare", "trivial.cpu_ns", at_most=1.05
        ),
        Comparison("managed / bare", "managed", "bare", "trivial.cpu_ns", at_most=1.08),
        Comparison(
            "managed unguarded / bare", "managed unguarded", "bare", "trivial.cpu_ns", at_most=1.08
        ),
        Comparison("guard: owner / owner unguarded", "owner", "owner unguarded", "trivial.cpu_ns"),
        Comparison("owner / bare, 1 kB", "owner", "bare", "1kB.cpu_ns"),
        Comparison("owner / bare, 100 kB", "owner", "bare", "100kB.cpu_ns"),
    ],
    limits=[
        Limit("bytes of a bare call", "bare", "trivial.bytes", 24),
        Limit("bytes of an owner call (24 are Pemja's result)", "owner", "trivial.bytes", 24),
        Limit("bytes of a managed call (24 are Pemja's result)", "managed", "trivial.bytes", 24),
    ],
    plots=[
        Plot(
            "price-trivial",
            "CPU time of the calling thread for one call of a trivial function",
            ["trivial.cpu_ns"],
            "ns",
            ["bare", "bare again", "owner", "owner unguarded", "managed", "managed unguarded"],
        ),
        Plot(
            "price-waits",
            "What a caller waits for a trivial call",
            ["trivial.p50_ns", "trivial.p99_ns", "trivial.p999_ns"],
            "µs",
            ["bare", "owner", "managed", "lane"],
            scale=1e-3,
            logarithmic=True,
        ),
    ],
    notes=[
        "`cpu` is the best block's CPU time of the calling thread; a lane's own is not in it: its",
        "price is `wall`, and the case `lane`. The guard makes what a function returns or raises",
        "fit for Java; `unguarded` is the price of routing by itself (`guard-calls=false`).",
    ],
)

"""What waiting costs with and without ``idle-waiting``: ``make waiting`` writes the page.

Two JVMs stand side by side, one with each setting of the switch, and others for each measurement;
what is compared is measured in turns, since a machine with other load is not the same one a minute
later.
"""

import datetime as dt
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil
import pytest

from flink_agents_bridge.bench.figures import spread
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.outputs import write_whole
from tests.agents.jobs import Jobs
from tests.bridge.calls import Call
from tests.waiting.flows import Cost, Flow, taken
from tests.waiting.page import page

PAGE = Path(__file__).parents[2] / "docs" / "measured" / "waiting.md"
NUMBERS = Path(__file__).parents[2] / "build" / "waiting.json"
PAIRS = int(os.environ.get("BRIDGE_PAIRS", "15"))
ASLEEP, SLEEP, MINUTE, FETCH = 12, 6.0, 65, 3  # actions; seconds
BUSY = 500  # milliseconds of a second
ROUNDS = 10
POOLS = (1, 4, 16)
WORSE = 0.03  # by so much at most
RECORDS, LEAST = 30, 120  # for each thread of a pool in one block; in all
SWITCHES = ("off", "on")
Flows = dict[str, Flow]
pytestmark = pytest.mark.timeout(3600)


@pytest.fixture
def both(start_waiting: Callable[..., Jobs]) -> Iterator[dict[str, Jobs]]:
    """One JVM with each setting."""
    with ExitStack() as stack:
        yield {switch: stack.enter_context(start_waiting(switch)) for switch in SWITCHES}


@pytest.fixture(scope="module")
def numbers(default_jdk: Jdk) -> Iterator[dict[str, Any]]:
    """Collects the numbers, and writes the page from them at the end."""
    # What an earlier run has found stays where this one measures less.
    found = json.loads(NUMBERS.read_text()) if NUMBERS.exists() else {}
    found |= {
        "date": dt.datetime.now(dt.timezone.utc).strftime("%d %B %Y").lstrip("0"),
        "machine": f"{os.cpu_count()} cores, JDK {default_jdk.version}",
        "load": max(found.get("load", 0.0), psutil.getloadavg()[0]),
    }
    yield found
    found["load"] = max(found["load"], psutil.getloadavg()[0])
    write_whole(NUMBERS, json.dumps(found, indent=1))
    if {"asleep", "late", "times", "short"} <= found.keys():
        write_whole(PAGE, page(found, ROUNDS))


def sleeping(both: dict[str, Jobs], plan: str, name: str) -> Flows:
    """A job in each JVM, which has compiled what it needs."""
    settings = {"metrics.fetcher.update-interval": "500 ms"}
    flows = {switch: Flow(both[switch], name, plan, settings) for switch in SWITCHES}
    for flow in flows.values():
        for _ in range(5):
            flow.give([(str(n), {"sleeps": [0.01] * 4}) for n in range(ASLEEP)])
            flow.take(ASLEEP)
    return flows


def test_asleep(
    both: dict[str, Jobs], make_plan: Callable[..., str], numbers: dict[str, Any]
) -> None:
    """B11: CPU of twelve actions that sleep, above that of a job without input; delays."""
    flows = sleeping(both, make_plan("Sleeping", ASLEEP), "asleep")
    numbers["asleep"], late = {}, {switch: [] for switch in SWITCHES}  # type: ignore[var-annotated]
    for switch, flow in flows.items():
        awaited = flow.begin_take(ASLEEP)
        cost = Cost(flow.jobs)
        assert not awaited.ends(int(SLEEP))
        idle = cost.shares()
        cost = Cost(flow.jobs)
        flow.give([(str(n), {"sleeps": [SLEEP]}) for n in range(ASLEEP)])
        late[switch] += [each["late"][0] for each in taken(awaited)]
        process, mailbox = cost.shares()
        numbers["asleep"][switch] = {
            "process": process,
            "idle": idle[0],
            "mailbox": mailbox,
            "mailbox idle": idle[1],
        }
    chance = random.Random(1)
    for _ in range(ROUNDS):
        sleeps = [[chance.uniform(0.05, 0.5)] for _ in range(ASLEEP)]
        for switch, flow in flows.items():
            flow.give([(str(n), {"sleeps": each}) for n, each in enumerate(sleeps)])
            late[switch] += [each["late"][0] for each in flow.take(ASLEEP)]
    numbers["late"] = {switch: quantiles(late[switch]) for switch in SWITCHES}
    print(json.dumps({part: numbers[part] for part in ("asleep", "late")}, indent=1))
    for flow in flows.values():
        flow.end()
    on = numbers["asleep"]["on"]
    assert on["mailbox"] <= 0.01
    assert on["process"] <= on["idle"] + 0.02
    # On a busy machine an operator that spins is later than that, too.
    assert numbers["late"]["on"]["p95"] <= max(0.010, numbers["late"]["off"]["p95"])


def test_metrics(
    both: dict[str, Jobs], make_plan: Callable[..., str], numbers: dict[str, Any]
) -> None:
    """B11: what Flink's metrics say, which are means of the last minute."""
    flows = sleeping(both, make_plan("Sleeping", ASLEEP), "metrics")
    awaited = {switch: flow.begin_take(ASLEEP) for switch, flow in flows.items()}
    assert not awaited["on"].ends(MINUTE)
    told = {switch: {"without input": times} for switch, times in fetched(flows, awaited).items()}
    for flow in flows.values():
        flow.give([(str(n), {"sleeps": [MINUTE + 10.0]}) for n in range(ASLEEP)])
    assert not awaited["on"].ends(MINUTE)
    for switch, times in fetched(flows, awaited).items():
        told[switch]["asleep"] = times
    for switch, flow in flows.items():
        taken(awaited[switch])
        flow.end()
    numbers["times"] = told
    print(json.dumps(told, indent=1))
    assert told["off"]["asleep"]["busy"] > BUSY
    assert told["on"]["asleep"]["busy"] < told["off"]["asleep"]["busy"] / 4


def fetched(flows: Flows, awaited: dict[str, Call]) -> dict[str, dict[str, float]]:
    """Each job's times as of now: Flink answers with what it has fetched for the last question."""
    for flow in flows.values():
        flow.times()
    assert not awaited["on"].ends(FETCH)
    return {switch: flow.times() for switch, flow in flows.items()}


def quantiles(values: list[float]) -> dict[str, float]:
    """In seconds."""
    ordered = sorted(values)
    return {f"p{q}": ordered[min(len(ordered) - 1, len(ordered) * q // 100)] for q in (50, 95, 99)}


@pytest.mark.parametrize("threads", POOLS)
def test_short_awaits(
    both: dict[str, Jobs], make_plan: Callable[..., str], numbers: dict[str, Any], threads: int
) -> None:
    """B11: throughput and latency of awaits of 1 to 20 ms, in turns."""
    flows = sleeping(both, make_plan("Sleeping", threads), f"short{threads}")
    ratios: dict[str, list[float]] = {"throughput": [], "p99": [], "cpu": []}
    for pair in range(PAIRS + 1):
        seen: dict[str, list[dict[str, float]]] = {switch: [] for switch in SWITCHES}
        for turn, switch in enumerate((*SWITCHES, *SWITCHES[::-1])):
            seen[switch].append(block(flows[switch], threads, 2 * pair + turn // 2))
        if pair:  # the first one warms up
            for part, values in ratios.items():
                on, off = (sum(each[part] for each in seen[switch]) for switch in ("on", "off"))
                values.append(on / off)
    for flow in flows.values():
        flow.end()
    numbers["pairs"] = PAIRS
    found = {part: asdict(spread(values)) for part, values in ratios.items()}
    numbers.setdefault("short", {})[str(threads)] = found
    print(threads, json.dumps(found))
    assert found["throughput"]["median"] >= 1 - WORSE
    assert found["p99"]["median"] <= 1 + WORSE


def block(flow: Flow, threads: int, seed: int) -> dict[str, float]:
    """Records on as many keys as the pool has threads, each with one await; the same for both."""
    chance = random.Random(seed)
    count = max(LEAST, RECORDS * threads)
    records = [(str(n % threads), {"sleeps": [chance.uniform(0.001, 0.02)]}) for n in range(count)]
    began, cost = time.monotonic(), Cost(flow.jobs)
    awaited = flow.begin_take(count)
    flow.give(records)
    told = taken(awaited)
    cpu = cost.shares()[0] * (time.monotonic() - began) / count
    over = [each["took"] - each["sleeps"][0] for each in told]
    took = max(each["ended"] for each in told) - min(each["began"] for each in told)
    assert took < time.monotonic() - began
    # The latency of an action is what it has slept, and what came on top.
    return {"throughput": count / took, "p99": 0.02 + quantiles(over)["p99"], "cpu": cpu}

"""Everybody calls at once for a while, in the real Pemja.

``BRIDGE_SOAK_SECONDS=600 pytest -s tests/routing/test_soak.py`` is the long form.
"""

import os
import threading
from dataclasses import dataclass
from typing import Any

import psutil
import pytest

from flink_agents_bridge.flink.jdk import find_jdk
from tests.bridge.calls import PATIENCE, plain, until

SECONDS = int(os.environ.get("BRIDGE_SOAK_SECONDS", "30"))
# A heap that is there from the start, so that what grows is a leak.
HEAP = ("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch")
WHO = ("owner", "worker", "source")
THE_JDKS = ("ForkJoinPool-", "VirtualThread-")  # what virtual threads run on
ALIVE_AT_ONCE = 9  # short-lived threads at most: one for the owner, each worker and each lane
WARM_UP = min(60, SECONDS // 2)  # seconds after which everything must be flat


@dataclass(frozen=True)
class Size:
    """What a process uses."""

    second: int
    threads: int
    handles: int
    megabytes: int


class Meter(threading.Thread):
    """Looks at a process once in a while until it is told to stop."""

    def __init__(self, pid: int, pause: float) -> None:
        super().__init__(name="meter", daemon=True)
        self._process = psutil.Process(pid)
        self._pause = pause
        self._stop_asked = threading.Event()
        self.sizes: list[Size] = []

    def run(self) -> None:
        """One look a pause."""
        second = 0.0
        while not self._stop_asked.wait(self._pause):
            second += self._pause
            with self._process.oneshot():
                size = Size(
                    round(second),
                    self._process.num_threads(),
                    self._process.num_fds(),
                    self._process.memory_info().rss >> 20,
                )
            self.sizes.append(size)
            print(size)

    def stop(self) -> list[Size]:
        """What was seen after the warm-up."""
        self._stop_asked.set()
        self.join()
        return [size for size in self.sizes if size.second >= WARM_UP]


@pytest.mark.timeout(SECONDS + 240)
def test_everybody_at_once(routed: Any) -> None:
    """R6, R7, R11, B2, B8, T4: nobody dies, nothing grows, and a close under load ends well."""
    with routed(jdk=find_jdk(feature=25), lanes=4, flags=HEAP) as session:
        interpreter = session.primary("from soak import *")
        meter = Meter(session.jvm.pid, max(1.0, SECONDS / 60))
        meter.start()
        soak = session.probe.Soak(interpreter)
        counts = plain(session.owner.begin(soak.running(SECONDS)).result(SECONDS + PATIENCE))
        sizes = meter.stop()
        live = plain(soak.liveThreads())[WARM_UP:]
        print(counts, "threads that the JVM knows", live)
        statistics = session.statistics(interpreter)
        print(session.manager(interpreter).dump())
        assert statistics.liveInterpreters() == 0
        assert statistics.interpretersLeaked() == 0
        calls = {who: sum(n for what, n in counts.items() if what.startswith(who)) for who in WHO}
        assert min(calls.values()) > SECONDS, calls
        assert counts["virtual threads"] > 0
        assert counts["owner: fail PythonException"] > 0
        transient = sum(n for what, n in counts.items() if "on_a_thread" in what)
        assert transient > SECONDS
        until(lambda: not left_over(soak))
        flat(sizes)
        flat_numbers("threads that the JVM knows", live, ALIVE_AT_ONCE)


def left_over(soak: Any) -> list[str]:
    """Threads that the soak has left in the JVM, but for those that the JDK keeps."""
    return [name for name in plain(soak.newThreads()) if not name.startswith(THE_JDKS)]


def flat(sizes: list[Size]) -> None:
    """The second half uses no more than the first, with what a collector leaves to chance."""
    for part, slack in (("threads", ALIVE_AT_ONCE), ("handles", 4), ("megabytes", 16)):
        flat_numbers(part, [getattr(size, part) for size in sizes], slack)


def flat_numbers(what: str, numbers: list[int], slack: int) -> None:
    """The same for one thing."""
    middle = len(numbers) // 2
    before, after = max(numbers[:middle]), max(numbers[middle:])
    assert after <= before + slack, f"{what}: {before}, then {after}"

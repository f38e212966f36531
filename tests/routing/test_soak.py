"""Everybody calls at once for a while, in the real Pemja.

``BRIDGE_SOAK_SECONDS=600 pytest -s tests/routing/test_soak.py`` is the long form.
"""

import os
import threading
from dataclasses import dataclass
from typing import Any

import psutil

from flink_agents_bridge.flink.jdk import find_jdk
from tests.bridge.calls import plain

SECONDS = int(os.environ.get("BRIDGE_SOAK_SECONDS", "30"))
# A heap that is there from the start, so that what grows is a leak.
HEAP = ("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch")
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


def test_everybody_at_once(routed: Any) -> None:
    """R6, R7, R11, B2, B8: nobody dies, nothing grows, and a close under load ends well."""
    with routed(jdk=find_jdk(feature=25), lanes=4, flags=HEAP) as session:
        interpreter = session.primary("from soak import *")
        meter = Meter(session.jvm.pid, max(1.0, SECONDS / 60))
        meter.start()
        counts = plain(
            session.owner.begin(session.probe.Soak(interpreter).running(SECONDS)).result()
        )
        sizes = meter.stop()
        print(counts)
        statistics = session.statistics(interpreter)
        print(session.manager(interpreter).dump())
        assert statistics.liveInterpreters() == 0
        assert statistics.interpretersLeaked() == 0
        calls = {who: sum(n for what, n in counts.items() if what.startswith(who)) for who in WHO}
        assert min(calls.values()) > SECONDS, calls
        assert counts["virtual threads"] > 0
        assert counts["owner: fail PythonException"] > 0
        flat(sizes)


WHO = ("owner", "worker", "source")


def flat(sizes: list[Size]) -> None:
    """The second half uses no more than the first, with what a collector leaves to chance."""
    middle = len(sizes) // 2
    first, second = sizes[:middle], sizes[middle:]
    assert first
    for part, slack in (("threads", 4), ("handles", 4), ("megabytes", 40)):
        before = max(getattr(size, part) for size in first)
        after = max(getattr(size, part) for size in second)
        assert after <= before + slack, f"{part}: {before}, then {after}"

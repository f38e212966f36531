"""C code that asks for the interpreter's lock, on every kind of thread at once.

``BRIDGE_GIL_SOAK_SECONDS=600 pytest -s --timeout 1200 tests/threads/test_gil_soak.py`` is the
long form.
"""

import os
import subprocess
from typing import Any

import psutil

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Call, plain
from tests.bridge.session import Session
from tests.threads.test_gil import owned

SECONDS = int(os.environ.get("BRIDGE_GIL_SOAK_SECONDS", "6"))
STALL = 20  # seconds within which each thread must have come back from one call
FUNCTIONS = [
    f"gil_probes.{name}"
    for name in (
        *("called_with_the_lock", "called_without_the_lock", "calls_java"),
        *("with_gil", "numbers", "tick"),
    )
]


def test_all_ask_for_the_lock(protected: Any, each_jdk: Jdk) -> None:
    """T5, T6, T9: two primaries of one thread, their workers and lanes; nobody ever hangs."""
    with (
        protected(jdk=each_jdk, lanes=2) as session,
        owned(session) as (owner, first),
    ):
        second = owner.begin(session.making()).result()
        for interpreter in (first, second):
            owner.exec(interpreter, "import gil_probes")
        relay = session.probe.Relay([first, second], FUNCTIONS)
        call = owner.begin(relay.running(SECONDS))
        watched(session, relay, call)
        counts = plain(call.result())
        print(counts)
        assert len(counts) == 1 + 2 + 4
        assert min(counts.values()) > SECONDS, counts
        owner.call(second, "close")


def watched(session: Session, relay: Any, call: Call) -> None:
    """Wait for the end; a thread that gets no further for so long is a failure, with all stacks."""
    process = psutil.Process(session.jvm.pid)
    before: dict[str, int] = {}
    seconds = 0
    while not call.ends(STALL):
        seconds += STALL
        counts = plain(relay.counts())
        megabytes = process.memory_info().rss >> 20
        print(f"{seconds:4} s, {sum(counts.values())} calls, {megabytes} MB", flush=True)
        stuck = [who for who, count in counts.items() if before.get(who) == count]
        assert not stuck, f"{stuck} got no further in {STALL} s:\n{thread_dump(session)}"
        before = counts


def thread_dump(session: Session) -> str:
    """What all threads of the JVM are at."""
    jcmd = session.place.jdk.home / "bin" / "jcmd"
    command = [str(jcmd), str(session.jvm.pid), "Thread.print"]
    return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout

"""Interpreters by the thousand leave nothing: no search path, no memory, no JNI reference."""

import re
import subprocess
from dataclasses import dataclass
from typing import Any

import psutil

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import plain
from tests.bridge.session import Session

COUNT, STEP = 1000, 100
WARM_UP = 3  # steps after which the JVM has compiled what it will
SLACK = 4  # megabytes, and threads, for what the JVM does for itself meanwhile
REFERENCES = re.compile(r"JNI global refs: (\d+), weak refs: (\d+)")


@dataclass(frozen=True)
class Size:
    """What the process holds."""

    interpreters: int
    search_paths: int
    megabytes: float
    global_references: int
    weak_references: int
    threads: int


def size(session: Session, observer: Any, interpreters: int) -> Size:
    """A look from another interpreter and from outside; the collector has run before."""
    session.jvm.view.java.lang.System.gc()
    paths = plain(session.owner.invoke(observer, "search_paths"))
    jcmd = session.place.jdk.home / "bin" / "jcmd"
    command = [str(jcmd), str(session.jvm.pid), "Thread.print"]
    dump = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    found = REFERENCES.search(dump)
    assert found is not None, dump
    process = psutil.Process(session.jvm.pid)
    return Size(
        interpreters,
        len(paths),
        round(process.memory_info().rss / 2**20, 1),
        int(found[1]),
        int(found[2]),
        process.num_threads(),
    )


def test_thousands(flat_heap: Any, each_jdk: Jdk, tmp_path: Any) -> None:
    """T7, R11, R12: 1,000 primaries of one thread, 1,000 of as many, 1,000 workers that end.

    Pemja itself loses a little less than a kilobyte with each.
    """
    paths = [str(tmp_path / "one"), str(tmp_path / "two")]
    with flat_heap(each_jdk) as session:
        observer = session.primary("from probes import search_paths", paths=paths)
        before = plain(session.owner.invoke(observer, "search_paths"))
        serial, caller = session.probe.Serial(session.place.python, paths), session.source()
        for where, given in (("here", []), ("elsewhere", []), ("workers", [observer])):
            sizes = []
            for step in range(1, COUNT // STEP + 1):
                caller.begin(getattr(serial, where)(*given, STEP)).result()
                sizes.append(size(session, observer, step * STEP))
            print(where, *sizes, sep="\n")
            assert plain(session.owner.invoke(observer, "search_paths")) == before
            settled = sizes[WARM_UP:]
            assert len({seen.global_references for seen in settled}) == 1
            assert len({seen.weak_references for seen in settled}) == 1
            assert settled[-1].threads - settled[0].threads < SLACK
            assert settled[-1].megabytes - settled[0].megabytes < SLACK


def test_what_pemja_keeps(flat_heap: Any, default_jdk: Jdk, tmp_path: Any) -> None:
    """T7: bare, each interpreter puts its search paths into the one shared list once more."""
    paths = [str(tmp_path / "one"), str(tmp_path / "two")]
    with flat_heap(default_jdk, bare=True) as session:
        observer = session.primary("from probes import search_paths", paths=paths)
        before = plain(session.owner.invoke(observer, "search_paths"))
        serial = session.probe.Serial(session.place.python, paths)
        session.source().begin(serial.here(STEP)).result()
        after = plain(session.owner.invoke(observer, "search_paths"))
        assert after == paths * STEP + before

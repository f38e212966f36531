"""A recording in the trace format of Perfetto and Chrome (ui.perfetto.dev, chrome://tracing)."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from flink_agents_bridge.outputs import replacing
from flink_agents_bridge.timeline.rows import Row
from flink_agents_bridge.timeline.style import SIGNS, WORDS


def write_trace(file: Path, rows: Sequence[Row], origin: int) -> None:
    """One process a manager, one track a thread; times are microseconds from ``origin``."""
    with replacing(file) as out:
        out.write(b'{"displayTimeUnit":"ms","traceEvents":[')
        for number, event in enumerate(_events(rows, origin)):
            out.write((("," if number else "") + "\n" + json.dumps(event)).encode())
        out.write(b"\n]}\n")


def _events(rows: Sequence[Row], origin: int) -> Iterator[dict[str, Any]]:
    managers = {manager: n for n, manager in enumerate(dict.fromkeys(r.manager for r in rows), 1)}
    for manager, pid in managers.items():
        yield _named("process_name", manager, pid, 0)
    for tid, row in enumerate(rows, 1):
        pid = managers[row.manager]
        yield _named("thread_name", row.thread, pid, tid)
        order = {"sort_index": tid}
        yield {"ph": "M", "name": "thread_sort_index", "pid": pid, "tid": tid, "args": order}
        for span in row.spans:
            yield {
                "ph": "X",
                "name": span.call,
                "cat": span.kind,
                "ts": (span.start - origin) / 1e3,
                "dur": (span.end - span.start) / 1e3,
                "pid": pid,
                "tid": tid,
                "args": {"what": WORDS[span.kind], "lane": span.toward or None},
            }
        for mark in row.marks:
            yield {
                "ph": "i",
                "s": "t",
                "name": SIGNS[mark.sign][2],
                "cat": mark.sign,
                "ts": (mark.at - origin) / 1e3,
                "pid": pid,
                "tid": tid,
                "args": {"what": mark.text},
            }


def _named(what: str, name: str, pid: int, tid: int) -> dict[str, Any]:
    return {"ph": "M", "name": what, "pid": pid, "tid": tid, "args": {"name": name}}

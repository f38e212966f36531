"""What a TaskManager's JVM holds after a garbage collection."""

import re
from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

import psutil

from flink_agents_bridge.flink.standalone import Cluster

_ROW = re.compile(r"^\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)", re.MULTILINE)
_TOTAL = re.compile(r"^Total\s+\d+\s+(\d+)", re.MULTILINE)
_LANE = re.compile(r'^"((?!ForkJoinPool)[^"]*-(?:lane|worker)-\d+)"', re.MULTILINE)
_HANDLES = ("pemja.core.object.PyObject", "pemja.core.object.PyIterator")
_INTERPRETER = "pemja.core.PythonInterpreter"
_LOADER = "org.apache.flink.util.ChildFirstClassLoader"
# Pemja describes the methods of the Java classes that an interpreter meets, and keeps those that
# are overloaded for ever (docs/operations/clusters.md).
_DESCRIPTIONS = ("java.lang.reflect.Method", "[Ljava.lang.Class;")


class Holdings(NamedTuple):
    """One row of the table.

    Attributes:
        heap_kib: live Java objects, but for those with which Pemja describes methods.
        methods_kib: these.
        threads: of the process, CPython's own among them.
        handles: live Java objects for Python objects.
        interpreters: live Java objects for interpreters.
        loaders: class loaders of jobs' code.
        resident_mib: memory of the whole process.
    """

    heap_kib: int
    methods_kib: int
    threads: int
    handles: int
    interpreters: int
    loaders: int
    resident_mib: int


def holdings(cluster: Cluster, index: int) -> Holdings:
    """Look at a TaskManager after two collections, between which handles are given back."""
    cluster.jcmd(index, "GC.run")
    told = cluster.jcmd(index, "GC.class_histogram")
    counts, sizes = {}, {}
    for count, size, name in _ROW.findall(told):
        counts[name], sizes[name] = int(count), int(size)
    total = _TOTAL.search(told)
    assert total is not None, told[-500:]
    process = psutil.Process(cluster.task_manager_pids[index])
    methods = sum(sizes.get(name, 0) for name in _DESCRIPTIONS)
    return Holdings(
        heap_kib=(int(total[1]) - methods) // 1024,
        methods_kib=methods // 1024,
        threads=process.num_threads(),
        handles=sum(counts.get(name, 0) for name in _HANDLES),
        interpreters=counts.get(_INTERPRETER, 0),
        loaders=counts.get(_LOADER, 0),
        resident_mib=process.memory_info().rss // 2**20,
    )


def lane_threads(cluster: Cluster, index: int) -> list[str]:
    """The names of the TaskManager's threads that run Python for others."""
    return _LANE.findall(cluster.jcmd(index, "Thread.print"))


def slope(values: Sequence[int]) -> float:
    """By how much the values grow with each: the median over all pairs (Theil and Sen).

    One that is high since a thread is about to end does not count, as in a line by least squares.
    """
    slopes = [
        (later - earlier) / (there - here)
        for (here, earlier), (there, later) in combinations(enumerate(values), 2)
    ]
    return median(slopes) if slopes else 0.0


def table(rows: Sequence[Holdings]) -> str:
    """All rows for a person to read."""
    head = ["restarts", *Holdings._fields]
    lines = [head, *([str(value) for value in (n, *row)] for n, row in enumerate(rows))]
    return "\n".join(
        "  ".join(cell.rjust(len(name)) for cell, name in zip(line, head, strict=True))
        for line in lines
    )

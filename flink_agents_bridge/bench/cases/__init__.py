"""The cases, each in a module of its own."""

from flink_agents_bridge.bench.cases import (
    handles,
    jmh,
    job,
    lane,
    memory,
    overlap,
    peers,
    price,
    scale,
)

ALL = (
    price.CASE,
    jmh.CASE,
    lane.CASE,
    overlap.CASE,
    peers.CASE,
    job.CASE,
    job.SWEEP,
    scale.CALLS,
    scale.CROWD,
    scale.MEMORY,
    memory.CASE,
    handles.CASE,
)

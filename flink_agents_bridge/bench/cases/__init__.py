"""The cases, each in a module of its own."""

from flink_agents_bridge.bench.cases import (
    handles,
    instruments,
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
    scale.CALLS,
    job.CASE,
    peers.CASE,
    scale.CROWD,
    scale.MEMORY,
    memory.CASE,
    handles.CASE,
    instruments.CASE,
    job.SWEEP,
)

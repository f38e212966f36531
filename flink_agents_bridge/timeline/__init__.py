"""Pictures of recordings: read (``recording``), laid out (``rows``, ``bars``), drawn (``svg``)."""

from flink_agents_bridge.timeline.recording import Events, read_recording
from flink_agents_bridge.timeline.rows import Row, lay_out

__all__ = ["Events", "Row", "lay_out", "read_recording"]

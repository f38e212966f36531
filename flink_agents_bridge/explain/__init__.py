"""What a crash file shows: read by ``crash_file``, judged by ``judging``, told by ``words``."""

from flink_agents_bridge.explain.crash import Crash
from flink_agents_bridge.explain.crash_file import read_crash
from flink_agents_bridge.explain.judging import Verdict, judge

__all__ = ["Crash", "Verdict", "judge", "read_crash"]

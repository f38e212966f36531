"""The command ``flink-agents-bridge``."""

from flink_agents_bridge.cli.app import main

__all__ = ["main"]

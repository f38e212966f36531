"""``python -m flink_agents_bridge``."""

from flink_agents_bridge.cli import main

if __name__ == "__main__":
    main()

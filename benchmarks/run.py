"""``flink-agents-bridge bench``, from a checkout; takes the same options."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from flink_agents_bridge.cli import main

if __name__ == "__main__":
    sys.argv.insert(1, "bench")
    main()

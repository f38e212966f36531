"""Plans of agents, made as Flink Agents' client makes them, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT = 120.0  # seconds
# The release's option module would start a gateway JVM.
_CODE = """
from flink_agents_bridge.embedded.patches import install
install(["mend-gateway"], close_deadline=1, warn_after=1)
import {module}
print({module}.{call})
"""


def make_plan(folder: Path, module: str, call: str, env: Mapping[str, str] | None = None) -> str:
    """What a function of a module returns: a plan as JSON, in one line.

    Args:
        folder: where the module is.
        call: the function with its arguments, as in source code.
        env: more variables for the process.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    path = os.pathsep.join(map(str, [_ROOT, folder]))
    told = subprocess.run(
        [sys.executable, "-c", _CODE.format(module=module, call=call)],
        env={**os.environ, "PYTHONPATH": path, **(env or {})},
        check=True,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT,
    )
    return told.stdout.splitlines()[-1]

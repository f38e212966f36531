"""Memory of a lane: its thread, its interpreter, and the thread that waits for it.

    python benchmarks/interpreters.py --json build/interpreters.json

One JVM under the agent, with a heap that is all there from the start. Its resident memory is read
with lanes that are all inside of a call, and before; the difference is shared out. So is that of as
many threads which only wait in Java: each lane was called by one.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from flink_agents_bridge.flink.agent import agent_flags, agent_jar  # noqa: E402
from flink_agents_bridge.flink.installation import find_installation  # noqa: E402
from flink_agents_bridge.flink.jdk import find_jdk  # noqa: E402
from flink_agents_bridge.jvm import Jvm, compile_java  # noqa: E402

SOURCE = ROOT / "benchmarks" / "java" / "HeldCalls.java"
HEAP = ["-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch"]
PYTHON = """
import sys, threading, types
arrived, door = threading.Semaphore(0), threading.Event()
held = sys.modules["held"] = types.ModuleType("held")
held.stay = lambda: (arrived.release(), door.wait())[1]
held.all = lambda count: [arrived.acquire() for _ in range(count)] and None
held.go = door.set
"""


def resident(jvm: Jvm) -> int:
    """Bytes."""
    jvm.view.java.lang.System.gc()
    return int(psutil.Process(jvm.pid).memory_info().rss)


def measure(lanes: int) -> dict[str, Any]:
    """Start the JVM, and look at its memory step by step."""
    jdk, installed = find_jdk(), find_installation()
    with tempfile.TemporaryDirectory() as scratch:
        pemja = [installed.flink_python_jar]
        jar = compile_java([SOURCE], Path(scratch, "held.jar"), java_home=jdk.home, classpath=pemja)
        with Jvm(
            classpath=[*pemja, jar],
            options=[*HEAP, *agent_flags(agent_jar(), jdk, {"lanes": 2 * lanes})],
            java_home=jdk.home,
            env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as jvm:
            java = jvm.view
            without = resident(jvm)
            config = java.pemja.core.PythonInterpreterConfig.newBuilder()
            python = java.pemja.core.PythonInterpreter(config.setPythonExec(sys.executable).build())
            python.exec(PYTHON)
            java.HeldCalls.inPython(python, lanes)  # what happens once only
            first = resident(jvm)
            java.HeldCalls.inPython(python, lanes)
            second = resident(jvm)
            java.HeldCalls.inJava(lanes)
            third = resident(jvm)
            java.HeldCalls.end(python)
            python.close()
    return {
        "python": platform.python_version(),
        "java": jdk.version,
        "pemja": installed.pemja,
        "lanes": lanes,
        "first interpreter and as many lanes": first - without,
        "lane and the thread that calls it": (second - first) // lanes,
        "thread that waits in Java": (third - second) // lanes,
    }


def main() -> None:
    """Measure, print the figures, and keep them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lanes", type=int, default=128)
    parser.add_argument("--json", type=Path, help="file for the figures")
    options = parser.parse_args()
    result = measure(options.lanes)
    for name, figure in result.items():
        told = f"{figure / 1024:.0f} KiB" if isinstance(figure, int) and name != "lanes" else figure
        print(f"{name}: {told}")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

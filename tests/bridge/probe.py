"""The Java side of the tests that drive Pemja itself."""

from pathlib import Path

from py4j.java_gateway import find_jar_path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java

TESTS = Path(__file__).parent.parent


def compile_probe(installation: Installation, jdk: Jdk, folder: Path, *names: str) -> Path:
    """The jar, in a folder, of what some folders of tests have in Java."""
    return compile_java(
        sorted(file for name in names for file in (TESTS / name / "java").glob("*.java")),
        folder / "probe.jar",
        java_home=jdk.home,
        classpath=[installation.flink_python_jar, Path(find_jar_path()), agent_jar()],
    )

"""Start a JVM, talk to it through py4j, and learn how it ended."""

from flink_agents_bridge.jvm.compiler import CompileError, compile_java
from flink_agents_bridge.jvm.crash import JvmDiedError, crash_frame, crash_option
from flink_agents_bridge.jvm.gateway import Jvm, JvmError

__all__ = [
    "CompileError",
    "Jvm",
    "JvmDiedError",
    "JvmError",
    "compile_java",
    "crash_frame",
    "crash_option",
]

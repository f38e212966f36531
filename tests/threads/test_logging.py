"""Python's ``logging`` from threads that Pemja did not make."""

from collections.abc import Callable
from typing import Any

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.session import Place, Session


def test_the_first_line_of_all(
    place: Callable[..., Place], installation: Any, each_jdk: Jdk
) -> None:
    """T8: written by a CPython thread, it arrives in Java's log; Pemja 0.5.7 alone has that too."""
    logging_jars = [jar for jar in installation.flink_jars if "log4j" in jar.name]
    assert logging_jars
    with Session(place(each_jdk), {}, classpath=logging_jars) as session:
        interpreter = session.primary("import thread_probes")
        for caller in session.three(interpreter).values():
            caller.invoke(interpreter, "thread_probes.log_on_thread", "a line from a thread")
    [*lines] = [line for line in session.jvm.stdout().splitlines() if "a line from" in line]
    assert len(lines) == 3
    assert all("ERROR" in line for line in lines)

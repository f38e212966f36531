"""Python's ``logging`` on threads of every kind."""

import re
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


# As log4j writes a line when nobody has told it how.
LINE = re.compile(r"[\d:.]+ \[(?P<thread>[^]]+)] (?P<level>\w+) +\S+ - (?P<text>.*)")
LEVELS = {10: "DEBUG", 20: "INFO", 30: "WARN", 40: "ERROR", 50: "ERROR"}


def test_levels_and_tracebacks(
    place: Callable[..., Place], installation: Any, each_jdk: Jdk
) -> None:
    """T8, B12: each line arrives once, at its level, on the thread that wrote it."""
    logging_jars = [jar for jar in installation.flink_jars if "log4j" in jar.name]
    options = ["-Dorg.apache.logging.log4j.level=DEBUG"]
    probes = {"": "log_everything", " on a thread": "log_everything_on_thread"}
    with Session(place(each_jdk), {}, options=options, classpath=logging_jars) as session:
        interpreter = session.primary("import thread_probes")
        for kind, caller in session.three(interpreter).items():
            for addition, probe in probes.items():
                caller.invoke(interpreter, f"thread_probes.{probe}", kind + addition)
    lines = session.jvm.stdout().splitlines()
    found = [match for match in map(LINE.fullmatch, lines) if match]
    for kind in ("owner", "worker", "lane"):
        for addition in probes:
            own = [line for line in found if line["text"].startswith(f"{kind}{addition} at")]
            assert [line["level"] for line in own] == list(LEVELS.values())
            [thread] = {line["thread"] for line in own}
            by_python = thread.startswith("Thread-")
            assert by_python if addition else kind == "owner" or f"-{kind}-" in thread
            [failure] = [n for n, line in enumerate(lines) if f" {kind}{addition} failed" in line]
            assert " ERROR " in lines[failure]
            told = lines[failure + 1 : failure + 8]
            assert told[0] == "Traceback (most recent call last):"
            assert any(line.startswith("ValueError: on purpose") for line in told)
            assert any("in fail" in line for line in told)

"""The chat job that the benchmarks run.

bench_job.py MODELS_JAR ANSWERS THREADS RECORDS locked|free
"""

from __future__ import annotations

import sys
from pathlib import Path

from flink_agents.api.execution_environment import AgentsExecutionEnvironment
from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment

from bench_agents import TimedAgent

_KEYS = 32


def main() -> None:
    """Write what the agent tells of each record into a file."""
    jar, answers = map(Path, sys.argv[1:3])
    threads, records = map(int, sys.argv[3:5])
    locked = sys.argv[5] == "locked"
    configuration = Configuration()
    configuration.set_string("python.executable", sys.executable)
    configuration.set_string("python.client.executable", sys.executable)
    flink = StreamExecutionEnvironment.get_execution_environment(configuration)
    flink.set_parallelism(1)
    flink.add_jars(jar.as_uri())
    agents = AgentsExecutionEnvironment.get_execution_environment(env=flink)
    agents.get_config().set_int("num-async-threads", threads)
    asked = [{"key": n % _KEYS, "text": f"x{n}", "locked": locked} for n in range(records)]
    told = (
        agents.from_datastream(
            input=flink.from_collection(asked), key_selector=lambda question: question["key"]
        )
        .apply(TimedAgent())
        .to_datastream()
    )
    with told.execute_and_collect() as stream, answers.open("w", encoding="utf-8") as file:
        for line in stream:
            print(line, file=file)


if __name__ == "__main__":
    main()

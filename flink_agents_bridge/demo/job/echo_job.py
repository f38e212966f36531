"""The job, a program of its own that knows nothing of the bridge."""

import argparse
import sys
from pathlib import Path

from flink_agents.api.execution_environment import AgentsExecutionEnvironment
from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment

from echo_agents import AsyncActionAgent, BuiltinActionAgent

AGENTS = {"async": AsyncActionAgent, "builtin": BuiltinActionAgent}


def main() -> None:
    """Send numbered questions through an agent; write each answer down as it comes."""
    arguments = _parse()
    configuration = Configuration()
    configuration.set_string("python.executable", sys.executable)
    configuration.set_string("python.client.executable", sys.executable)
    flink = StreamExecutionEnvironment.get_execution_environment(configuration)
    flink.set_parallelism(1)
    flink.add_jars(arguments.jar.as_uri())
    agents = AgentsExecutionEnvironment.get_execution_environment(env=flink)
    agents.get_config().set_int("num-async-threads", arguments.threads)
    questions = [
        {"key": number % arguments.keys, "text": f"x{number}", "model": arguments.model}
        for number in range(arguments.records)
    ]
    answers = (
        agents.from_datastream(
            input=flink.from_collection(questions), key_selector=lambda question: question["key"]
        )
        .apply(AGENTS[arguments.agent]())
        .to_datastream()
    )
    with (
        answers.execute_and_collect() as stream,
        arguments.answers.open("w", encoding="utf-8") as file,
    ):
        for answer in stream:
            print(answer, file=file, flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", choices=sorted(AGENTS))
    parser.add_argument("model", choices=["java_over_python", "python_over_java"])
    parser.add_argument("--records", type=int, required=True)
    parser.add_argument("--keys", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--jar", type=Path, required=True, help="the Java models, compiled")
    parser.add_argument("--answers", type=Path, required=True, help="one answer a line")
    return parser.parse_args()


if __name__ == "__main__":
    main()

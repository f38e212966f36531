"""The chat job of the agents in Python, a program of its own that knows nothing of the bridge."""

import argparse
import sys
from pathlib import Path

from flink_agents.api.execution_environment import AgentsExecutionEnvironment
from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment

from chat_agents import AGENTS


def main() -> None:
    """Run the job as often as is asked for; each run's answers go to a file of its own."""
    arguments = _parse()
    for run in range(arguments.runs):
        _run(arguments, arguments.answers / f"{run}")


def _run(arguments: argparse.Namespace, answers: Path) -> None:
    configuration = Configuration()
    configuration.set_string("python.executable", sys.executable)
    configuration.set_string("python.client.executable", sys.executable)
    flink = StreamExecutionEnvironment.get_execution_environment(configuration)
    flink.set_parallelism(arguments.parallelism)
    if arguments.jar:
        flink.add_jars(arguments.jar.as_uri())
    agents = AgentsExecutionEnvironment.get_execution_environment(env=flink)
    agents.get_config().set_int("num-async-threads", arguments.threads)
    questions = [
        (n % arguments.keys, arguments.pair, str(n), arguments.history)
        for n in range(arguments.records)
    ]
    source = flink.from_collection(questions)
    results = (
        agents.from_datastream(input=source, key_selector=lambda asked: asked[0])
        .apply(AGENTS[arguments.action]())
        .to_datastream()
    )
    with results.execute_and_collect() as stream, answers.open("w") as file:
        for answer in stream:
            print(answer, file=file, flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=sorted(AGENTS))
    parser.add_argument("pair")
    parser.add_argument("records", type=int)
    parser.add_argument("keys", type=int)
    parser.add_argument("threads", type=int)
    parser.add_argument("history", type=int)
    parser.add_argument("parallelism", type=int)
    parser.add_argument("runs", type=int)
    parser.add_argument("answers", type=Path, help="a folder, for one file a run")
    parser.add_argument("--jar", type=Path, help="the Java models, unless Flink has them in lib")
    return parser.parse_args()


if __name__ == "__main__":
    main()

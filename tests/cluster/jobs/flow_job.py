"""The job, a program of its own that knows nothing of the bridge: questions in, answers out."""

# mypy: disable-error-code="import-not-found"

import argparse
import json
from pathlib import Path

from flink_agents.api.execution_environment import AgentsExecutionEnvironment
from flow_agents import CalmAgent, FlowAgent
from memory_agents import MemoryAgent
from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.serialization import Encoder
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import (
    FileSink,
    FileSource,
    RollingPolicy,
    StreamFormat,
)

AGENTS = {agent.__name__: agent for agent in (CalmAgent, FlowAgent, MemoryAgent)}


def main() -> None:
    """Answer each line of the input folder; the sink commits with each checkpoint."""
    arguments = _parse()
    configuration = Configuration()
    for setting in arguments.set:
        configuration.set_string(*setting.split("=", 1))
    flink = StreamExecutionEnvironment.get_execution_environment(configuration)
    agents = AgentsExecutionEnvironment.get_execution_environment(env=flink)
    agents.get_config().set_int("num-async-threads", 8)
    builder = FileSource.for_record_stream_format(
        StreamFormat.text_line_format(), (arguments.folder / "in").as_uri()
    )
    if arguments.endless:
        builder = builder.monitor_continuously(Duration.of_millis(200))
    questions = flink.from_source(
        builder.build(), WatermarkStrategy.no_watermarks(), "questions"
    ).map(json.loads)
    sink = FileSink.for_row_format(
        (arguments.folder / "out").as_uri(), Encoder.simple_string_encoder()
    ).with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy())
    agents.from_datastream(input=questions, key_selector=lambda question: question["key"]).apply(
        AGENTS[arguments.agent]()
    ).to_datastream().map(json.dumps, output_type=Types.STRING()).sink_to(sink.build())
    flink.execute(arguments.folder.name)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", choices=sorted(AGENTS), required=True)
    parser.add_argument("--folder", type=Path, required=True, help="has `in`, gets `out`")
    parser.add_argument("--endless", action="store_true", help="wait for further input")
    parser.add_argument("--set", action="append", default=[], help="one of Flink's settings")
    return parser.parse_args()


if __name__ == "__main__":
    main()

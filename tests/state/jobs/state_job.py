"""The job, a program of its own that knows nothing of the bridge: RocksDB and file checkpoints."""

# mypy: disable-error-code="import-not-found"

import argparse
import json
import sys
from pathlib import Path

from flink_agents.api.execution_environment import AgentsExecutionEnvironment
from pyflink.common import Configuration, Duration, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSource, StreamFormat
from pyflink.java_gateway import get_gateway
from run_folder import trace, wait_for
from state_agents import StateAgent


def main() -> None:
    """Run until somebody kills the JVM: the source never ends."""

    # mypy: disable-error-code="import-not-found"
    arguments = _parse()
    flink = StreamExecutionEnvironment.get_execution_environment(_configuration(arguments))
    flink.set_parallelism(1)
    agents = AgentsExecutionEnvironment.get_execution_environment(env=flink)
    agents.get_config().set_int("num-async-threads", 8)
    agents.get_config().set_bool("chat.async", arguments.chat_async)
    text = FileSource.for_record_stream_format(
        StreamFormat.text_line_format(), arguments.input.as_uri()
    )
    source = text.monitor_continuously(Duration.of_millis(500)).build()
    records = (
        flink.from_source(source, WatermarkStrategy.no_watermarks(), "records")
        .uid("records")
        .map(json.loads)
        .uid("parse")
    )
    agents.from_datastream(input=records, key_selector=lambda record: record["key"]).apply(
        StateAgent()
    ).to_datastream().print().uid("print")
    if not arguments.savepoints:
        flink.execute("state")
        return
    job = flink.execute_async("state")
    wait_for("take-savepoints")
    # Python's own client cannot name the format.
    formats = get_gateway().jvm.org.apache.flink.core.execution.SavepointFormatType
    for name in arguments.savepoints:
        folder = str(arguments.checkpoints / name)
        taken = job._j_job_client.triggerSavepoint(folder, formats.valueOf(name.upper()))
        trace(at="savepoint", format=name, path=taken.get())
    job.get_job_execution_result().result()


def _configuration(arguments: argparse.Namespace) -> Configuration:
    configuration = Configuration()
    settings = {
        "python.executable": sys.executable,
        "python.client.executable": sys.executable,
        "state.backend.type": arguments.backend,
        "execution.checkpointing.incremental": str(arguments.incremental).lower(),
        "execution.checkpointing.dir": arguments.checkpoints.as_uri(),
        "execution.checkpointing.interval": "300ms",
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
        "restart-strategy.type": "none",
    }
    if arguments.restore:
        settings["execution.state-recovery.path"] = arguments.restore.as_uri()
    for name, value in settings.items():
        configuration.set_string(name, value)
    return configuration


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--input", type=Path, required=True, help="folder of JSON lines")
    parser.add_argument("--checkpoints", type=Path, required=True, help="where they go")
    parser.add_argument("--restore", type=Path, help="the checkpoint to start from")
    parser.add_argument("--backend", default="rocksdb", help="where state is kept")
    parser.add_argument("--incremental", action="store_true", help="write what has changed")
    parser.add_argument("--savepoints", nargs="*", default=(), help="formats, to take one of each")
    parser.add_argument("--chat-async", action="store_true", help="await the chat model")
    return parser.parse_args()


if __name__ == "__main__":
    main()

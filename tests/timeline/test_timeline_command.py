"""``timeline``: what it refuses, in one sentence each."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flink_agents_bridge.cli.timeline import timeline
from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.jdk import Jdk
from tests.timeline.conftest import Recorded


def run(*arguments: object) -> Result:
    return CliRunner().invoke(timeline, [str(argument) for argument in arguments])


def refusal(*arguments: object) -> str:
    result = run(*arguments)
    assert isinstance(result.exception, BridgeError), result.exception
    return str(result.exception)


def test_no_such_file(tmp_path: Path) -> None:
    assert "There is no recording" in refusal(tmp_path / "none.jfr")


def test_no_recording(tmp_path: Path) -> None:
    file = tmp_path / "text.jfr"
    file.write_text("hello")
    assert "is no recording of JFR's that can be read" in refusal(file)


def test_a_recording_without_the_bridge(jdk: Jdk, tmp_path: Path) -> None:
    file = tmp_path / "plain.jfr"
    flag = f"-XX:StartFlightRecording=filename={file},dumponexit=true,settings=none"
    flags = [flag, f"-Djava.io.tmpdir={tmp_path}", "-XX:-UsePerfData"]
    subprocess.run([jdk.java, *flags, "-version"], check=True, capture_output=True, timeout=60)
    assert "has no events of the bridge: record a JVM in which it is live" in refusal(file)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--from", "10", "--to", "5"], "There is nothing between 10 and 5 ms"),
        (["--from", "1e9"], "the recording has"),
        (["--threads", "("], "is no regular expression"),
        (["--threads", "nobody"], "Nothing is left to show"),
    ],
)
def test_nothing_to_show(recorded: Recorded, options: list[str], told: str, tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    assert told in refusal(recorded.file, "-o", file, *options)
    assert not file.exists()


def test_a_recording_that_was_cut(recorded: Recorded, tmp_path: Path) -> None:
    """Its whole chunks are drawn, and it is said that there was more."""
    whole = recorded.file.read_bytes()
    file = tmp_path / "cut.jfr"
    file.write_bytes(whole + whole[: len(whole) // 2])
    result = run(file)
    assert result.exit_code == 0
    assert "cut short" in result.output
    assert "cut short" in (tmp_path / "cut.svg").read_text()

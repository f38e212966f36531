"""What others have named stands in a table as it is, whatever brackets it has."""

from pathlib import Path

import pytest
from rich.console import Console

from flink_agents_bridge.cli import cluster, doctor, explain
from flink_agents_bridge.flink.diagnosis import Diagnosis
from flink_agents_bridge.flink.running import FlinkJvm

ODD = "/opt/[red]python[/]/[/nowhere]"


def test_what_a_jvm_tells(capsys: pytest.CaptureFixture[str]) -> None:
    """B13: a path or reason of ``doctor --cluster``."""
    cluster._print_here([FlinkJvm(1, "TaskManager", "refused", "agent", ODD)])
    assert ODD in capsys.readouterr().out


def test_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    """A path among ``doctor``'s facts."""
    doctor._print(Diagnosis({"python": ODD}, []))
    assert ODD in capsys.readouterr().out


def test_what_a_crash_file_says(capsys: pytest.CaptureFixture[str]) -> None:
    """A frame or name that ``explain`` shows."""
    explain._print(Console(width=100), Path(ODD), [("where", ODD)])
    assert capsys.readouterr().out.count(ODD) == 2

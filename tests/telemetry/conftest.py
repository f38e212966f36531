"""JVMs of the bridge's tests, and the command that asks one from outside."""

from pathlib import Path

import pytest

from tests.bridge.conftest import (
    default_jdk,
    each_jdk,
    no_core_files,
    place,
    probe_jar,
    protected,
    unprotected,
)
from tests.telemetry.asking import Ask, asker

__all__ = [
    "default_jdk",
    "each_jdk",
    "no_core_files",
    "place",
    "probe_jar",
    "protected",
    "unprotected",
]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask a JVM of this machine."""
    return asker(tmp_path)

"""JVMs of the bridge's tests, to be asked from outside."""

from tests.bridge.conftest import (
    default_jdk,
    no_core_files,
    place,
    probe_jar,
    protected,
    unprotected,
)

__all__ = [
    "default_jdk",
    "no_core_files",
    "place",
    "probe_jar",
    "protected",
    "unprotected",
]

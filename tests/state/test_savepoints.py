"""Savepoints that are restored by the other: under the bridge, and without it."""

import pytest

from tests.state.job_fixtures import MEMORIES
from tests.state.job_runs import JobRun
from tests.state.jobs.shapes import ACCEPTED, exact

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize("protected", [False, True], ids=["bare", "bridge"])
def test_the_other_reads_every_value(crossed: dict[bool, JobRun], protected: bool) -> None:
    """B1, R23: values of each accepted shape; the job goes on in the middle of its actions."""
    run = crossed[protected]
    assert run.crashes() == []
    assert run.killed, run.log()
    read = {(one["memory"], one["path"]): one["exact"] for one in run.traced("read")}
    assert read == {
        (memory, f"shapes.{name}"): exact(value)
        for memory in MEMORIES
        for name, value in ACCEPTED.items()
    }
    assert not run.traced("failed")
    assert run.protected is protected
    assert not run.outcome.unprotected

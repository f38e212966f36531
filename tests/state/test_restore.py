"""State that was written by a process which is gone, read by another."""

from typing import Any

import pytest

from tests.state.job_fixtures import CONTROL, MEMORIES, POISON, Start, place_of
from tests.state.job_runs import JobRun
from tests.state.jobs.shapes import ACCEPTED, exact

# The whole set-up is in the first test's time.
pytestmark = pytest.mark.timeout(600)
CONVERSIONS = {
    "uuid": ("$: ", "write str(value)"),
    "pydantic": ("$: ", 'write value.model_dump(mode="json")'),
    "nested": ("$.request_id: ", "write str(value)"),
    "uuidkey": ("$[", "write str(key)"),
}


def by_place(told: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """What was noted for each memory and path."""
    return {(one["memory"], one["path"]): one for one in told}


def test_both_first_stages_were_killed_after_a_checkpoint(starts: dict[bool, Start]) -> None:
    """R23: what the other tests begin with; without the bridge every value was accepted."""
    for start in starts.values():
        assert start.run.killed
        assert start.run.crashes() == []
        assert (start.checkpoint / "_metadata").stat().st_size > 0
    assert not starts[False].run.traced("refused")
    assert len(starts[False].run.traced("stored")) == len(POISON) * len(MEMORIES)


@pytest.mark.parametrize("kind", [*POISON, "builtin_tool"])
def test_each_kind_kills_the_bare_jvm(readings: dict[str, JobRun], kind: str) -> None:
    """R21, V5: a stored Python object is an address in a process that is gone.

    A plain value, read first by the same action, does no harm.
    """
    run = readings[kind]
    assert not run.killed, run.log()
    [crash] = run.crashes()
    assert "SIGSEGV" in crash
    assert "JcpPyObject_FromJObject" in crash
    if kind != "builtin_tool":
        assert [told["exact"] for told in run.traced("read")] == [exact("plain")]
        memory, path = place_of(kind)
        assert run.traced("reads")[-1] == {"at": "reads", "memory": memory, "path": path}
    assert not run.traced("answer")


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("kind", POISON)
def test_each_kind_is_refused_at_set(starts: dict[bool, Start], kind: str, memory: str) -> None:
    """R20: the action gets an error with the place inside the value and the conversion."""
    [told] = [
        one
        for one in starts[True].run.traced("refused")
        if (one["name"], one["memory"]) == (kind, memory)
    ]
    place, remedy = CONVERSIONS[kind]
    assert told["type"] == "MemoryValueError"
    assert told["message"].startswith(f"memory path 'poison.{kind}' cannot take this value:\n  ")
    assert f"\n  {place}" in told["message"]
    assert remedy in told["message"]
    assert not starts[True].run.traced("stored")


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("name", ACCEPTED)
def test_every_accepted_shape_is_restored(
    readings: dict[str, JobRun], name: str, memory: str
) -> None:
    """R23, R19, V8, V10: through RocksDB and a file checkpoint into a new process."""
    read = by_place(readings["restored"].traced("read"))
    assert read[memory, f"shapes.{name}"]["exact"] == exact(ACCEPTED[name])


@pytest.mark.parametrize("kind", POISON)
def test_a_stale_handle_is_a_managed_error(readings: dict[str, JobRun], kind: str) -> None:
    """B9: of a checkpoint from before the bridge; the error names the memory path."""
    failed = by_place(readings["poisoned"].traced("failed"))
    message = failed[place_of(kind)]["message"]
    assert "StaleHandleException" in message
    assert f"of memory path 'poison.{kind}'" in message
    assert set(failed) == set(map(place_of, POISON))


def test_the_rest_of_such_a_checkpoint_is_read(readings: dict[str, JobRun]) -> None:
    """B9: plain values beside the stale ones come back."""
    read = by_place(readings["poisoned"].traced("read"))
    assert {place: told["exact"] for place, told in read.items()} == {CONTROL: exact("plain")}


def test_a_stale_tool_context_fails_the_job(readings: dict[str, JobRun]) -> None:
    """B9: the release's own context of such a checkpoint is lost; the JVM lives to say where."""
    run = readings["poisoned"]
    assert run.crashes() == []
    assert not run.killed
    assert run.outcome.code == 1, run.log()
    assert "Failed to get field '_TOOL_REQUEST_EVENT_CONTEXT'" in run.log()
    assert not run.traced("answer")


def test_the_log_of_the_failed_job_tells_why(readings: dict[str, JobRun]) -> None:
    """B9: Pemja keeps no causes, so the reason must stand in what the release raises itself."""
    log = readings["poisoned"].log()
    assert "Reading $" in log
    assert "restored from serialised form" in log

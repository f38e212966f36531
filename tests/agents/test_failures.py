"""Services that fail: what a job sees is the release's own, with the bridge and without."""

from collections.abc import Callable

from flink_agents_bridge.flink.jdk import Jdk
from tests.agents.jobs import Jobs
from tests.agents.test_async_pool import questions

RESOURCES = ("javaOverPython", "pythonOverPython", "embedding", "store")


def told(jobs: Jobs, how: str) -> list[str]:
    """What each failing call has thrown, with all its causes, as the agent saw it."""
    asked = [question for name in RESOURCES for question in failing(how, name)]
    return sorted(
        answer.replace(f"|{how}|", "|") for answer in jobs.java(["PythonModels"], asked).results()
    )


def failing(how: str, resource: str) -> list[str]:
    """Two failing calls, and one that succeeds in between."""
    asked = questions(how, resource, 3)
    return [asked[0].replace("|x", "|fail"), asked[1], asked[2].replace("|x", "|fail")]


def test_failures_are_the_releases_own(
    start_jobs: Callable[..., Jobs], jobs: Jobs, default_jdk: Jdk
) -> None:
    """R14, R25: class, message and causes of a chat, an embedding and a store's failing call.

    Without the bridge all calls are made on the mailbox thread, where they are safe; with it they
    are made there and on the pool.
    """
    with start_jobs(None, jdk=default_jdk) as bare:
        released = [line.split("@")[0] for line in told(bare, "sync")]
    assert sum("LookupError'>: no answer to fail" in line for line in released) == 8, released
    for how in ("sync", "async"):
        assert [line.split("@")[0] for line in told(jobs, how)] == released

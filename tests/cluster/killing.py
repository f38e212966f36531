"""``kill -9`` of a TaskManager whose actions are in the middle of their chats."""

from typing import Any

from tests.cluster.flow import PATIENCE, Flow

SOME = 4  # questions for each key, answered and in a checkpoint before
FEW = 10  # restarts, until the slots of the killed one are no longer offered
MANY = 10  # of which most are not, since their answers take a second


def into_full_flow(flow: Flow, **more: Any) -> None:
    """Start the job; return when it is in the middle of the second batch of questions."""
    flow.ask(SOME)
    flow.submit(endless=True, **more)
    flow.wait_for_commits()
    flow.slow.touch()
    flow.ask(MANY, slow=str(flow.slow))
    some = flow.keys * SOME
    flow.cluster.wait_for("answer of the second batch", PATIENCE, lambda: flow.answers() > some)


def kill_in_full_flow(flow: Flow, **more: Any) -> None:
    """Kill one of two, start another, and see what the sink has committed in the end."""
    cluster = flow.cluster
    into_full_flow(flow, **more)
    cluster.kill(min(cluster.task_manager_pids))
    assert flow.noted("asked") - flow.noted("answered"), "calls were to be cut off"
    assert flow.committed() < flow.expected(), "the job was to be in full flow"
    cluster.start_task_manager()
    flow.slow.unlink()
    flow.wait_for_commits()
    assert flow.committed() == flow.expected()
    assert cluster.rest.checkpoints(flow.job)["latest"]["restored"]["id"] > 0
    assert 1 <= cluster.rest.restarts(flow.job) <= FEW
    flow.cancel()

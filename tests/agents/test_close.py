"""A job that is cancelled while everything is under way."""

import re
from collections.abc import Callable

from tests.agents.embedded_records import records
from tests.agents.jobs import Jobs
from tests.bridge.calls import until

DEADLINE = 3  # seconds, for all of close's waits
THREADS = 4
SLOW = 60


def test_cancelled_in_full_flow(
    start_jobs: Callable[..., Jobs], make_plan: Callable[[str], str]
) -> None:
    """R11, R12, B4, D7: ends within its one bound, though a model's client never answers.

    Calls of the others that have begun end first; what waits in Python's pool is given up; the log
    says which thread is left, and at what.
    """
    options = {"close-deadline": DEADLINE, "warn-after": 1, "join-timeout": DEADLINE}
    with start_jobs(options, leaked=1) as jobs:
        flow = records(["hang"] + ["slow"] * SLOW, ["javaOverPython"])
        job = jobs.python(make_plan("Awaiting"), flow)
        watched = jobs.session.jvm.view.agentjobs.Watched
        until(lambda: watched.count("hang begun") and watched.count("slow begun") >= THREADS)
        assert "JobCancellationException: Job was cancelled" in job.cancel(60)
        begun, ended = (watched.count(f"slow {what}") for what in ("begun", "ended"))
        assert begun == ended < SLOW
        assert watched.count("hang ended") == 0
        [account] = jobs.session.accounts()
        assert account["interpretersLeaked"] == 1
        [left] = [name for name in jobs.threads() if "-lane-" in name]
        log = jobs.session.jvm.stdout() + jobs.session.jvm.stderr()
        assert re.search(r"Close leaves behind, after (3|2\.\d+) s: ThreadPoolExecutor", log)
        # That was the whole deadline: the steps after it wait for no operation.
        assert re.search(r"operations still run after PT0(\.\d+)?S", log)
        assert left in log
        assert "FATAL" not in log  # what close throws would end the TaskManager

"""Jobs with ``idle-waiting`` on a cluster inside of the test's own JVM."""

from collections.abc import Callable, Iterator

import pytest

from tests.agents.jobs import Jobs
from tests.waiting.flows import Cost, Flow, taken, wait_for

THREADS = 12
SLEEP = 2.0  # seconds
# Of a core: parked it takes about 1 %; one that spins all that it gets, 27 % on a machine that
# is loaded ten times over. Mails are counted in test_operator.py, where no time passes.
SPINNING = 0.15
Plan = Callable[..., str]


@pytest.fixture(scope="module")
def jobs(start_waiting: Callable[..., Jobs]) -> Iterator[Jobs]:
    """One JVM for all jobs."""
    with start_waiting("on") as started:
        yield started


def test_waiting_costs_nothing(jobs: Jobs, make_plan: Plan) -> None:
    """B11: twelve actions asleep; ``make waiting`` is the long form, with what it costs without."""
    counts = jobs.session.jvm.view.io.github.flinkagentsbridge.agents
    flow = Flow(jobs, "sleeping", make_plan("Sleeping", THREADS))
    flow.give([("first", {"sleeps": [0.01]})])
    flow.take(1)
    begun = flow.begin_take(THREADS)
    flow.give([(str(n), {"sleeps": [SLEEP]}) for n in range(THREADS)])
    wait_for("keys are parked", THREADS, counts.WakeCounts.parkedNow)
    cost = Cost(jobs)
    told = taken(begun)
    _, mailbox = cost.shares()
    late = [each["late"][0] for each in told]
    print(f"mailbox {mailbox:.2%} of a core, latest answer {max(late):.4f} s late")
    assert mailbox < SPINNING
    assert flow.end() == []


def test_savepoint_cancel_and_restore_while_parked(
    jobs: Jobs, make_plan: Plan, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """B11: a real task checkpoints, is cancelled, and another one goes on from there."""
    agents = jobs.session.jvm.view.io.github.flinkagentsbridge.agents
    gates = jobs.session.jvm.view.waiting.Gates
    flow = Flow(jobs, "before", make_plan("Gated", THREADS))
    flow.give([(str(n), {"gates": ["early", f"late{n}"]}) for n in range(3)])
    gates.open("early")
    wait_for("actions are at late2", 1, lambda: gates.count("at late2"))
    wait_for("keys are parked", 3, agents.WakeCounts.parkedNow)
    place = flow.ask(flow.java.savepoint(tmp_path_factory.mktemp("savepoints").as_uri()))
    cancelled = jobs.caller().begin(flow.java.cancel())
    for n in range(3):  # else the close waits for the threads that they hold
        gates.open(f"late{n}")
    assert "cancelled" in cancelled.result(120)
    assert agents.WakeCounts.parkedNow() == agents.OpenAwaits.count() == 0
    restored = {
        "execution.state-recovery.path": place,
        # The sink that collects results has another id in each job.
        "execution.state-recovery.ignore-unclaimed-state": "true",
    }
    flow = Flow(jobs, "after", make_plan("Gated", THREADS), restored)
    flow.give([("0", {"gates": []}), ("new", {"gates": ["last"]})])
    wait_for("actions are at last", 1, lambda: gates.count("at last"))
    gates.open("last")
    passed = sorted(each["passed"] for each in flow.end())
    assert passed == [[], *(["early", f"late{n}"] for n in range(3)), ["last"]]
    assert agents.WakeCounts.parkedNow() == agents.OpenAwaits.count() == 0

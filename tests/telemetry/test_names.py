"""The names of the bridge's threads."""

import re
from typing import Any

from tests.bridge.calls import until
from tests.bridge.session import Session

OURS = "io.github.flinkagentsbridge."


def made_by_the_bridge(session: Session) -> set[str]:
    """Names of the live threads whose first frames are code of ours, whatever they run now."""
    stacks = session.jvm.view.java.lang.Thread.getAllStackTraces()
    return {
        str(thread.getName())
        for thread, stack in stacks.items()
        if any(str(frame.getClassName()).startswith(OURS) for frame in list(stack)[-3:])
    }


def test_threads(protected: Any) -> None:
    """B10: each tells its operator and subtask, or that it serves the whole JVM."""
    with protected(lanes=2) as session:
        interpreter = session.primary()
        owner = str(session.manager(interpreter).owner().getName())
        worker = session.worker(interpreter)
        calls = [
            caller.start(interpreter, "invoke", "wait_at_door", rest=[])
            for caller in (session.source("one"), session.source("two"), worker)
        ]
        until(lambda: "bridge-watch" in made_by_the_bridge(session))
        names = made_by_the_bridge(session)
        assert names >= {f"{owner}-lane-1", f"{owner}-lane-2", f"{owner}-worker-1"}
        own = re.compile(re.escape(owner) + r"-(lane|worker)-\d+|bridge-[a-z-]+")
        assert [name for name in names if not own.fullmatch(name)] == []
        session.owner.invoke(interpreter, "open_door", len(calls))
        assert [call.result() for call in calls] == [True] * len(calls)

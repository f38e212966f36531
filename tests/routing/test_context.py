"""What follows a call into its lane, in the real Pemja with Flink's own logging."""

from typing import Any

from tests.bridge.calls import plain

SOURCE = "from probes import *\nfrom waits import *"


def test_logging_context_and_class_loader(routed: Any, each_jdk: Any) -> None:
    """B12: the caller's logging context (Flink's too) and class loader are those of the call.

    Both are taken off the lane again, whatever the call leaves behind.
    """
    with routed(jdk=each_jdk, lanes=1) as session:
        interpreter = session.primary(SOURCE)
        contexts = session.probe.Contexts(interpreter)
        source = session.source()
        for job in ("job 1", "job 2"):
            seen = source.begin(contexts.calling("look", job)).result()
            name, logged, loader = seen.split("|")
            assert name.endswith("-lane-1")
            assert (logged, loader) == (job, "of the caller")
        plainly = session.source("plain").invoke(interpreter, "look", contexts)
        assert plainly.split("|")[1:] == ["null", "app"]


def test_a_thread_of_pythons(routed: Any) -> None:
    """B12, T4: a thread that Python made has no class loader; its call gets the owner's."""
    with routed(lanes=1) as session:
        interpreter = session.primary(SOURCE)
        contexts = session.probe.Contexts(interpreter)
        own, followed = plain(session.owner.invoke(interpreter, "look_from_a_thread", contexts))
        assert own.split("|")[2] == "none"
        owner = session.owner.call(contexts, "here").split("|")[2]
        assert followed.split("|")[1:] == ["null", owner]

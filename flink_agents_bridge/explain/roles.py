"""Which thread is which: by name, by its stack, by how its Java code was entered."""

from collections import Counter
from collections.abc import Sequence

from flink_agents_bridge.explain.crash import Crash, CrashThread
from flink_agents_bridge.explain.signatures import patterns

PYTHON = "a thread that CPython or other native code made"
_WORDS = {
    "lane": "a lane of the bridge",
    "worker": "a managed worker of the bridge",
    "bridge": "a thread of the bridge",
    "mailbox": "a Flink task's mailbox thread",
    "internal": "one of the JVM's own threads",
    "pemja": "Pemja's own thread",
    "pool": "a thread of a Java pool",
}
_ROOTS = ("java.lang.Thread.run", "java.lang.Thread.runWith", "java.lang.VirtualThread.run")
_NATIVE = "_thread_in_native"


def role(crash: Crash) -> str:
    """What the dying thread is, in words."""
    if crash.thread is None:
        return "a thread that the file does not tell of"
    known = next((kind for kind in _WORDS if _is(kind, crash.thread)), None)
    if known in ("lane", "worker", "bridge", "mailbox", "internal"):
        return _WORDS[known]
    if is_pythons_own(crash):
        return PYTHON
    if crash.thread.name == "main":
        return "the JVM's main thread"
    return _WORDS[known] if known else "a Java thread"


def is_pythons_own(crash: Crash) -> bool:
    """Whether native code has made the dying thread: its Java code has no Java root."""
    thread = crash.thread
    if thread is None or thread.name == "main" or _is("internal", thread):
        return False
    if crash.java and crash.whole:
        return not any(method.startswith(_ROOTS) for method in crash.java[-2:])
    return not thread.state or _is_attached(thread, usual_stack(crash.threads))


def pythons(crash: Crash) -> list[str]:
    """The names of all threads that native code has made and attached, the dying one included."""
    usual = usual_stack(crash.threads)
    names = [thread.name for thread in crash.threads if _is_attached(thread, usual)]
    if crash.thread and is_pythons_own(crash) and crash.thread.name not in names:
        names.append(crash.thread.name)
    return names


def company(crash: Crash) -> list[str]:
    """Other threads in native code, as those are that run Python or wait for its lock."""
    usual = usual_stack(crash.threads)
    return [
        thread.name
        for thread in crash.threads
        if thread.state == _NATIVE
        and (crash.thread is None or thread.name != crash.thread.name)
        and (_is_attached(thread, usual) or not _waits(thread))
    ]


def bridge_threads(crash: Crash) -> list[str]:
    """Those that only a live bridge makes."""
    return [t.name for t in crash.threads if _is("lane", t) or _is("bridge", t)]


def usual_stack(threads: Sequence[CrashThread]) -> int:
    """The size that most Java threads' stacks have; native code's threads have another."""
    sizes = Counter(thread.stack for thread in threads if thread.stack)
    return sizes.most_common(1)[0][0] if sizes else 0


def _is_attached(thread: CrashThread, usual: int) -> bool:
    """The JVM calls what native code attaches Thread-N, a daemon, and its stack is not Java's."""
    named = thread.name.startswith("Thread-")
    return named and thread.daemon and thread.stack != usual and thread.stack > 0


def _waits(thread: CrashThread) -> bool:
    return any(_is(kind, thread) for kind in ("internal", "pemja", "bridge", "waiting"))


def _is(kind: str, thread: CrashThread) -> bool:
    return patterns("threads")[kind].search(thread.name) is not None

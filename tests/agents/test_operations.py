"""Methods of Flink Agents that go to Python several times, and its caches of resources."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.agents.jobs import Jobs
from tests.bridge.calls import plain, until

Start = Callable[..., Jobs]


@dataclass
class Released:
    """Flink Agents' own objects between Java and Python, over one interpreter with one lane."""

    jobs: Jobs
    interpreter: Any

    def __post_init__(self) -> None:
        self.session = self.jobs.session
        self.owner = self.session.owner
        self.agents = self.session.jvm.view.org.apache.flink.agents
        utils = self.agents.runtime.python.utils
        self.java_adapter = utils.JavaResourceAdapter(None, self.interpreter)
        self.adapter = utils.PythonResourceAdapterImpl(None, self.interpreter, self.java_adapter)
        self.owner.call(self.adapter, "open")
        self.descriptor = self.agents.api.resource.ResourceDescriptor("m", "C", {"connection": "c"})

    def make(self, function: str, *arguments: Any) -> Any:
        """A Python object."""
        return self.owner.invoke(self.interpreter, function, *arguments)

    def listed(self, *items: Any) -> Any:
        """A Java list."""
        return self.session.jvm.view.java.util.ArrayList(list(items))


def documents(at: Released) -> Any:
    handles = at.listed(at.make("document", "a"), at.make("document", "b"))
    return at.adapter, "fromPythonDocuments", handles


def query_result(at: Released) -> Any:
    return at.adapter, "fromPythonVectorStoreQueryResult", at.make("result")


def collection(at: Released) -> Any:
    return at.adapter, "fromPythonCollection", at.make("document", "a")


def one_document(at: Released) -> Any:
    return at.java_adapter, "fromPythonDocument", at.make("document", "a")


def store_query(at: Released) -> Any:
    python = at.agents.api.vectorstores.python.PythonVectorStore
    store = python(at.adapter, at.make("store"), at.descriptor, None)
    return store, "query", at.agents.api.vectorstores.VectorStoreQuery("text", 3)


def chat(at: Released) -> Any:
    python = at.agents.api.chat.model.python.PythonChatModelSetup
    setup = python(at.adapter, at.make("chat_model"), at.descriptor, None)
    return setup, "chat", at.listed(), {}


@pytest.fixture(scope="module")
def released(start_jobs: Start) -> Iterator[Released]:
    """One JVM; all its source threads share one lane."""
    with start_jobs({"lanes": 1}) as jobs:
        yield Released(jobs, jobs.session.primary("from operation_probe import *"))


@pytest.mark.parametrize(
    "made", [documents, query_result, collection, one_document, store_query, chat]
)
def test_nothing_comes_in_between(released: Released, made: Callable[[Released], Any]) -> None:
    """R9: another thread's call waits for the same lane until the whole method is over."""
    target, method, *arguments = made(released)
    at, session = released.interpreter, released.session
    first, second = session.source(f"first of {made.__name__}"), session.source("second")
    released.make("prepare")
    running = first.start(target, method, *arguments)
    assert released.make("wait_until_inside")
    waiting = second.start(at, "invoke", "other", rest=[])
    until(lambda: "'other'" in session.manager(at).dump())
    released.make("go_on")
    assert running.result() is not None
    waiting.result()
    steps = plain(released.make("trace"))
    assert len(steps) > 2
    assert steps.index("other") == len(steps) - 1, steps


def test_converts_python_chat_message_with_calling_threads_interpreter(released: Released) -> None:
    """R2, R3, R4: convertsPythonChatMessageWithCallingThreadsInterpreter.

    Of JavaResourceAdapterTest.
    """
    released.make("prepare")
    released.make("go_on")
    converted = released.make("message")
    for caller in released.session.three(released.interpreter).values():
        read = caller.call(released.java_adapter, "fromPythonChatMessage", converted)
        assert read.getContent() == caller.invoke(released.interpreter, "my_thread")
        assert read.getRole().getValue() == "user"


def test_a_resource_that_asks_for_another(released: Released) -> None:
    """R10, B2: under the lock of 0.3.x's cache the lane would wait for its own caller."""
    runtime = released.session.jvm.view.org.apache.flink.agents.runtime
    kind = released.agents.api.resource.ResourceType.CHAT_MODEL
    jobs = released.session.jvm.view.agentjobs
    made = jobs.EchoSetup(released.descriptor, None)
    cache = runtime.ResourceCache(released.interpreter, made)
    found = released.session.source("asking").call(cache, "getResource", "setup", kind)
    assert found.equals(made)


def test_a_resource_is_made_once(released: Released) -> None:
    """R10: two threads that ask at the same first moment get one and the same."""
    java = released.session.jvm.view
    plan, kind = gated_plan(released)
    gated = java.agentjobs.GatedResource
    callers = [released.session.source(f"asking {number}") for number in range(2)]
    first = callers[0].start(plan, "getResource", "gated", kind)
    until(lambda: gated.makings() == 1)
    second = callers[1].start(plan, "getResource", "gated", kind)
    until(lambda: is_waiting(released) or gated.makings() == 2)
    gated.open()
    assert first.result().equals(second.result())
    assert gated.makings() == 1


def gated_plan(released: Released) -> tuple[Any, Any]:
    """The release's plan with one resource, and the resource's kind."""
    java = released.session.jvm.view
    kind = released.agents.api.resource.ResourceType.CHAT_MODEL
    arguments = {"java_clazz": "agentjobs.GatedResource", "connection": "c", "model": "m"}
    descriptor = released.agents.api.resource.ResourceDescriptor("m", "C", arguments)
    provider = released.agents.plan.resourceprovider.JavaResourceProvider("gated", kind, descriptor)
    providers = java.java.util.HashMap({kind: java.java.util.HashMap({"gated": provider})})
    none = java.java.util.HashMap()
    return released.agents.plan.AgentPlan(none, none, providers), kind


def is_waiting(released: Released) -> bool:
    """Whether the second of the two callers waits for the first."""
    threads = released.session.jvm.view.java.lang.Thread.getAllStackTraces()
    [asking] = [thread for thread in threads if thread.getName() == "asking 1"]
    return any("OneResource" in str(frame) for frame in threads[asking]) and (
        asking.getState().name() == "TIMED_WAITING"
    )


MULTI_STEP = {
    "runtime.python.utils.JavaResourceAdapter": {
        "fromPythonDocument",
        "fromPythonVectorStoreQuery",
    },
    "runtime.python.utils.PythonActionExecutor": {"executePythonFunction"},
    "runtime.python.utils.PythonResourceAdapterImpl": {
        "fromPythonCollection",
        "fromPythonDocuments",
        "fromPythonVectorStoreQueryResult",
        "getResource",
        "toPythonDocuments",
    },
    "api.chat.model.python.PythonChatModelConnection": {"chat"},
    "api.chat.model.python.PythonChatModelSetup": {"chat"},
    "api.vectorstores.python.PythonVectorStore": {"add", "get", "query"},
}


@pytest.mark.parametrize("name", MULTI_STEP)
def test_which_methods_are_one_operation(released: Released, name: str) -> None:
    """R9: those of the installed release that go to Python more than once."""
    loader = released.agents.plan.AgentPlan._java_lang_class.getClassLoader()
    declared = loader.loadClass(f"org.apache.flink.agents.{name}").getDeclaredMethods()
    moved = {m.getName().removeprefix("bridge$") for m in declared if m.getName()[:7] == "bridge$"}
    assert moved >= MULTI_STEP[name]

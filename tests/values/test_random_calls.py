"""All public methods of Pemja's, with any values, by any thread: no death, no hang, no surprise.

Each batch has a JVM of its own and a seed, which is printed. The full run is
``BRIDGE_RANDOM_OPERATIONS=10000 pytest -s tests/values/test_random_calls.py``.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.bridge.calls import Call, JavaError
from tests.bridge.session import Session
from tests.values.recipes import Value, any_text, units, values
from tests.values.table import REFUSED, TO_JAVA
from tests.values.test_failures import FAILURES

OPERATIONS = int(os.environ.get("BRIDGE_RANDOM_OPERATIONS", "1000"))
BATCH = 500
STEPS = 25
FIRST_SEED = int(os.environ.get("BRIDGE_RANDOM_SEED", "1"))
# Making a failure small takes a JVM for each death: minutes.
SHRINKS = "BRIDGE_RANDOM_SHRINK" in os.environ
PHASES = [Phase.generate, Phase.shrink] if SHRINKS else [Phase.generate]
MANAGED = {
    "PythonException",
    "UnconvertibleValueException",
    "ReleasedHandleException",
    "NoSuchElementException",
    "ClassCastException",
}
NAMES = ("n0", "n1", "\u00e4", "\U00020000")
TYPES = [Value("k", "Class"), Value("k", "null")]
callers = st.sampled_from(["owner", "worker", "lane", "python"])
names = st.sampled_from(NAMES)
handles = st.integers(0, 20).map(lambda number: Value("h", number))
some = st.lists(values, max_size=4)
functions = st.sampled_from(["shown", "echo", "make", "iterate", "missing", "echo.__call__"])


def text(content: str) -> Value:
    return Value("t", content)


SOURCE = "from step_probes import *\ndef peek(name): return shown(globals().get(name))"
NO_NAME = st.just("")


def step(method: str, name: Any, given: Any, other: Any = NO_NAME) -> Any:
    return st.tuples(callers, st.just(method), name, other, given)


def flat(pair: tuple[Value, list[Value]]) -> list[Value]:
    return [pair[0], *pair[1]]


steps = st.one_of(
    step("set", names, values.map(lambda value: [value])),
    step("get", names, st.just([])),
    step("get with type", names, st.sampled_from(TYPES[:1]).map(lambda value: [value])),
    step("invoke", st.just("shown"), values.map(lambda value: [value])),
    step("invoke", st.just("peek"), names.map(lambda name: [text(name)])),
    step("invoke", st.just("give"), st.sampled_from(list(TO_JAVA)).map(lambda n: [text(n)])),
    step("invoke", st.just("fail"), st.sampled_from(list(FAILURES)).map(lambda n: [text(n)])),
    step("invoke", st.just("make"), st.just([])),
    step("invoke", st.just("iterate"), some),
    step("invoke", functions | any_text, some),
    step("invoke with keywords", st.just("shown"), values.map(lambda v: [v]), st.just("value")),
    step("invoke with keywords", functions, values.map(lambda v: [v]), any_text),
    step("invoke with both", functions, values.map(lambda v: [v]), any_text),
    step("invokeMethod", functions | names, some, st.just("__call__") | any_text),
    step("exec", any_text, st.just([])),
    step("handle.getAttr", names | any_text, handles.map(lambda handle: [handle])),
    step("handle.getAttr with type", names, handles.map(lambda handle: [handle, TYPES[0]])),
    step("handle.setAttr", names | any_text, st.tuples(handles, values).map(list)),
    step(
        "handle.invokeMethod",
        names | any_text,
        st.tuples(handles, some).map(flat),
    ),
    step("handle.invokeMethod", st.just("__eq__"), st.tuples(handles, some).map(flat)),
    step("handle.close", st.just(""), handles.map(lambda handle: [handle])),
    step("handle.hasNext", st.just(""), handles.map(lambda handle: [handle])),
    step("handle.next", st.just(""), handles.map(lambda handle: [handle])),
)


class Batch:
    """A JVM, and what is known of its Python; another one if it has died."""

    def __init__(self, start: Any) -> None:
        self._start = start
        self._open = ExitStack()
        self._session: Session | None = None
        self.done = 0
        self.expected = 0

    def begin(self) -> None:
        """Make sure that there is a JVM."""
        if self._session is not None:
            return
        self._session = self._open.enter_context(self._start())
        self._interpreter = self._session.primary(SOURCE)
        self._callers = self._session.three(self._interpreter)
        self._steps = self._session.probe.Steps(self._interpreter)
        self._handles: list[bool] = []  # whether each is open
        self._names: dict[str, str | None] = dict.fromkeys(NAMES, "NoneType None")

    def close(self) -> None:
        """End the JVM, with the account of all interpreters and threads."""
        self._open.close()

    def take(self, caller: str, method: str, name: str, other: str, given: list[Value]) -> None:
        """One step, held against what is known."""
        if method.startswith("handle.") and not self._handles:
            return
        recipe = " ".join(value.recipe(len(self._handles)) for value in given)
        self.last = (caller, method, name, other, recipe, "none")
        task = self._steps.step(method, f"{units(name)}-{units(other)}", recipe)
        told = self._told(caller, task)
        self.done += 1
        self.last = (caller, method, name, other, recipe, told[:300])
        wanted = self._wanted(method, name, other, given)
        if wanted is not None:
            self.expected += 1
            assert told.startswith(wanted), (told, wanted)
        self._learn(method, name, given, told)

    def _told(self, caller: str, task: Any) -> str:
        try:
            if caller != "python":
                return str(self._callers[caller].begin(task).result())
            outcome = self._steps.prepared(task)
            self._callers["owner"].invoke(self._interpreter, "run_on_thread", outcome)
            return str(Call(outcome).result())
        except JavaError as error:  # no surprise, if it is one of ours or of Python's
            if error.kind not in MANAGED:
                raise
            return f"{REFUSED}{error}"
        except BaseException:
            self._session = None  # it is dead, or hangs
            print("random calls: the end came with", ascii(self.last))
            raise

    def _closed(self, given: list[Value]) -> bool:
        """Whether a closed handle is among the values, at any depth."""
        count = len(self._handles)
        recipe = " ".join(value.recipe(count) for value in given).split()
        return any(part[0] == "h" and not self._handles[int(part[1:])] for part in recipe)

    def _wanted(self, method: str, name: str, other: str, given: list[Value]) -> str | None:
        """How the answer must begin; None where that is open."""
        if method == "handle.close":
            return "null"
        if self._closed(given):
            return REFUSED
        if name == "shown" and len(given) == 1 and (method == "invoke" or other == "value"):
            shown = given[0].shown()
            return None if shown is None else shown if shown == REFUSED else _java_text(shown)
        if method == "invoke" and name == "peek" and given[0].content in NAMES:
            shown = self._names[str(given[0].content)]
            return None if shown is None else _java_text(shown)
        if method == "invoke" and name == "give" and given[0].content in TO_JAVA:
            wanted = TO_JAVA[str(given[0].content)]
            return REFUSED if wanted.startswith(REFUSED) else wanted
        if method == "invoke" and name in ("fail", "missing"):
            return REFUSED
        return None

    def _learn(self, method: str, name: str, given: list[Value], told: str) -> None:
        if told in ("PyObject", "PyIterator"):
            self._handles.append(True)
        if method == "handle.close":
            self._handles[int(given[0].recipe(len(self._handles))[1:])] = False
        if method == "set" and name in NAMES and not told.startswith(REFUSED):
            self._names[name] = given[0].shown()
        if method == "exec" or (method == "invoke" and name not in ("shown", "peek")):
            return


def _java_text(shown: str) -> str:
    """How Java shows that text, which is in ASCII."""
    return f"String {shown}" if len(shown) < 100 else f"String of {len(shown)}"


@pytest.fixture
def batch(protected: Any) -> Iterator[Batch]:
    """A batch that ends with the test."""
    made = Batch(lambda: protected(**{"close-deadline": 20}))
    yield made
    made.close()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("number", range(max(1, OPERATIONS // BATCH)))
def test_no_surprise(batch: Batch, number: int) -> None:
    """V1 to V11, B5, B6, B7, B9, R24: what is known comes true, all else ends in some error."""
    seed = FIRST_SEED + number

    @hypothesis.seed(seed)
    @settings(
        max_examples=BATCH // STEPS,
        deadline=None,
        database=None,
        phases=PHASES,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(st.lists(steps, min_size=STEPS, max_size=STEPS))
    def run(drawn: list[Any]) -> None:
        batch.begin()
        for one in drawn:
            batch.take(*one)

    print(f"random calls: seed {seed}")
    run()
    print(f"random calls: {batch.done} operations, {batch.expected} of them foretold")
    assert batch.expected > batch.done // 10

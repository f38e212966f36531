"""What Python tells Java of an action that waits, without a JVM."""

import gc
import types
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from flink_agents_bridge.embedded import idle_waiting
from flink_agents_bridge.embedded.idle_waiting import number_of, number_waits
from flink_agents_bridge.embedded.patches import known_patches


class Awaiting:
    """Waits as the release does: it yields while its future is not done."""

    def __init__(self, future: "Future[str]") -> None:
        self._future = future

    def __await__(self) -> Generator[None, None, str]:
        future = self._future
        while not future.done():
            yield
        return future.result()


class Yielding:
    """Waits for nothing that anybody knows."""

    def __await__(self) -> Iterator[None]:
        while True:
            yield


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers whose end Java has been told."""
    numbers: list[int] = []
    monkeypatch.setattr(idle_waiting, "_java_ended", lambda: numbers.append)
    return numbers


@types.coroutine
def once() -> Generator[None, None, None]:
    """Lets others go on."""
    yield


async def deep(awaitable: Awaitable[str]) -> str:
    return await awaitable


async def action(*awaitables: Awaitable[str]) -> None:
    for each in awaitables:
        await deep(each)


def step(running: Coroutine[None, None, None]) -> int:
    running.send(None)
    return number_of(running)


def test_one_number_for_one_wait(told: list[int]) -> None:
    """B11: it is told once, at the end of what was still awaited at the second step."""
    future: Future[str] = Future()
    running = action(Awaiting(future))
    numbers = {step(running) for _ in range(5)}
    assert len(numbers) == 1
    assert told == []
    future.set_result("x")
    assert told == list(numbers)
    assert told[0] > 0
    running.close()


def test_a_wait_that_is_over_at_the_second_step_tells_nothing(told: list[int]) -> None:
    """B11: a short one costs no call of Java's."""
    first, second = Future[str](), Future[str]()
    running = action(Awaiting(first), Awaiting(second))
    before = step(running)
    first.set_result("x")
    assert step(running) > before > 0
    assert told == []
    running.close()


def test_the_next_wait_has_another_number(told: list[int]) -> None:
    """B11: also where CPython gives the next generator and future the place of the last ones."""
    numbers = []
    futures: list[Future[str]] = []

    async def loop() -> None:
        for _ in range(20):
            futures.append(Future())
            await Awaiting(futures.pop())

    running = loop()
    for _ in range(20):
        numbers.append(step(running))
        assert step(running) == numbers[-1]
        waits = idle_waiting._waits[running]
        future = waits.place.futures[0]()
        assert future is not None
        future.set_result("x")
        del future
        gc.collect()
    assert numbers == sorted(set(numbers)) == told[: len(numbers)]


def test_an_awaitable_of_a_users_own(told: list[int]) -> None:
    """B11: a negative number as long as it waits at one place, and another one after each step."""
    running = action(Yielding())  # type: ignore[arg-type]
    numbers = {step(running) for _ in range(3)}
    assert len(numbers) == 1
    assert numbers.pop() < 0

    async def busy() -> None:
        for _ in range(3):
            await once()

    stepping = busy()
    assert len({step(stepping) for _ in range(3)}) == 3
    assert told == []
    running.close()
    stepping.close()


def test_a_failed_or_cancelled_future_has_ended(told: list[int]) -> None:
    """B11: whatever the end is."""
    ends: list[Callable[[Future[str]], object]] = [
        lambda future: future.set_exception(LookupError("x")),
        lambda future: future.cancel(),
    ]
    for end in ends:
        future: Future[str] = Future()
        running = action(Awaiting(future))
        number = {step(running), step(running)}.pop()
        end(future)
        assert told[-1] == number
        running.close()


def test_nothing_is_kept() -> None:
    """B11: neither the action nor what it waits for lives longer for it."""
    future: Future[str] = Future()
    running = action(Awaiting(future))
    step(running)
    step(running)
    kept = weakref.ref(running), weakref.ref(future)
    running.close()
    before = len(idle_waiting._waits)
    del running, future
    gc.collect()
    assert [each() for each in kept] == [None, None]
    assert len(idle_waiting._waits) == before - 1


class Big:
    """What an action has in a variable for some time."""


def test_what_an_action_drops_while_it_waits_is_gone() -> None:
    """B11: at once, though it was looked at before; also what only the look has seen."""
    held: list[weakref.ref[Big]] = []

    @types.coroutine
    def dropping() -> Generator[None, None, None]:
        big = Big()
        held.append(weakref.ref(big))
        yield
        del big
        yield

    async def waiting() -> None:
        await dropping()

    running = waiting()
    step(running)
    running.send(None)
    assert [each() for each in held] == [None]
    running.close()


def test_a_future_in_two_variables_and_a_closure(told: list[int]) -> None:
    """B11: its end is told once; a cell without a value is none."""

    @types.coroutine
    def sharing() -> Generator[None, None, None]:
        future: Future[str] = Future()
        futures.append(future)
        again = future
        if again.done():
            never = 1

        def shared() -> object:
            return future, never

        yield
        shared()

    async def waiting() -> None:
        await sharing()

    futures: list[Future[str]] = []
    running = waiting()
    step(running)
    number = number_of(running)
    futures.pop().set_result("x")
    assert told == [number]
    assert number > 0
    running.close()


def test_the_release_is_asked_first() -> None:
    """B11: its answers are its own but for what it yields; a module without it stays as it is."""
    module = types.ModuleType("function")
    with pytest.raises(AttributeError):
        number_waits(module)
    future: Future[str] = Future()
    running = action(Awaiting(future))
    answers: list[Any] = [(False, None), (True, "value"), LookupError("of the action")]

    def released(awaitable: Any) -> Any:
        awaitable.send(None)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    module.call_python_awaitable = released  # type: ignore[attr-defined]
    number_waits(module)
    call: Callable[[Any], tuple[bool, Any]] = module.call_python_awaitable
    ended, number = call(running)
    assert (ended, number > 0) == (False, True)
    assert call(running) == (True, "value")
    with pytest.raises(LookupError, match="of the action"):
        call(running)
    running.close()


class Slotted:
    """An awaitable to which there can be no weak reference."""

    __slots__ = ()

    def send(self, _: None) -> None:
        """Wait."""


def test_an_action_that_cannot_be_known_is_as_released() -> None:
    """B11: its answer stays what it was, which is no number."""
    module = types.ModuleType("function")
    module.call_python_awaitable = lambda _: (False, "yielded")  # type: ignore[attr-defined]
    number_waits(module)
    assert module.call_python_awaitable(Slotted()) == (False, "yielded")


def test_the_switch_is_that_of_the_agent() -> None:
    """B11: the patch belongs to ``idle-waiting``."""
    patches = known_patches(close_deadline=1, warn_after=1)
    assert [p.module for p in patches if p.switch == "idle-waiting"] == [
        "flink_agents.plan.function"
    ]

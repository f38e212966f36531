"""Python code that waits for threads which call back."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

door = threading.Event()
inside = threading.Event()


def where(witness: Any) -> str:
    """The name of the thread that Java sees here."""
    return str(witness.thread())


def _asking(witness: Any, answers: list[str]) -> Callable[[], None]:
    def ask() -> None:
        try:
            answers.append(witness.ask("where"))
        except BaseException as told:  # noqa: BLE001
            answers.append(str(told))

    return ask


def join_a_caller(witness: Any) -> str:
    """Wait for the end of a thread that calls back."""
    answers: list[str] = []
    thread = threading.Thread(target=_asking(witness, answers), name="joined")
    thread.start()
    thread.join()
    return answers[0]


def join_by_another(witness: Any) -> str:
    """Wait for a thread that waits for the thread that calls back."""
    answers: list[str] = []
    caller = threading.Thread(target=_asking(witness, answers), name="joined")
    between = threading.Thread(target=caller.join, name="between")
    caller.start()
    between.start()
    between.join()
    return answers[0]


def await_a_result(witness: Any) -> str:
    """Wait for the result of a call that a pool's thread makes back."""
    with ThreadPoolExecutor(1, thread_name_prefix="pool") as pool:
        answers: list[str] = []
        pool.submit(_asking(witness, answers)).result()
    return answers[0]


def leave_the_pool(witness: Any) -> str:
    """Leave a pool, which joins its threads, while one of them calls back."""
    answers: list[str] = []
    with ThreadPoolExecutor(1, thread_name_prefix="pool") as pool:
        pool.submit(_asking(witness, answers))
    return answers[0]


def start_a_caller(witness: Any) -> list[str]:
    """Start a thread that calls back, wait for something else, and let it be."""
    answers: list[str] = []
    thread = threading.Thread(target=_asking(witness, answers), name="let be")
    thread.start()
    inside.set()
    door.wait()
    return answers


def join_for_a_while(witness: Any) -> str:
    """Wait for a thread that calls back, but with limits."""
    answers: list[str] = []
    thread = threading.Thread(target=_asking(witness, answers), name="let be")
    thread.start()
    later: Future[str] = Future()
    for _ in range(3):
        thread.join(1.0)
    try:
        later.result(0.1)
    except TimeoutError:
        answers.append("gave up")
    return answers[0]


def cross(crossing: Any) -> Any:
    """On to the other manager."""
    return crossing.there()


def cross_back(crossing: Any) -> Any:
    """And back to the first."""
    return crossing.back()


def stay(_: Any) -> str:
    """Run until the door opens."""
    inside.set()
    door.wait()
    return "stayed"


def open_door() -> None:
    """Let them go on."""
    door.set()


def is_inside() -> bool:
    """Whether somebody is."""
    return inside.is_set()


def look(contexts: Any) -> str:
    """What follows the call here; something else is left behind."""
    seen = str(contexts.here())
    contexts.leaveBehind()
    return seen


def look_from_a_thread(contexts: Any) -> list[str]:
    """What a thread that Python made carries itself, and what follows its call."""
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.extend([contexts.here(), contexts.ask("look")]))
    thread.start()
    thread.join()
    return seen

"""What the soak has run."""

import threading
import time
from typing import Any


def deep(depth: int) -> int:
    """Let go of the interpreter's lock among frames."""
    if depth == 0:
        time.sleep(0.0005)  # load: nobody waits for it, but others may enter meanwhile (T1)
        return 0
    return 1 + deep(depth - 1)


def work(_: Any) -> int:
    """The same."""
    return deep(10)


def nest(soak: Any) -> Any:
    """Back to Java, and in again."""
    return soak.ask("work")


def fail(_: Any) -> None:
    """Fail, some frames deep."""
    deep(3)
    raise ValueError("chosen")


def on_a_thread(soak: Any) -> str:
    """Wait for a short-lived thread that calls back; it may be given the lane that waits for it."""
    told: list[str] = []

    def call_back() -> None:
        try:
            told.append(str(soak.ask("work")))
        except BaseException as error:  # noqa: BLE001
            told.append(str(error))

    thread = threading.Thread(target=call_back, name="transient")
    thread.start()
    thread.join()
    return told[0]

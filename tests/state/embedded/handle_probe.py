"""Run inside the embedded interpreter: Python objects on their way into Java's hands."""

import threading
import uuid
from typing import Any


def make_uuid(number: int) -> uuid.UUID:
    """A Python object for Java's hands."""
    return uuid.UUID(int=number)


def store_from_thread(memory: Any, number: int) -> str:
    """Hand a UUID to Java's own memory object on a thread of Python's; what came of it."""
    told: list[str] = []

    def store() -> None:
        try:
            memory.set("x", uuid.UUID(int=number))
        except Exception as error:  # noqa: BLE001 - it is told
            told.append(str(error.args[0].toString()))  # the Java exception
        else:
            told.append("accepted")

    thread = threading.Thread(target=store)
    thread.start()
    thread.join()
    return told[0]


def keep_from_thread(witness: Any, number: int) -> None:
    """Hand a UUID to any Java object on a thread of Python's."""
    thread = threading.Thread(target=lambda: witness.keep(uuid.UUID(int=number)))
    thread.start()
    thread.join()

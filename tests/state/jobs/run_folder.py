"""The folder of one run: what the test lets happen, and what has happened."""

# mypy: disable-error-code="import-not-found"

import os
import threading
import time
from pathlib import Path

from shapes import line

FOLDER = Path(os.environ["STATE_RUN"])
PATIENCE = 240.0  # seconds; a run that nobody releases ends at last


def trace(**facts: object) -> None:
    """Note what has happened, in one write, so that lines of several threads stay whole."""

    # mypy: disable-error-code="import-not-found"
    with (FOLDER / "trace.jsonl").open("ab", buffering=0) as file:
        file.write(line(**facts).encode())


def wait_for(name: str) -> str:
    """Wait until the test has written a file; return what is in it."""
    deadline = time.monotonic() + PATIENCE
    pause = threading.Event()
    while not (FOLDER / name).exists():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{name} was not released within {PATIENCE:g} s")
        pause.wait(0.05)
    return (FOLDER / name).read_text()

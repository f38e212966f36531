"""What a job notes for its test: a line in one write, so that lines of many threads stay whole."""

import os
from pathlib import Path


def trace(folder: str, kind: str, text: str) -> None:
    """Note that something has happened in this process."""
    with Path(folder, f"{kind}.trace").open("ab", buffering=0) as file:
        file.write(f"{os.getpid()} {text}\n".encode())

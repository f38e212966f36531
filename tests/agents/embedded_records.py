"""The records of the agents in Python, made where no JVM is."""

# mypy: disable-error-code="import-not-found"

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent / "embedded"))

from agent_probe import Noted


def records(texts: Sequence[str], models: Sequence[str]) -> list[tuple[str, Any]]:
    """One for each text, on ten keys, with the models in turn."""
    return [
        (str(number % 10), (models[number % len(models)], Noted(f"{text}{number}")))
        for number, text in enumerate(texts)
    ]

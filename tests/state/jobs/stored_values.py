"""Values that the release stores as Python objects: alive only as long as their process."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from pydantic import BaseModel


class Order(BaseModel):
    """A model of the job's own."""

    number: int
    name: str


POISON: dict[str, Callable[[], Any]] = {
    "uuid": lambda: UUID(int=1),
    "pydantic": lambda: Order(number=1, name="x"),
    "nested": lambda: {
        "request_id": UUID(int=1),
        "order": Order(number=1, name="x"),
        "metadata": {"input_id": 1},
    },
    "uuidkey": lambda: {UUID(int=1): [1, 2]},
}

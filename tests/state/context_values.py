"""What a tool context may hold."""

import dataclasses
import datetime as dt
import decimal
import enum
import uuid
from typing import Annotated, Any

import pydantic
from pyflink.common import Row

from tests.state.jobs.shapes import ACCEPTED

ID = uuid.UUID(int=1)


class Role(str, enum.Enum):
    """As the release's own roles are."""

    USER = "user"


class Outer:
    """Holds classes that are found by a dotted name."""

    class Level(enum.IntEnum):
        """An enum inside a class."""

        HIGH = 3


class Message(pydantic.BaseModel):
    """As the release's own messages are."""

    role: Role = Role.USER
    content: str = ""
    calls: list[dict[str, Any]] = []
    extra: dict[str, Any] = {}


@dataclasses.dataclass(frozen=True)
class Call:
    """As a client's own classes may be."""

    id: uuid.UUID
    arguments: dict[str, Any]


class RowType:
    """What has no stored form, as the release's type of rows."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __repr__(self) -> str:
        return f"RowType{self.names}"


class Schema(pydantic.BaseModel):
    """Dumps what it holds in a form of its own, which its validator reads, as the release's."""

    held: Any

    @pydantic.model_serializer
    def _own_form(self) -> dict[str, Any]:
        if isinstance(self.held, RowType):
            return {"held": {"names": list(self.held.names)}}
        return {"held": {"class": self.held.__qualname__}}

    @pydantic.model_validator(mode="before")
    @classmethod
    def _from_own_form(cls, given: Any) -> Any:
        form = given["held"]
        if not isinstance(form, dict):
            return given
        return {"held": RowType(*form["names"]) if "names" in form else globals()[form["class"]]}


class Aliased(pydantic.BaseModel):
    """Takes its field by another name only."""

    total: int = pydantic.Field(alias="sum")


class Open(pydantic.BaseModel):
    """Takes fields that it does not declare."""

    model_config = pydantic.ConfigDict(extra="allow")


class Numbers(pydantic.RootModel[list[int]]):
    """A model around one value."""


class Counted(pydantic.BaseModel):
    """Changes what it is given, so a second validation would change it again."""

    number: Annotated[int, pydantic.AfterValidator(lambda number: number + 1)]


class Private(pydantic.BaseModel):
    """Keeps something that is no field, and knows which fields were given."""

    number: int = 0
    _seen: int = pydantic.PrivateAttr(default=0)


class Access(enum.Flag):
    """Members that combine."""

    READ = 1
    WRITE = 2


def private_seen() -> Private:
    """One whose private attribute is not the default."""
    model = Private()
    model._seen = 5
    return model


OWN_WAYS: dict[str, Any] = {
    "alias": Aliased(sum=1),
    "undeclared field": Open(other=ID),  # type: ignore[call-arg]  # that is its point
    "root model": Numbers([1, 2]),
    "validator that changes": Counted(number=1),
    "private attribute": private_seen(),
    "fields given": Private(number=0),
    "combined flag": Access.READ | Access.WRITE,
}
"""Models and enums that are more than their fields and names."""

KINDS: dict[str, Any] = {
    **{f"shape: {name}": value for name, value in ACCEPTED.items() if name != "as deep as allowed"},
    "uuid": ID,
    "uuid in list": [ID, [ID]],
    "uuid as key": {ID: {ID: ID}},
    "text like a mark": ["$bridge:", "$bridge:uuid:x", "$bridge:text:", "$bridge:text:$bridge:"],
    "key like a mark": {"$bridge:uuid:x": 1, "$bridge:model:m:C": 2, "$bridge:tuple:": [3]},
    "only key like a mark": {"$bridge:collection:tuple": [1]},
    "text near a mark": ["$bridge", "bridge:", " $bridge:uuid:x"],
    "tuple": (1, (ID, "x"), [()]),
    "sets": [{1, 2}, frozenset({ID})],
    "leaves": [
        dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.timezone.utc),
        dt.date(2026, 1, 2),
        dt.timedelta(seconds=1.5),
        decimal.Decimal("1.50"),
        bytearray(b"x"),
        1j,
    ],
    "dataclass": Call(ID, {"a": (1,)}),
    "row": Row(a=1, b=ID),
    "str enum": Role.USER,
    "int enum in a class": Outer.Level.HIGH,
    "enum as key": {Role.USER: 1},
    "class": Message,
    "class in a class": Outer.Level,
    "built-in class": dict,
    "class as key": {Message: 1},
    "model": Message(content="x"),
    "model with all": Message(
        calls=[{"id": ID, "function": {"arguments": {"a": 1}}}],
        extra={"id": ID, "inner": Message(extra={"ids": (ID,)}), "$bridge:": "$bridge:"},
    ),
    "model with a form of its own": Schema(held=Message),
    "model around what has no form": [Schema(held=RowType("a", "b")), ID],
    "context": {
        ID: {"initial_request_id": ID, "model": "m", "output_schema": Schema(held=Role)},
        uuid.UUID(int=2): [Message(), Message(calls=[{"id": ID}])],
    },
}

"""Classes with fields: one level to a dict, and the ways back that need their own library."""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
from typing import Any


def dataclass_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name, those that ``__init__`` does not take too."""
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def attrs_fields(value: Any) -> dict[str, Any]:
    """Return the fields of an attrs class by name."""
    return {field.name: getattr(value, field.name) for field in type(value).__attrs_attrs__}


def dump_model(value: Any) -> Any:
    """Return a Pydantic model in its JSON form, without what it computes itself."""
    return value.model_dump(mode="json", round_trip=True)


def read_model(stored: Any, cls: Any) -> Any:
    """Read a Pydantic model. As JSON, since a strict model takes a UUID's text from JSON only."""
    names = {"by_alias": True, "by_name": True}
    known = inspect.signature(cls.model_validate_json).parameters
    options = names if "by_name" in known else {}  # since Pydantic 2.11
    try:
        text = json.dumps(stored)
    except TypeError:  # bytes, of a model_dump() in Python mode
        return cls.model_validate(stored, **options)
    return cls.model_validate_json(text, **options)


def construct_record(stored: dict[str, Any], cls: Any) -> Any:
    """Make a dataclass, attrs class or named tuple of fields that were read already."""
    late = {}
    if dataclasses.is_dataclass(cls):
        late = {f.name: stored.pop(f.name) for f in dataclasses.fields(cls)
                if not f.init and f.name in stored}  # fmt: skip
    elif hasattr(cls, "__attrs_attrs__"):
        fields = [field for field in cls.__attrs_attrs__ if field.name in stored]
        late = {field.name: stored[field.name] for field in fields if not field.init}
        stored = {field.alias: stored[field.name] for field in fields if field.init}
    make: Any = cls
    made = make(**stored)
    for name, value in late.items():
        object.__setattr__(made, name, value)  # frozen classes refuse setattr
    return made


def dump_array(value: Any) -> Any:
    """Return a numpy array's elements; dates stay dates, which ``tolist`` makes numbers."""
    if value.dtype.kind not in "mM":
        return value.tolist()
    return list(value) if value.ndim else value[()]


def read_array(stored: Any, _cls: Any) -> Any:
    """Make an array; numpy is loaded, since the caller named its class."""
    return sys.modules["numpy"].asarray(stored)


def dump_numpy_span(value: Any) -> list[Any]:
    """Return count and unit of a ``numpy.timedelta64``."""
    return [value.view("int64").item(), value.dtype.str]


def read_numpy_span(stored: list[Any], _cls: Any) -> Any:
    """Make a ``numpy.timedelta64`` of count and unit."""
    count, unit = stored
    return sys.modules["numpy"].int64(count).view(unit)

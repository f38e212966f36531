"""The conversions of the catalogue, the most telling class first."""

from __future__ import annotations

from typing import Any, Final

from flink_agents_bridge.memory import records, times
from flink_agents_bridge.memory.catalogue import REFUSALS, Conversion, Row
from flink_agents_bridge.memory.classes import names_of
from flink_agents_bridge.memory.values import PLAIN

_PANDAS: Final = "pandas._libs.tslibs"


def _nothing(_value: Any) -> None:
    return None


_RECORDS: Final = (
    # Before the scalars: a `class Color(str, Enum)` is a str too, and str(value) its member's name.
    Conversion("enum member", ("enum.Enum",), "value.value",
               lambda value: value.value, PLAIN, shape="enum"),
    Conversion("Pydantic model", ("pydantic.main.BaseModel",), 'value.model_dump(mode="json")',
               records.dump_model, PLAIN, records.read_model,
               loses="what the model's own JSON form leaves out, such as `SecretStr`"),
    Conversion("dataclass", ("__dataclass_fields__",), "to_memory_value(value)",
               records.dataclass_fields, (dict,), records.construct_record, "fields"),
    Conversion("attrs class", ("__attrs_attrs__",), "to_memory_value(value)",
               records.attrs_fields, (dict,), records.construct_record, "fields"),
    Conversion("named tuple", ("_field_defaults",), "value._asdict()",
               lambda value: value._asdict(), (dict,), records.construct_record, "fields"),
)  # fmt: skip

_SCIENCE: Final = (
    Conversion("numpy datetime64", ("numpy.datetime64",), "str(value)", str, (str,),
               loses="the unit of a `NaT`"),
    Conversion("numpy timedelta64", ("numpy.timedelta64",), "to_memory_value(value)",
               records.dump_numpy_span, (list,), records.read_numpy_span),
    Conversion("numpy complex", ("numpy.complexfloating",), "to_memory_value(value)",
               lambda value: value.item(), (list,), lambda stored, cls: cls(complex(*stored))),
    Conversion("numpy scalar", ("numpy.generic",), "value.item()",
               lambda value: value.item(), PLAIN),
    Conversion("numpy array", ("numpy.ndarray",), "value.tolist()",
               records.dump_array, PLAIN, records.read_array,
               loses="a `dtype` that numpy does not choose by itself for these values"),
    Conversion("pandas NaT", (f"{_PANDAS}.nattype._NaT",), "None",
               _nothing, (type(None),), loses="itself: `None` comes back"),
    Conversion("pandas NA", ("pandas._libs.missing.C_NAType",), "None",
               _nothing, (type(None),), loses="itself: `None` comes back"),
    Conversion("pandas Timestamp", (f"{_PANDAS}.timestamps._Timestamp",), "value.isoformat()",
               times.zoned_text, (str,), times.read_timestamp, loses="its `unit`"),
    Conversion("pandas Timedelta", (f"{_PANDAS}.timedeltas._Timedelta",), "value.isoformat()",
               lambda value: value.isoformat(), (str,), loses="its `unit`"),
)  # fmt: skip

_SCALARS: Final = (
    Conversion("datetime", ("datetime.datetime",), "value.isoformat()",
               times.zoned_text, (str,), times.read_datetime,
               loses="the name of a zone that is no `ZoneInfo`; its offset is kept"),
    Conversion("date", ("datetime.date",), "value.isoformat()",
               lambda value: value.isoformat(), (str,),
               lambda stored, cls: cls.fromisoformat(stored)),
    Conversion("time", ("datetime.time",), "value.isoformat()",
               times.zoned_text, (str,), times.read_time),
    Conversion("timedelta", ("datetime.timedelta",), "value.total_seconds()",
               times.span_text, (str, int, float), times.read_span),
    Conversion("time zone", ("zoneinfo.ZoneInfo",), "value.key",
               lambda value: value.key, (str,)),
    Conversion("UUID", ("uuid.UUID",), "str(value)", str, (str,)),
    Conversion("Decimal", ("decimal.Decimal",), "str(value)", str, (str,)),
    Conversion("Fraction", ("fractions.Fraction",), "str(value)", str, (str,)),
    Conversion("path", ("pathlib.PurePath", "pathlib._local.PurePath"), "str(value)",
               str, (str,)),
    Conversion("IP address or network", ("ipaddress._IPAddressBase",), "str(value)", str, (str,)),
    Conversion("complex", ("builtins.complex",), "[value.real, value.imag]",
               lambda value: [value.real, value.imag], (list,),
               lambda stored, cls: cls(*stored)),
    Conversion("bytearray", ("builtins.bytearray",), "bytes(value)", bytes, (bytes,)),
    Conversion("memoryview", ("builtins.memoryview",), "bytes(value)",
               bytes, (bytes,), loses="format and shape"),
)  # fmt: skip

_CONTAINERS: Final = (
    Conversion("tuple", ("builtins.tuple",), "list(value)", list, (list,), shape="items"),
    Conversion("set", ("builtins.set",), "list(value)", list, (list,), shape="items"),
    Conversion("frozenset", ("builtins.frozenset",), "list(value)", list, (list,), shape="items"),
    Conversion("deque", ("collections.deque",), "list(value)", list, (list,), shape="items",
               loses="`maxlen`"),
    Conversion("range", ("builtins.range",), "list(value)", list, (list,),
               lambda stored, _cls: stored, loses="itself: a `list` comes back"),
    Conversion("defaultdict", ("collections.defaultdict",), "dict(value)", dict, (dict,),
               lambda stored, cls: cls(None, stored), "mapping", "the default factory"),
    Conversion("OrderedDict", ("collections.OrderedDict",), "dict(value)", dict, (dict,),
               shape="mapping", loses="its order, as with every dict"),
    Conversion("other mapping",
               ("builtins.dict", "collections.abc.Mapping", "builtins.mappingproxy"),
               "dict(value)", dict, (dict,), shape="mapping"),
    Conversion("UserString", ("collections.UserString",), "str(value)", str, (str,)),
    Conversion("other sequence", ("builtins.list", "collections.abc.Sequence"), "list(value)",
               list, (list,), shape="items"),
    Conversion("str subclass", ("builtins.str",), "str(value)", str.__str__, (str,)),
    Conversion("int subclass", ("builtins.int",), "int(value)", int.__int__, (int,)),
    Conversion("float subclass", ("builtins.float",), "float(value)", float.__float__, (float,)),
    Conversion("bytes subclass", ("builtins.bytes",), "bytes(value)",
               lambda value: bytes(memoryview(value)), (bytes,)),
)  # fmt: skip

CONVERSIONS: Final = (*_RECORDS, *_SCIENCE, *_SCALARS, *_CONTAINERS)


def row_for(cls: type) -> Row | None:
    """Return the first row that knows ``cls``, or None. Runs no code of ``cls``."""
    names = names_of(cls)
    for row in (*REFUSALS, *CONVERSIONS):
        if not names.isdisjoint(row.classes):
            return row
    return None

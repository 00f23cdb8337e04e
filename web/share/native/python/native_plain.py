"""The rows of columns as values of JSON and MessagePack, and back, as the page's files have them. Part of the script
that Formatlab exports."""

from __future__ import annotations

import base64
import datetime
import decimal
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from formatlab_data import ARRAYS, MICROSECONDS
from native_forms import Unsupported, parts_of, time_unit, values_schema

Convert = Callable[[Any], Any]
#: More digits than any decimal here has.
DIGITS = decimal.Context(prec=100)


def require_one_name_each(schema: dict, what: str) -> None:
    for column in schema.get("columns", []):
        for part in parts_of(column):
            names = [field["name"] for field in part.get("fields", [])]
            if len(set(names)) < len(names):
                raise Unsupported(
                    f"{what} can't hold two fields of the same name. Column “{column['name'][:100]}” has them."
                )


def plain_rows(values: Any, column: dict | None = None, holds_bytes: bool = False) -> list:
    """The rows, with None for null: numbers, Booleans and texts, and lists and dictionaries of them. Dates, times and
    decimals are texts, durations are numbers of their unit. `holds_bytes` says whether the format has bytes and
    instants; otherwise bytes are base64, instants are texts, and None stands for NaN and infinities."""
    if not isinstance(values, np.ndarray):
        convert = None if column is None else _to_plain(values_schema(column), holds_bytes)
        return values if convert is None else list(map(_or_none(convert), values))
    data = np.ma.getdata(values)
    if data.dtype.kind == "M":
        rows = np.datetime_as_string(data).tolist()
        if not holds_bytes and column is not None and "timeZone" in values_schema(column):
            rows = [f"{row}Z" for row in rows]
    else:
        rows = (data.view(np.int64) if data.dtype.kind == "m" else data).tolist()
    if column is not None and not holds_bytes and data.dtype.kind == "f" and not np.isfinite(data).all():
        rows = [row if math.isfinite(row) else None for row in rows]
    if not np.ma.isMaskedArray(values):
        return rows
    return [None if absent else row for row, absent in zip(rows, np.ma.getmaskarray(values).tolist(), strict=True)]


def column_of(rows: list, column: dict, holds_bytes: bool = False) -> Any:
    """The inverse of `plain_rows`."""
    column = values_schema(column)
    kind = column["type"]
    if kind not in ARRAYS:
        convert = _from_plain(column, holds_bytes)
        return rows if convert is None else list(map(_or_none(convert), rows))
    numpy_type = {"date": "M8[D]", "timestamp": f"M8[{time_unit(column)}]", "duration": f"m8[{time_unit(column)}]"}.get(
        kind, kind
    )
    nothing: Any = "1970-01-01" if numpy_type.startswith("M8") else 0
    if not holds_bytes and "timeZone" in column:
        rows = [None if row is None else row.removesuffix("Z") for row in rows]
    if not column["nullable"]:
        is_float = kind.startswith("float")
        return np.array([math.nan if row is None else row for row in rows] if is_float else rows, numpy_type)
    absent = [row is None for row in rows]
    return np.ma.MaskedArray(np.array([nothing if row is None else row for row in rows], numpy_type), mask=absent)


def _or_none(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _clock(column: dict) -> Convert:
    """Writes times with all digits of their unit, or none if they are 0."""
    digits = {"s": "seconds", "ms": "milliseconds", "us": "microseconds"}[column.get("unit", "us")]
    return lambda value: value.isoformat(timespec=digits if value.microsecond else "seconds")


def _to_plain(column: dict, holds_bytes: bool) -> Convert | None:
    """Converts a value that is not null. None if it stays as it is."""
    kind = column["type"]
    if kind in ("binary", "fixedBinary"):
        return None if holds_bytes else lambda value: base64.b64encode(value).decode()
    if kind == "decimal":
        return lambda value: f"{value:f}"
    if kind == "date":
        return datetime.date.isoformat
    if kind == "time":
        return _clock(column)
    if kind == "timestamp":
        write = _clock(column)
        if "timeZone" not in column:
            return write
        return None if holds_bytes else lambda value: f"{write(value.replace(tzinfo=None))}Z"
    if kind == "duration":
        step = datetime.timedelta(microseconds=MICROSECONDS[column["unit"]])
        return lambda value: value // step
    return _nested(column, lambda part: _to_plain(part, holds_bytes))


def _from_plain(column: dict, holds_bytes: bool) -> Convert | None:
    """The inverse of `_to_plain`."""
    kind = column["type"]
    if kind in ("binary", "fixedBinary"):
        return None if holds_bytes else lambda value: base64.b64decode(value, validate=True)
    if kind == "decimal":
        least = decimal.Decimal((0, (1,), -column["scale"]))
        return lambda value: decimal.Decimal(value).quantize(least, context=DIGITS)
    if kind == "date":
        return datetime.date.fromisoformat
    if kind == "time":
        return datetime.time.fromisoformat
    if kind == "timestamp":
        if "timeZone" not in column:
            return datetime.datetime.fromisoformat
        if holds_bytes:
            return lambda value: value if isinstance(value, datetime.datetime) else value.to_datetime()
        return lambda value: datetime.datetime.fromisoformat(f"{value.removesuffix('Z')}+00:00")
    if kind == "duration":
        step = MICROSECONDS[column["unit"]]
        return lambda value: datetime.timedelta(microseconds=value * step)
    return _nested(column, lambda part: _from_plain(part, holds_bytes))


def _nested(column: dict, convert_part: Callable[[dict], Convert | None]) -> Convert | None:
    """Converts the parts of a list or a struct. None for other types."""
    if column["type"] == "list":
        item = _or_none(convert_part(column["item"]) or _same)
        return lambda value: list(map(item, value))
    if column["type"] == "struct":
        fields = [(field["name"], _or_none(convert_part(field) or _same)) for field in column["fields"]]
        return lambda value: {name: convert(value[name]) for name, convert in fields}
    return None


def _same(value: Any) -> Any:
    return value

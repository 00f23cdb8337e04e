"""Builds parametrized and nested columns from Python objects, without the code under test: the inverse of as_column in formatlab_data.py."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import numpy as np

from formatlab_data import STORED_TYPE, VARIABLE_WIDTH, Column, decimal_words

EPOCH = datetime.datetime(1970, 1, 1)
TICKS_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
#: What a field holds under a null struct: 0 or nothing, which is not null.
EMPTY = object()


def unscaled(value: decimal.Decimal, scale: int) -> int:
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int) and exponent + scale >= 0
    return (-1 if sign else 1) * int("".join(map(str, digits))) * 10 ** (exponent + scale)


def ticks_of(value: Any, unit: str) -> int:
    """The ticks of a datetime, a time of day or a timedelta."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        value = value - EPOCH
    elif isinstance(value, datetime.time):
        value = datetime.datetime.combine(EPOCH, value) - EPOCH
    ticks, rest = divmod(value // datetime.timedelta(microseconds=1) * TICKS_PER_SECOND[unit], 10**6)
    assert rest == 0, f"{value} has more digits than {unit}"
    return ticks


def column_from(schema: dict, rows: Any) -> Column:
    """The column of this schema with these rows, given as objects (None for null) or as a numpy array."""
    name, kind = schema["name"], schema["type"]
    parameters = {
        key: value for key, value in schema.items() if key not in ("name", "type", "nullable", "item", "fields")
    }
    if isinstance(rows, np.ndarray):
        present = ~np.ma.getmaskarray(rows) if schema["nullable"] else None
        return Column(name, kind, present, np.ma.getdata(rows).view(STORED_TYPE[kind]), parameters)
    validity = np.array([row is not None for row in rows], bool) if schema["nullable"] else None
    given = [None if row is EMPTY else row for row in rows]
    parts: list[Column] = []
    values: Any = None
    if kind in VARIABLE_WIDTH:
        values = [b"" if row is None else row.encode() if isinstance(row, str) else row for row in given]
    elif kind == "fixedBinary":
        data = b"".join(bytes(schema["width"]) if row is None else row for row in given)
        values = np.frombuffer(data, np.uint8).reshape(len(given), schema["width"])
    elif kind == "decimal":
        words = decimal_words(schema["precision"])
        integers = [0 if row is None else unscaled(row, schema["scale"]) for row in given]
        data = b"".join(integer.to_bytes(8 * words, "little", signed=True) for integer in integers)
        values = np.frombuffer(data, np.int64).reshape(len(given), words)
    elif kind == "date":
        values = np.array([0 if row is None else (row - EPOCH.date()).days for row in given], np.int32)
    elif kind in ("timestamp", "time", "duration"):
        unit = schema.get("unit", "us")
        values = np.array([0 if row is None else ticks_of(row, unit) for row in given], np.int64)
    elif kind == "float16":
        values = np.array([0 if row is None else row for row in given], np.float16).view(np.uint16)
    elif kind == "category":
        named = list(dict.fromkeys(row for row in given if row is not None))
        values = np.array([0 if row is None else named.index(row) for row in given], np.int32)
        parts = [column_from(schema["item"], named)]
    elif kind == "list":
        values = np.zeros(len(given) + 1, np.int32)
        np.cumsum([len(row or ()) for row in given], out=values[1:])
        parts = [column_from(schema["item"], [item for row in given for item in row or ()])]
    elif kind == "struct":
        parts = [
            column_from(field, [EMPTY if row is None else row[field["name"]] for row in given])
            for field in schema["fields"]
        ]
    else:
        values = np.array([0 if row is None else row for row in given], STORED_TYPE[kind])
    return Column(name, kind, validity, values, parameters, parts)

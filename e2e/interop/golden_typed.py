"""Writes golden files of parametrized and nested columns, as Python programs write them. make_golden.py explains their use."""

from __future__ import annotations

import base64
import csv
import datetime
import decimal
import json
import pickle
import platform
import zoneinfo
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from formatlab_data import Dataset, as_python, from_canonical, to_canonical
from typed_objects import column_from

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
UTC = datetime.timezone.utc
NONE = {"nullable": False}
NULLABLE = {"nullable": True}
PLACE = {
    "name": "item",
    "type": "struct",
    **NULLABLE,
    "fields": [
        {"name": "lat", "type": "float64", **NONE},
        {"name": "since", "type": "date", **NULLABLE},
        {"name": "price", "type": "decimal", **NULLABLE, "precision": 9, "scale": 2},
        {"name": "tags", "type": "list", **NULLABLE, "item": {"name": "item", "type": "utf8", **NULLABLE}},
    ],
}
Decimal = decimal.Decimal
LONG = Decimal("12345678901234567890123456789.0000000001")

#: Each column with its rows. Nanoseconds are numpy's: Python has none.
COLUMNS: list[tuple[dict, Any]] = [
    ({"name": "half", "type": "float16", **NULLABLE}, [0.0999755859375, None, -0.0, 65504.0, 2.0**-24]),
    (
        {"name": "price", "type": "decimal", **NULLABLE, "precision": 9, "scale": 2},
        [Decimal("0.00"), Decimal("-0.50"), None, Decimal("9999999.99"), Decimal("12.30")],
    ),
    (
        {"name": "long", "type": "decimal", **NONE, "precision": 40, "scale": 10},
        [LONG, LONG.copy_negate(), Decimal("0E-10"), Decimal("1E-10"), Decimal("-1.5000000000")],
    ),
    (
        {"name": "local", "type": "timestamp", **NULLABLE, "unit": "ns"},
        np.ma.MaskedArray(
            np.array([0, 1, 0, -1, 1_711_846_799_999_999_999], np.int64).view("M8[ns]"),
            mask=[False, False, True, False, False],
        ),
    ),
    (
        {"name": "instant", "type": "timestamp", **NULLABLE, "unit": "us", "timeZone": "UTC"},
        [
            datetime.datetime(1970, 1, 1, tzinfo=UTC),
            None,
            datetime.datetime(2024, 3, 31, 0, 59, 59, 999_999, tzinfo=UTC),
            datetime.datetime(1, 1, 1, tzinfo=UTC),
            datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
        ],
    ),
    (
        {"name": "berlin", "type": "timestamp", **NONE, "unit": "ms", "timeZone": "Europe/Berlin"},
        [
            # The hour that comes twice, and the one that is left out.
            datetime.datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN),
            datetime.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=BERLIN),
            datetime.datetime(2024, 3, 31, 3, 0, tzinfo=BERLIN),
            datetime.datetime(1893, 4, 1, 12, 0, tzinfo=BERLIN),
            datetime.datetime(2024, 1, 1, 0, 0, 0, 125_000, tzinfo=BERLIN),
        ],
    ),
    (
        {"name": "clock", "type": "time", **NULLABLE, "unit": "us"},
        [datetime.time(), datetime.time(23, 59, 59, 999_999), None, datetime.time(12, 30), datetime.time(0, 0, 1)],
    ),
    (
        {"name": "span", "type": "duration", **NULLABLE, "unit": "ms"},
        np.ma.MaskedArray(
            np.array([0, -1, 1, 0, 86_400_000], np.int64).view("m8[ms]"), mask=[False, False, False, True, False]
        ),
    ),
    ({"name": "id", "type": "fixedBinary", **NONE, "width": 4}, [bytes([n, 0, 255, 0]) for n in range(5)]),
    (
        {
            "name": "word",
            "type": "category",
            **NULLABLE,
            "ordered": False,
            "categories": 3,
            "item": {"name": "item", "type": "utf8", **NONE},
        },
        ["middle", "low", "middle", None, "ü"],
    ),
    (
        {
            "name": "level",
            "type": "category",
            **NONE,
            "ordered": True,
            "categories": 2,
            "item": {"name": "item", "type": "int16", **NONE},
        },
        [300, -300, 300, 300, -300],
    ),
    (
        {"name": "places", "type": "list", **NULLABLE, "item": PLACE},
        [
            [
                {"lat": -0.5, "since": datetime.date(1582, 10, 15), "price": Decimal("1.10"), "tags": ["a", None, ""]},
                {"lat": 1e300, "since": None, "price": None, "tags": []},
            ],
            [],
            None,
            [None],
            [{"lat": 1.0, "since": datetime.date(1, 1, 1), "price": Decimal("-9.99"), "tags": None}],
        ],
    ),
]


def typed() -> Dataset:
    return Dataset("table", 5, columns=[column_from(schema, rows) for schema, rows in COLUMNS])


def scalars(dataset: Dataset) -> Dataset:
    return Dataset("table", 5, columns=[column for column in dataset.columns if column.type != "list"])


def rows_of(rows: Any) -> list:
    """The rows as a program without numpy holds them: nanoseconds as text, durations as numbers."""
    if not isinstance(rows, np.ndarray):
        return list(rows)
    mask = np.ma.getmaskarray(rows)
    values = np.ma.getdata(rows)
    told = np.datetime_as_string(values).tolist() if values.dtype.kind == "M" else values.view(np.int64).tolist()
    return [None if masked else value for value, masked in zip(told, mask, strict=True)]


def plain(value: Any) -> str:
    """Converts values that json.dumps cannot write."""
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat()


def field(value: Any) -> str:
    """The text that csv.writer writes: Python's `str`, which puts a space between date and time."""
    if value is None:
        return ""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


def packed(value: Any) -> Any:
    """Converts values that msgpack-python cannot write; it can write bytes and instants."""
    if isinstance(value, (decimal.Decimal, datetime.date, datetime.time)):
        return plain(value)
    raise TypeError(type(value))


def make_typed(add: Callable[..., Path]) -> None:
    dataset = typed()
    python = f"CPython {platform.python_version()}"
    numpy = f"{python}, numpy {np.__version__}"
    for protocol in (4, 5):
        target = add(
            f"pickle/typed.protocol{protocol}.pkl", dataset, numpy, {"protocol": str(protocol)}, identical=True
        )
        # Out of its canonical form: literals of one program that are equal are one object.
        target.write_bytes(pickle.dumps(as_python(from_canonical(to_canonical(dataset))), protocol))
    table = {schema["name"]: rows_of(rows) for schema, rows in COLUMNS}
    writer = f"msgpack {'.'.join(map(str, msgpack.version))}"
    add("messagepack/typed.msgpack", dataset, writer).write_bytes(msgpack.packb(table, default=packed, datetime=True))
    add("json/typed.json", dataset, python, {"layout": "columns"}).write_text(json.dumps(table, default=plain))
    names = list(table)
    lines = [dict(zip(names, row, strict=True)) for row in zip(*table.values(), strict=True)]
    add("json/typed.ndjson", dataset, python, {"layout": "lines"}).write_text(
        "".join(f"{json.dumps(line, default=plain, ensure_ascii=False)}\n" for line in lines), encoding="utf-8"
    )
    with add("csv/typed.csv", scalars(dataset), python).open("w", newline="", encoding="utf-8") as sink:
        writer_of = csv.writer(sink, lineterminator="\n")
        writer_of.writerow([name for name in names if name != "places"])
        writer_of.writerows([[field(value) for name, value in line.items() if name != "places"] for line in lines])

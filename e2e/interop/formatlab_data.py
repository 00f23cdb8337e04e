"""Formatlab's datasets in numpy: the workloads' generators, the canonical byte form, and a dataset as a Python program would hold it.

The counterpart of workers/model/canonical.ts, workers/model/philox.ts and workers/workloads/*: equal seed and knobs give equal bytes.
"""

from __future__ import annotations

import datetime
import decimal
import hashlib
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
LOW_32 = np.uint64(0xFFFFFFFF)
SHIFT_32 = np.uint64(32)

NUMPY_TYPE = {
    **{
        name: np.dtype(name)
        for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
    },
    "bool": np.dtype("uint8"),
    "date": np.dtype("int32"),
    "timestamp": np.dtype("int64"),
}
#: As the canonical form has them: float16 as its bits.
STORED_TYPE = {
    **NUMPY_TYPE,
    "float16": np.dtype("uint16"),
    "time": np.dtype("int64"),
    "duration": np.dtype("int64"),
}
VARIABLE_WIDTH = ("utf8", "binary", "json")


# ── Generators ───────────────────────────────────────────────────────────────────────────────────────────────────────


def philox(
    counter0: np.ndarray | int, counter1: np.ndarray | int, counter2: int, counter3: int, key: tuple[int, int]
) -> np.ndarray:
    """Philox4x32-10 of the counters (arrays that broadcast for words 0 and 1); the last axis of the result holds the four words."""
    c0, c1 = np.broadcast_arrays(np.asarray(counter0, np.uint64), np.asarray(counter1, np.uint64))
    c2 = np.full(c0.shape, counter2, np.uint64)
    c3 = np.full(c0.shape, counter3, np.uint64)
    k0, k1 = key
    for _ in range(10):
        product0 = MULTIPLIERS[0] * c0
        product1 = MULTIPLIERS[1] * c2
        c0 = (product1 >> SHIFT_32) ^ c1 ^ np.uint64(k0)
        c2 = (product0 >> SHIFT_32) ^ c3 ^ np.uint64(k1)
        c1 = product1 & LOW_32
        c3 = product0 & LOW_32
        k0 = (k0 + KEY_STEPS[0]) & 0xFFFFFFFF
        k1 = (k1 + KEY_STEPS[1]) & 0xFFFFFFFF
    return np.stack([c0, c1, c2, c3], axis=-1)


def uniform53(words: np.ndarray) -> np.ndarray:
    """Pairs of random words (last axis, even length) as floats k·2⁻⁵³ in [0, 1)."""
    a, b = words[..., 0::2], words[..., 1::2]
    return ((a >> np.uint64(5)) * np.uint64(1 << 26) + (b >> np.uint64(6))).astype(np.float64) * 2.0**-53


def limits(zero_share: float, duplicate_share: float) -> tuple[int, int]:
    zero_limit = int(np.floor(zero_share * 2.0**32))
    return zero_limit, zero_limit + int(np.floor(duplicate_share * (2.0**32 - zero_limit)))


EVENT_COLUMNS = ("x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1")


def events(
    seed: int, size: int, zeroShare: float = 0, duplicateShare: float = 0, distinctValues: int = 256, start: int = 0
) -> Dataset:
    """Rows [start, start + size) of the table of this seed."""
    zero_limit, duplicate_limit = limits(zeroShare, duplicateShare)
    columns = []
    for number, name in enumerate(EVENT_COLUMNS):
        values = np.arange(start, start + size, dtype=np.int64)
        if duplicate_limit > 0:
            words = philox(np.arange(start // 2, (start + size + 1) // 2, dtype=np.uint64), 0, number, 0, (seed, 0))
            words = np.stack([words[:, :2], words[:, 2:]], axis=1).reshape(-1, 2)[start % 2 :][:size]
            values = np.where(
                words[:, 0] < duplicate_limit,
                ((words[:, 1] * np.uint64(distinctValues)) >> SHIFT_32).astype(np.int64),
                values,
            )
            values = np.where(words[:, 0] < zero_limit, 0, values)
        columns.append(Column(name, "int64", None, values))
    return Dataset("table", size, columns=columns)


# ── Datasets and their canonical byte form ───────────────────────────────────────────────────────────────────────────


@dataclass
class Column:
    name: str
    type: str
    #: True where the row holds a value; None where no row is null.
    validity: np.ndarray | None
    #: A numpy array, or for utf8, binary and json a list of bytes (b"" where null); of decimals int64 words (rows × words), of fixed binary bytes (rows × width), of a
    #: category the indices, of a list the int32 offsets, of a struct nothing.
    values: Any
    #: What the schema says beside name, type and whether there are nulls, in its order: {"unit": "ns"}.
    parameters: dict[str, Any] = field(default_factory=dict)
    #: Of a list its items, of a category its categories, of a struct its fields.
    parts: list[Column] = field(default_factory=list)

    def schema(self) -> dict:
        schema = {"name": self.name, "type": self.type, "nullable": self.validity is not None, **self.parameters}
        if self.type == "struct":
            schema["fields"] = [part.schema() for part in self.parts]
        elif self.parts:
            schema["item"] = self.parts[0].schema()
        return schema

    def rows(self) -> list:
        """The values as Python objects: bytes for all text types, None for null."""
        values = self.values if isinstance(self.values, list) else self.values.tolist()
        return (
            list(values)
            if self.validity is None
            else [value if valid else None for value, valid in zip(values, self.validity, strict=True)]
        )


@dataclass
class Dataset:
    kind: str
    item_count: int
    columns: list[Column] = field(default_factory=list)
    #: Of vectors, arrays and lists; of a dictionary's values.
    element_type: str = ""
    key_type: str = ""
    dimension: int = 0
    ids: list[str] = field(default_factory=list)
    shape: tuple[int, ...] = ()
    #: The matrix of keyed vectors, or an array's values in C order.
    #: Of a list, texts or a dictionary: Python's own float, int and str; of records: str.
    values: Any = None
    #: Of a dictionary (int or str) and of records (str), in order.
    keys: list = field(default_factory=list)
    #: Of a file; of molecules the whole canonical form, which formatlab_molecules.py reads.
    bytes: bytes = b""

    def schema(self) -> dict:
        if self.kind == "table":
            return {
                "kind": "table",
                "columns": [column.schema() for column in self.columns],
            }
        if self.kind == "keyedVectors":
            return {"kind": "keyedVectors", "elementType": self.element_type, "dimension": self.dimension}
        if self.kind == "array":
            return {"kind": "array", "elementType": self.element_type, "shape": list(self.shape)}
        if self.kind == "list":
            return {"kind": "list", "elementType": self.element_type}
        if self.kind == "dict":
            return {"kind": "dict", "keyType": self.key_type, "valueType": self.element_type}
        if self.kind in ("stringArray", "records"):
            return {"kind": self.kind}
        return {"kind": "bytes"}


def _variable(items: list[bytes]) -> list[bytes]:
    offsets = np.zeros(len(items) + 1, np.int32)
    np.cumsum([len(item) for item in items], out=offsets[1:])
    return [offsets.tobytes(), b"".join(items)]


def _scalars(kind: str, values: list) -> list[bytes]:
    return _variable([v.encode() for v in values]) if kind == "utf8" else [np.array(values, kind).tobytes()]


def _column_buffers(column: Column) -> list[bytes]:
    buffers = [] if column.validity is None else [np.packbits(column.validity, bitorder="little").tobytes()]
    if column.type in VARIABLE_WIDTH:
        buffers += _variable(column.values)
    elif column.type != "struct":
        buffers.append(column.values.tobytes())
    return buffers + [buffer for part in column.parts for buffer in _column_buffers(part)]


def decimal_words(precision: int) -> int:
    return 1 if precision <= 18 else 2 if precision <= 38 else 4


def _buffers(dataset: Dataset) -> list[bytes]:
    if dataset.kind == "table":
        return [buffer for column in dataset.columns for buffer in _column_buffers(column)]
    if dataset.kind == "keyedVectors":
        return [*_variable([i.encode() for i in dataset.ids]), dataset.values.tobytes()]
    if dataset.kind in ("stringArray", "list"):
        return _scalars(dataset.element_type or "utf8", dataset.values)
    if dataset.kind in ("dict", "records"):
        return [
            *_scalars(dataset.key_type or "utf8", dataset.keys),
            *_scalars(dataset.element_type or "utf8", dataset.values),
        ]
    return [dataset.bytes if dataset.kind == "bytes" else dataset.values.tobytes()]


def to_canonical(dataset: Dataset) -> bytes:
    if dataset.kind == "molecules":
        return dataset.bytes
    buffers = _buffers(dataset)
    header = {"schema": dataset.schema(), "itemCount": dataset.item_count, "buffers": [len(b) for b in buffers]}
    line = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    parts = [line, b" " * (-(len(line) + 1) % 8), b"\n"]
    for buffer in buffers:
        parts += [buffer, b"\0" * (-len(buffer) % 8)]
    return b"".join(parts)


def canonical_sha256(dataset: Dataset) -> str:
    return hashlib.sha256(to_canonical(dataset)).hexdigest()


def from_canonical(data: bytes) -> Dataset:
    end = data.index(b"\n")
    header = json.loads(data[:end])
    schema, count = header["schema"], header["itemCount"]
    lengths = iter(header["buffers"])
    offset = end + 1

    def take() -> bytes:
        nonlocal offset
        length = next(lengths)
        buffer = data[offset : offset + length]
        assert len(buffer) == length, "the canonical form ends before its last buffer"
        offset += length + -length % 8
        return buffer

    def take_variable() -> list[bytes]:
        offsets = np.frombuffer(take(), np.int32).tolist()
        body = take()
        return [body[a:b] for a, b in itertools.pairwise(offsets)]

    def take_scalars(kind: str) -> list:
        return [v.decode() for v in take_variable()] if kind == "utf8" else np.frombuffer(take(), kind).tolist()

    def take_column(column: dict, rows: int) -> Column:
        name, kind = column["name"], column["type"]
        parameters = {
            key: value for key, value in column.items() if key not in ("name", "type", "nullable", "item", "fields")
        }
        validity = (
            np.unpackbits(np.frombuffer(take(), np.uint8), count=rows, bitorder="little").astype(bool)
            if column["nullable"]
            else None
        )
        values: Any = None
        parts: list[Column] = []
        if kind in VARIABLE_WIDTH:
            values = take_variable()
        elif kind == "decimal":
            values = np.frombuffer(take(), np.int64).reshape(rows, decimal_words(column["precision"]))
        elif kind == "fixedBinary":
            values = np.frombuffer(take(), np.uint8).reshape(rows, column["width"])
        elif kind == "category":
            values = np.frombuffer(take(), np.int32)
            parts = [take_column(column["item"], column["categories"])]
        elif kind == "list":
            values = np.frombuffer(take(), np.int32)
            parts = [take_column(column["item"], int(values[-1]))]
        elif kind == "struct":
            parts = [take_column(part, rows) for part in column["fields"]]
        else:
            values = np.frombuffer(take(), STORED_TYPE[kind])
        return Column(name, kind, validity, values, parameters, parts)

    if schema["kind"] == "molecules":
        return Dataset("molecules", count, bytes=data)
    if schema["kind"] == "stringArray":
        return Dataset("stringArray", count, values=take_scalars("utf8"))
    if schema["kind"] == "list":
        return Dataset("list", count, element_type=schema["elementType"], values=take_scalars(schema["elementType"]))
    if schema["kind"] == "dict":
        keys = take_scalars(schema["keyType"])
        return Dataset(
            "dict",
            count,
            key_type=schema["keyType"],
            element_type=schema["valueType"],
            keys=keys,
            values=take_scalars(schema["valueType"]),
        )
    if schema["kind"] == "records":
        keys = take_scalars("utf8")
        return Dataset("records", count, keys=keys, values=take_scalars("utf8"))
    if schema["kind"] == "table":
        return Dataset("table", count, columns=[take_column(column, count) for column in schema["columns"]])
    if schema["kind"] == "keyedVectors":
        ids = [i.decode() for i in take_variable()]
        matrix = np.frombuffer(take(), schema["elementType"]).reshape(count, schema["dimension"])
        return Dataset(
            "keyedVectors",
            count,
            element_type=schema["elementType"],
            dimension=schema["dimension"],
            ids=ids,
            values=matrix,
        )
    if schema["kind"] == "array":
        return Dataset(
            "array",
            count,
            element_type=schema["elementType"],
            shape=tuple(schema["shape"]),
            values=np.frombuffer(take(), schema["elementType"]),
        )
    return Dataset("bytes", count, bytes=take())


# ── Values, row by row ───────────────────────────────────────────────────────────────────────────────────────────────


def decimal_of(words: np.ndarray, scale: int) -> decimal.Decimal:
    """The decimal of a row of int64 words, with exactly `scale` digits after the point. A negative scale means that many omitted zeros before the point."""
    integer = int.from_bytes(words.tobytes(), "little", signed=True)
    return decimal.Decimal((int(integer < 0), tuple(map(int, str(abs(integer)))), -scale))


def rows_of_parts(column: Column, rows_of: Callable[[Column], list]) -> list:
    """The rows of a category, a list or a struct, whose parts `rows_of` converts: the category's value, a list of items, or a dict of fields. Nulls are ignored."""
    if column.type == "struct":
        fields = [rows_of(part) for part in column.parts]
        names = [part.name for part in column.parts]
        return [dict(zip(names, values, strict=True)) for values in zip(*fields, strict=True)]
    items = rows_of(column.parts[0])
    if column.type == "list":
        return [items[start:end] for start, end in itertools.pairwise(column.values.tolist())]
    return [items[index] if items else None for index in column.values.tolist()]


def values_of(column: Column) -> list:
    """The rows as Python's own values, None where null: float16 as float, dates and times as their int, decimals as Decimal, text of every kind as bytes, a category as what
    it names, lists as lists, structs as dicts."""
    kind = column.type
    if kind == "decimal":
        rows: list = [decimal_of(words, column.parameters["scale"]) for words in column.values]
    elif kind == "fixedBinary":
        rows = [row.tobytes() for row in column.values]
    elif kind == "float16":
        rows = column.values.view(np.float16).tolist()
    elif kind in ("category", "list", "struct"):
        rows = rows_of_parts(column, values_of)
    else:
        return column.rows()
    if column.validity is None:
        return rows
    return [value if valid else None for value, valid in zip(rows, column.validity, strict=True)]


# ── As a Python program would hold it ────────────────────────────────────────────────────────────────────────────────


def as_numpy(column: Column) -> np.ndarray:
    """A fixed-width column as a numpy array, masked if it has nulls. numpy has no time zones, so instants are in UTC."""
    values = column.values.copy()
    if column.type == "bool":
        values = values.astype(bool)
    elif column.type == "date":
        values = values.astype(np.int64).view("M8[D]")
    elif column.type == "timestamp":
        values = values.view(f"M8[{column.parameters.get('unit', 'us')}]")
    elif column.type == "duration":
        values = values.view(f"m8[{column.parameters['unit']}]")
    elif column.type == "float16":
        values = values.view(np.float16)
    return values if column.validity is None else np.ma.MaskedArray(values, mask=~column.validity)


#: Columns that are arrays; every other is a list.
ARRAYS = (*(kind for kind in STORED_TYPE if kind != "time"),)
MICROSECONDS = {"s": 10**6, "ms": 10**3, "us": 1}
EPOCH = datetime.datetime(1970, 1, 1)


def as_objects(column: Column) -> list:
    """The rows as Python objects, with None for null: the contents of lists and structs. All rows of a category share one object."""
    kind = column.type
    validity = column.validity
    rows: list
    if kind in ("decimal", "fixedBinary"):
        return values_of(column)
    if kind in ("utf8", "json"):
        return [None if value is None else value.decode() for value in column.rows()]
    if kind in ("category", "list", "struct"):
        rows = rows_of_parts(column, as_objects)
    elif kind == "float16":
        rows = column.values.view(np.float16).tolist()
    elif kind == "bool":
        rows = column.values.astype(bool).tolist()
    elif kind == "date":
        rows = [datetime.date(1970, 1, 1) + datetime.timedelta(days=days) for days in column.values.tolist()]
    elif kind in ("timestamp", "time", "duration"):
        step = MICROSECONDS[column.parameters.get("unit", "us")]
        since = [datetime.timedelta(microseconds=ticks * step) for ticks in column.values.tolist()]
        if kind == "duration":
            rows = since
        elif kind == "time":
            rows = [(EPOCH + ticks).time() for ticks in since]
        else:
            zone = datetime.timezone.utc if "timeZone" in column.parameters else None
            rows = [(EPOCH + ticks).replace(tzinfo=zone) for ticks in since]
    else:
        return column.rows()
    return rows if validity is None else [v if valid else None for v, valid in zip(rows, validity, strict=True)]


def as_column(column: Column) -> Any:
    """A column of a table: a numpy array if numpy has a type for it, otherwise a list."""
    if column.type == "category" and column.parts[0].type in ARRAYS:
        named = column.parts[0]
        values = named.values[column.values] if len(named.values) else np.zeros(len(column.values), named.values.dtype)
        if column.validity is not None:
            values = np.where(column.validity, values, 0).astype(named.values.dtype)
        return as_numpy(Column(column.name, named.type, column.validity, values, named.parameters))
    return as_numpy(column) if column.type in ARRAYS else as_objects(column)


def as_python(dataset: Dataset) -> Any:
    """A dict of arrays; a table as a dict of column → array, with lists (None where null) of what numpy has no type for; an array, of texts too; a list; a dict of scalars; records as a dict of str; bytes."""
    if dataset.kind == "keyedVectors":
        return {key: vector.copy() for key, vector in zip(dataset.ids, dataset.values, strict=True)}
    if dataset.kind == "array":
        return dataset.values.reshape(dataset.shape).copy()
    if dataset.kind == "bytes":
        return dataset.bytes
    if dataset.kind == "stringArray":
        return np.array(dataset.values, dtype=str)
    if dataset.kind == "list":
        return dataset.values
    if dataset.kind in ("dict", "records"):
        return dict(zip(dataset.keys, dataset.values, strict=True))
    return {column.name: as_column(column) for column in dataset.columns}

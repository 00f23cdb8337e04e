"""One reference reader for each format: reads a file that Formatlab wrote and compares it with the dataset, value by value.

Each format names its reader in `workers/formats/<id>/testing/reference_of_<id>.py`, and `references.py` finds them.
"""

from __future__ import annotations

import base64
import csv
import dataclasses
import datetime
import decimal
import itertools
import json
import math
import pickle
import re
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any, NoReturn

import h5py
import hdf5plugin  # noqa: F401 - it registers its filters with h5py
import msgpack
import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet

import destination_format
from arrow_types import column_of
from destination_julia_layout import read_julia
from formatlab_data import (
    NUMPY_TYPE,
    VARIABLE_WIDTH,
    Column,
    Dataset,
    as_python,
    from_canonical,
    to_canonical,
    values_of,
)
from reference_rntuple import columns_of as rntuple_columns_of
from reference_root import columns_of as root_columns_of

# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def assert_same_array(found: np.ndarray, expected: np.ndarray, place: str) -> None:
    """Requires equal type, shape and bits; all NaNs count as equal."""
    assert found.dtype == expected.dtype, f"{place}: {found.dtype} where {expected.dtype} was written"
    assert found.shape == expected.shape, f"{place}: {found.shape} where {expected.shape} was written"
    both_nan = np.isnan(found) & np.isnan(expected) if found.dtype.kind == "f" else np.zeros(found.shape, bool)
    bits = f"u{found.dtype.itemsize}"
    same = (np.ascontiguousarray(found).view(bits) == np.ascontiguousarray(expected).view(bits)) | both_nan
    assert same.all(), f"{place}: {found[~same][:5]} where {expected[~same][:5]} was written"


def assert_same_column(found: Column, expected: Column) -> None:
    place = f"column {expected.name}"
    assert (found.name, found.type) == (expected.name, expected.type), f"{place} is {found.name}: {found.type}"
    valid = np.ones(len(expected.values), bool) if expected.validity is None else expected.validity
    found_valid = np.ones(len(found.values), bool) if found.validity is None else found.validity
    assert found_valid.tolist() == valid.tolist(), f"{place}: other nulls"
    if expected.type in VARIABLE_WIDTH:
        assert found.rows() == expected.rows(), place
    else:
        assert_same_array(
            np.where(valid, found.values, 0).astype(found.values.dtype),
            np.where(valid, expected.values, 0).astype(expected.values.dtype),
            place,
        )


def is_rich(column: Column) -> bool:
    """Whether the column's type is parametrized or nested."""
    return column.type == "float16" or bool(column.parameters or column.parts or column.type == "struct")


def assert_same_bits(found: Column, expected: Column, rows: int) -> None:
    """Requires an equal schema and equal values, including nested ones, bit by bit."""
    same = to_canonical(Dataset("table", rows, columns=[found])) == to_canonical(
        Dataset("table", rows, columns=[expected])
    )
    assert same, f"column {expected.name}: other values, or another type"


def assert_same_table(found: list[Column], expected: Dataset) -> None:
    assert [c.name for c in found] == [c.name for c in expected.columns]
    for left, right in zip(found, expected.columns, strict=True):
        if is_rich(right):
            assert_same_bits(left, right, expected.item_count)
        else:
            assert_same_column(left, right)


def same_scalar(found: Any, expected: Any) -> bool:
    """Requires the same type and value; NaN equals NaN, and -0.0 differs from 0.0."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, float):
        return (math.isnan(found) and math.isnan(expected)) or (
            found == expected and math.copysign(1, found) == math.copysign(1, expected)
        )
    return found == expected


def assert_same_scalars(found: Any, expected: Any, place: str) -> None:
    """Compares lists of float, int or str, or dictionaries of them with entries in the same order."""
    assert type(found) is type(expected), f"{place} is a {type(found).__name__}"
    assert len(found) == len(expected), f"{place}: {len(found)} where {len(expected)} were written"
    if isinstance(expected, dict):
        assert_same_scalars(list(found), list(expected), f"{place}, keys")
        found, expected = list(found.values()), list(expected.values())
    for index, (left, right) in enumerate(zip(found, expected, strict=True)):
        assert same_scalar(left, right), f"{place}, {index}: {left!r:.100} where {right!r:.100} was written"


def assert_same_object(found: Any, expected: Any, place: str) -> None:
    """Compares Python objects in lists and dictionaries at any depth: the same types, decimals with the same digits, times with the same zone."""
    assert type(found) is type(expected), f"{place} is a {type(found).__name__}"
    if isinstance(expected, list):
        assert len(found) == len(expected), f"{place}: {len(found)} where {len(expected)} were written"
        for index, (left, right) in enumerate(zip(found, expected, strict=True)):
            assert_same_object(left, right, f"{place}[{index}]")
    elif isinstance(expected, dict):
        assert list(found) == list(expected), f"{place}: other fields"
        for key, value in expected.items():
            assert_same_object(found[key], value, f"{place}.{key}")
    elif isinstance(expected, decimal.Decimal):
        assert found.as_tuple() == expected.as_tuple(), f"{place}: {found} where {expected} was written"
    else:
        assert same_scalar(found, expected), f"{place}: {found!r:.100} where {expected!r:.100} was written"
        assert getattr(found, "tzinfo", None) == getattr(expected, "tzinfo", None), place


def assert_same_texts(found: np.ndarray, expected: Dataset, place: str) -> None:
    """Compares texts with a numpy array, which holds no zeros at the end of texts."""
    wanted = as_python(expected)
    assert found.dtype == wanted.dtype, f"{place}: {found.dtype} where {wanted.dtype} was written"
    assert found.tolist() == [text.rstrip("\0") for text in expected.values], place


# ── Readers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_raw(path: Path, entry: dict, expected: Dataset) -> None:
    assert to_canonical(from_canonical(path.read_bytes())) == to_canonical(expected)


def read_pickle(path: Path, entry: dict, expected: Dataset) -> None:
    data = path.read_bytes()
    wanted = as_python(expected)
    with warnings.catch_warnings():
        # numpy 2 warns of numpy 1's module names; every other warning is an error.
        warnings.simplefilter("ignore" if entry["options"]["numpy"] == "1" else "error")
        found = pickle.loads(data)
    assert type(found) is type(wanted)
    if expected.kind == "array":
        assert_same_array(found, wanted, "the array")
    elif expected.kind == "bytes":
        assert found == wanted
    elif expected.kind == "stringArray":
        assert_same_texts(found, expected, "the array")
    elif expected.kind in ("list", "dict", "records"):
        assert_same_scalars(found, wanted, f"the {expected.kind}")
    else:
        assert list(found) == list(wanted)
        for key, value in wanted.items():
            assert type(found[key]) is type(value), key
            if isinstance(value, np.ma.MaskedArray):
                assert found[key].mask.tolist() == value.mask.tolist(), key
                assert_same_array(found[key].filled(0), value.filled(0), key)
            elif isinstance(value, np.ndarray):
                assert_same_array(found[key], value, key)
                assert found[key].flags.writeable
            else:
                assert_same_object(found[key], value, key)
    # Which strings of numpy's code are one object differs between Python versions; masked arrays show it.
    if entry["options"]["numpy"] == "2" and (expected.kind != "table" or sys.version_info[:2] == (3, 11)):
        assert data == pickle.dumps(wanted, int(entry["options"]["protocol"])), "other bytes than pickle.dumps writes"


def read_npy(path: Path, entry: dict, expected: Dataset) -> None:
    wanted = as_python(expected)
    found = np.load(path, allow_pickle=False)
    if expected.kind == "stringArray":
        assert_same_texts(found, expected, "the array")
    else:
        assert_same_array(found, wanted, "the array")
    reference = path.with_suffix(".reference.npy")
    np.save(reference, wanted)
    assert path.read_bytes() == reference.read_bytes(), "other bytes than numpy.save writes"


def read_npz(path: Path, entry: dict, expected: Dataset) -> None:
    names = ["keys.npy", "values.npy"] if expected.kind == "dict" else ["ids.npy", "vectors.npy"]
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == names
        wanted = zipfile.ZIP_DEFLATED if entry["options"]["members"] == "deflated" else zipfile.ZIP_STORED
        assert {member.compress_type for member in archive.infolist()} == {wanted}
    with np.load(path, allow_pickle=False) as archive:
        if expected.kind == "dict":
            found = dict(zip(archive["keys"].tolist(), archive["values"].tolist(), strict=True))
            assert_same_scalars(found, as_python(expected), "the dict")
        else:
            assert archive["ids"].tolist() == expected.ids
            assert_same_array(archive["vectors"], expected.values, "the vectors")


def as_messagepack(column: Column, value: Any) -> Any:
    """A value of values_of as msgpack-python returns it."""
    if value is None:
        return None
    if column.type == "timestamp":
        per_second = TICKS_PER_SECOND[column.parameters["unit"]]
        seconds, ticks = divmod(value, per_second)
        return msgpack.Timestamp(seconds, ticks * (10**9 // per_second))
    if column.type in ("utf8", "json"):
        return value.decode()
    return bool(value) if column.type == "bool" else value


#: What MessagePack has no type for, and is written as text.
WRITTEN_AS_TEXT = ("date", "time", "decimal")


def assert_same_message(found: Any, column: Column, value: Any, place: str) -> None:
    if value is not None and column.type == "category":
        assert_same_message(found, column.parts[0], value, place)
    elif value is not None and (
        column.type in WRITTEN_AS_TEXT or (column.type == "timestamp" and "timeZone" not in column.parameters)
    ):
        assert isinstance(found, str), place
        assert_same_value(found, column, value, place)
    elif value is not None and column.type == "list":
        assert isinstance(found, list) and len(found) == len(value), place
        for number, (one, item) in enumerate(zip(found, value, strict=True)):
            assert_same_message(one, column.parts[0], item, f"{place}[{number}]")
    elif value is not None and column.type == "struct":
        assert isinstance(found, dict) and list(found) == list(value), place
        for part in column.parts:
            assert_same_message(found[part.name], part, value[part.name], f"{place}.{part.name}")
    else:
        wanted = as_messagepack(column, value)
        assert same_scalar(found, wanted), f"{place}: {found!r:.100} where {wanted!r:.100} was written"


def read_messagepack(path: Path, entry: dict, expected: Dataset) -> None:
    found = msgpack.unpackb(path.read_bytes(), strict_map_key=False)
    if expected.kind == "table":
        assert list(found) == [column.name for column in expected.columns]
        for column in expected.columns:
            values = values_of(column)
            assert len(found[column.name]) == len(values), column.name
            for row, (one, value) in enumerate(zip(found[column.name], values, strict=True)):
                assert_same_message(one, column, value, f"{column.name}, row {row}")
        return
    if expected.kind == "keyedVectors":
        assert list(found) == expected.ids
        vectors = np.array(list(found.values()), expected.element_type).reshape(expected.values.shape)
        assert_same_array(vectors, expected.values, "the vectors")
        assert all(type(value) is float for vector in found.values() for value in vector)
    elif expected.kind == "array":
        assert_same_array(
            np.array(found, expected.element_type).reshape(expected.shape), as_python(expected), "the array"
        )
    elif expected.kind == "stringArray":
        assert_same_scalars(found, expected.values, "the array")
    else:
        assert_same_scalars(found, as_python(expected), f"the {expected.kind}")


ARROW_TYPES = {
    **{
        name: getattr(pa, name)()
        for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
    },
    "bool": pa.bool_(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us"),
    "utf8": pa.string(),
    "binary": pa.binary(),
    "json": pa.string(),
}


def arrow_column(name: str, kind: str, array: pa.ChunkedArray) -> Column:
    assert array.type == ARROW_TYPES[kind], f"column {name} is {array.type}, not {ARROW_TYPES[kind]}"
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    validity = None if array.null_count == 0 else np.array(array.is_valid().to_pylist(), bool)
    if kind in VARIABLE_WIDTH:
        return Column(
            name,
            kind,
            validity,
            [
                v if isinstance(v, bytes) else (v or "").encode()
                for v in (b"" if v is None else v for v in array.to_pylist())
            ],
        )
    storage = {"bool": pa.uint8(), "date": pa.int32(), "timestamp": pa.int64()}.get(kind)
    numbers = array if storage is None else array.cast(storage)
    values = numbers.fill_null(0).to_numpy(zero_copy_only=False)
    return Column(name, kind, validity, values.astype(NUMPY_TYPE[kind], copy=False))


def as_arrow_has_it(column: Column) -> Column:
    """Replaces JSON columns by text, because Arrow has no type for JSON."""
    kind = "utf8" if column.type == "json" else column.type
    return dataclasses.replace(column, type=kind, parts=[as_arrow_has_it(part) for part in column.parts])


def assert_rich_column(array: pa.ChunkedArray, written: Column, row_count: int) -> None:
    """Requires exactly the same type and bits."""
    expected = as_arrow_has_it(written)
    found = column_of(expected.name, array)
    assert found.schema() == expected.schema(), f"column {expected.name} is {array.type}"
    one = [to_canonical(Dataset("table", row_count, columns=[column])) for column in (found, expected)]
    assert one[0] == one[1], f"column {expected.name}: {array} was read"


def assert_arrow_table(table: pa.Table, expected: Dataset) -> None:
    assert table.num_rows == (expected.item_count if expected.kind != "array" else table.num_rows)
    if expected.kind == "table":
        assert table.column_names == [column.name for column in expected.columns]
        for index, column in enumerate(expected.columns):
            if column.type in ARROW_TYPES and not column.parameters:
                assert_same_column(arrow_column(column.name, column.type, table.column(index)), column)
            else:
                table.column(index).validate(full=True)
                assert_rich_column(table.column(index), column, expected.item_count)
    elif expected.kind == "keyedVectors":
        assert table.column_names == ["id", "vector"]
        assert table.column("id").to_pylist() == expected.ids
        assert_same_array(
            list_values(table.column("vector"), expected.element_type).reshape(-1, expected.dimension),
            expected.values,
            "the vectors",
        )
    elif expected.kind in ("stringArray", "list"):
        assert table.schema.names == ["values"] and table.schema.types == [ARROW_TYPES[expected.element_type or "utf8"]]
        assert_same_scalars(table.column("values").to_pylist(), expected.values, "the values")
    elif expected.kind in ("dict", "records"):
        assert table.schema.names == ["key", "value"]
        assert table.schema.types == [
            ARROW_TYPES[expected.key_type or "utf8"],
            ARROW_TYPES[expected.element_type or "utf8"],
        ]
        assert_same_scalars(table.column("key").to_pylist(), expected.keys, "the keys")
        assert_same_scalars(table.column("value").to_pylist(), expected.values, "the values")
    else:
        assert table.column_names == ["values"]
        found = list_values(table.column("values"), expected.element_type)
        assert_same_array(found.reshape(-1), expected.values.reshape(-1), "the array")


def list_values(column: pa.ChunkedArray, element_type: str) -> np.ndarray:
    array = column.combine_chunks()
    while pa.types.is_list(array.type) or pa.types.is_large_list(array.type) or pa.types.is_fixed_size_list(array.type):
        array = array.flatten()
    assert array.type == ARROW_TYPES[element_type], f"values are {array.type}, not {element_type}"
    return array.to_numpy(zero_copy_only=False)


PARQUET_CODECS = {
    None: "UNCOMPRESSED",
    "snappy": "SNAPPY",
    "gzip": "GZIP",
    "lz4": "LZ4",
    "zstd": "ZSTD",
    "brotli": "BROTLI",
}


def read_parquet(path: Path, entry: dict, expected: Dataset) -> None:
    file = pa.parquet.ParquetFile(path)
    groups = file.metadata
    chunks = [groups.row_group(g).column(c) for g in range(groups.num_row_groups) for c in range(groups.num_columns)]
    wanted = PARQUET_CODECS[entry["innerCodec"]]
    assert {chunk.compression for chunk in chunks if chunk.num_values > 0} <= {wanted}, f"labelled {wanted}"
    sorted_by = entry["options"].get("sortedBy", "")
    leaves = [groups.schema.column(c).path for c in range(groups.num_columns)]
    declared = [pa.parquet.SortingColumn(leaves.index(sorted_by))] if sorted_by else []
    for g in range(groups.num_row_groups):
        assert list(groups.row_group(g).sorting_columns) == declared
    assert_arrow_table(file.read(), as_parquet(expected))


def as_parquet(dataset: Dataset) -> Dataset:
    """A table as Parquet returns it: categories have no order and must occur in a row; seconds become milliseconds, or integers if milliseconds overflow."""
    return dataclasses.replace(dataset, columns=[parquet_column(column) for column in dataset.columns])


def parquet_column(column: Column, under: np.ndarray | None = None) -> Column:
    """`under` says which rows of the enclosing struct are not null; in the others, a field holds 0."""
    if column.type == "category":
        return by_first_appearance(column, under)
    shown = column.validity if column.type == "struct" else None
    column = dataclasses.replace(column, parts=[parquet_column(part, shown) for part in column.parts])
    if column.parameters.get("unit") == "s" and column.type in ("timestamp", "time"):
        largest = 86_400 if column.type == "time" else (2**63 - 1) // 1000
        if all(abs(value) <= largest for value in column.values.tolist()):
            return dataclasses.replace(
                column, values=column.values * 1000, parameters={**column.parameters, "unit": "ms"}
            )
        assert column.type == "timestamp"
        return dataclasses.replace(column, type="int64", parameters={})
    return column


def by_first_appearance(column: Column, under: np.ndarray | None) -> Column:
    """Only text and bytes come back as dictionaries; for other types, each row has its value."""
    (categories,) = column.parts
    if categories.type not in ("utf8", "binary"):
        present = np.ones(len(column.values), bool) if column.validity is None else column.validity
        if under is not None:
            present = present & under
        numbers = np.where(present, categories.values[column.values], 0).astype(categories.values.dtype)
        return dataclasses.replace(column, type=categories.type, values=numbers, parameters={}, parts=[])
    shown = itertools.repeat(True) if under is None else under
    values = [
        categories.values[index] if index is not None and is_shown else None
        for index, is_shown in zip(column.rows(), shown, strict=False)
    ]
    occurring = list(dict.fromkeys(value for value in values if value is not None))
    places = {value: place for place, value in enumerate(occurring)}
    indices = np.array([0 if value is None else places[value] for value in values], np.int32)
    return dataclasses.replace(
        column,
        values=indices,
        parameters={"ordered": False, "categories": len(occurring)},
        parts=[dataclasses.replace(categories, values=occurring)],
    )


def read_arrow(path: Path, entry: dict, expected: Dataset) -> None:
    opener = pa.ipc.open_stream if entry["options"]["container"] == "stream" else pa.ipc.open_file
    with pa.OSFile(str(path)) as source, opener(source) as reader:
        assert_arrow_table(reader.read_all(), expected)


#: The numbers of HDF5's filters by the inner codec's id.
HDF5_FILTERS = {
    "gzip": 1,
    "lzf": 32000,
    "blosc-blosclz": 32001,
    "blosc-lz4": 32001,
    "blosc-zstd": 32001,
    "lz4": 32004,
    "bitshuffle-lz4": 32008,
    "bitshuffle-zstd": 32008,
    "zstd": 32015,
}


def hdf5_filters(dataset: h5py.Dataset) -> list[int]:
    properties = dataset.id.get_create_plist()
    return [properties.get_filter(index)[0] for index in range(properties.get_nfilters())]


def read_hdf5(path: Path, entry: dict, expected: Dataset) -> None:
    with h5py.File(path, "r") as file:
        if expected.kind == "keyedVectors" and entry["options"]["layout"] == "bulk":
            assert [key.decode() for key in file["seqids"][()]] == expected.ids
            assert_same_array(file["embeds"][()], expected.values, "embeds")
            if entry["innerCodec"] is not None and expected.item_count > 0:
                filters = [HDF5_FILTERS[entry["innerCodec"]]]
                assert hdf5_filters(file["embeds"])[-1:] == filters
                # Formatlab leaves texts unfiltered here; h5py does not.
                may_leave_texts = entry["innerCodec"].startswith(("blosc", "bitshuffle"))
                assert hdf5_filters(file["seqids"])[-1:] in ([filters, []] if may_leave_texts else [filters])
        elif expected.kind == "keyedVectors":
            found = {key: file[key][()] for key in file}
            assert sorted(found) == sorted(expected.ids)
            for key, vector in zip(expected.ids, expected.values, strict=True):
                assert_same_array(found[key], vector, key)
        elif expected.kind == "array":
            assert_same_array(np.asarray(file["values"][()]), expected.values.reshape(expected.shape), "values")
        elif expected.kind == "bytes":
            assert file["values"][()].tobytes() == expected.bytes
        else:
            assert_same_table([hdf5_column(file, index, c) for index, c in enumerate(expected.columns)], expected)


def hdf5_column(group: h5py.Group, index: int, column: Column, own_name: str | None = None) -> Column:
    """Reads the layout that workers/formats/hdf5/libhdf5/table-places.ts documents. `own_name` is the name of a part if it differs from the column's."""
    name = own_name or column.name
    # Of two columns of one name, the first alone has it.
    substitute = f"__column_{index}"
    place = group[substitute if substitute in group else name]
    validity = group[f"__valid_{index}"][()].astype(bool) if column.validity is not None else None
    values: Any = None
    parts: list[Column] = []
    if column.type == "category":
        values = place["codes"][()]
        parts = [hdf5_column(place, 0, column.parts[0], "categories")]
    elif column.type == "list":
        values = group[f"__offsets_{index}"][()]
        parts = [hdf5_column(place, 0, column.parts[0], "items")]
    elif column.type == "struct":
        parts = [hdf5_column(place, number, part) for number, part in enumerate(column.parts)]
    elif column.type == "binary":
        data = place[()]
        values = [data[a:b].tobytes() for a, b in itertools.pairwise(group[f"__offsets_{index}"][()])]
    elif column.type == "float16":
        assert place.dtype == np.float16
        values = place[()].view(np.uint16)
    elif column.type == "fixedBinary":
        assert place.dtype == np.dtype(f"V{column.parameters['width']}")
        values = np.frombuffer(place[()].tobytes(), np.uint8)
    elif column.type in VARIABLE_WIDTH:
        values = list(place[()])
    else:
        values = place[()]
    return Column(column.name, column.type, validity, values, column.parameters, parts)


EPOCH_DATE = datetime.date(1970, 1, 1)
EPOCH = datetime.datetime(1970, 1, 1)


def assert_same_text(text: Any, kind: str, value: Any, place: str) -> None:
    """Compares a CSV field, or a JSON value, with a value of the dataset."""
    if kind in ("utf8", "json"):
        assert text == value.decode(), place
    elif kind == "binary":
        assert base64.b64decode(text, validate=True) == value, place
    elif kind == "bool":
        assert text in (["false", False], ["true", True])[value], place
    elif kind == "date":
        assert (datetime.date.fromisoformat(text) - EPOCH_DATE).days == value, place
    elif kind == "timestamp":
        assert (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(microseconds=1) == value, place
    elif kind in ("float32", "float64"):
        found = np.dtype(kind).type(float(text))
        assert (math.isnan(found) and math.isnan(value)) or (
            found == value and math.copysign(1, found) == math.copysign(1, value)
        ), f"{place}: {text} for {value}"
    else:
        assert int(text) == value, place


TICKS_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
ISO_DATE = re.compile(r"(\d{4}|[+-]\d{6,})-(\d\d)-(\d\d)")


def days_of(text: str) -> int:
    """Days since 1970-01-01 of a date in the proleptic Gregorian calendar. Python supports only the years 1 to 9999; the calendar repeats every 400 years."""
    match = ISO_DATE.fullmatch(text)
    assert match is not None, f"{text} is no date"
    year, month, day = map(int, match.groups())
    cycles, year_of_cycle = divmod(year, 400)
    return (datetime.date(2000 + year_of_cycle, month, day) - EPOCH_DATE).days + (cycles - 5) * 146_097


def clock_of(text: str, unit: str) -> int:
    """Ticks since midnight."""
    whole, _, fraction = text.partition(".")
    assert len(fraction) in (0, {"s": 0, "ms": 3, "us": 6, "ns": 9}[unit]), f"{text} is not in {unit}"
    since = datetime.datetime.strptime(whole, "%H:%M:%S") - datetime.datetime(1900, 1, 1)
    return int(since.total_seconds()) * TICKS_PER_SECOND[unit] + int(fraction or 0)


def assert_same_value(text: Any, column: Column, value: Any, place: str) -> None:
    """Like assert_same_text, for a scalar column of any type; `value` comes from values_of."""
    kind = column.type
    unit = column.parameters.get("unit", "us")
    if kind == "category":
        assert_same_value(text, column.parts[0], value, place)
    elif kind == "float16":
        found_half, half = np.float16(text), np.float16(value)
        assert found_half.view(np.uint16) == half.view(np.uint16) or (np.isnan(found_half) and np.isnan(half)), place
    elif kind == "decimal":
        assert isinstance(text, str), place
        found = decimal.Decimal(text)
        assert found == value and found.as_tuple().exponent == min(0, value.as_tuple().exponent), f"{place}: {text}"
    elif kind == "fixedBinary":
        assert base64.b64decode(text, validate=True) == value, place
    elif kind == "time":
        assert clock_of(text, unit) == value, f"{place}: {text} for {value}"
    elif kind == "timestamp" and column.parameters:
        assert text.endswith("Z") == ("timeZone" in column.parameters), f"{place}: {text}"
        day, _, clock = text.removesuffix("Z").partition("T")
        found_ticks = days_of(day) * 86_400 * TICKS_PER_SECOND[unit] + clock_of(clock, unit)
        assert found_ticks == value, f"{place}: {text} for {value}"
    else:
        assert_same_text(text, kind, value, place)


def read_csv(path: Path, entry: dict, expected: Dataset) -> None:
    csv.field_size_limit(2**31 - 1)
    with path.open(newline="", encoding="utf-8") as source:
        header, *rows = csv.reader(source, strict=True)
    assert len(rows) == expected.item_count
    if expected.kind == "keyedVectors":
        assert header == ["id", *map(str, range(expected.dimension))]
        for row, key, vector in zip(rows, expected.ids, expected.values, strict=True):
            assert row[0] == key
            for text, value in zip(row[1:], vector.tolist(), strict=True):
                assert_same_text(text, expected.element_type, value, key)
        return
    if expected.kind in ("stringArray", "list", "dict", "records"):
        columns = [("values", expected.element_type or "utf8", expected.values)]
        if expected.keys or expected.kind in ("dict", "records"):
            columns = [
                ("key", expected.key_type or "utf8", expected.keys),
                ("value", expected.element_type or "utf8", expected.values),
            ]
        assert header == [name for name, _, _ in columns]
        for index, (name, kind, values) in enumerate(columns):
            for row, value in zip(rows, values, strict=True):
                assert_same_text(row[index], kind, value.encode() if kind == "utf8" else value, name)
        return
    assert header == [c.name for c in expected.columns]
    for index, column in enumerate(expected.columns):
        for number, value in enumerate(values_of(column)):
            if value is None or value == b"":
                assert rows[number][index] == ""
            else:
                assert_same_value(rows[number][index], column, value, f"{column.name}, row {number}")


def read_json(path: Path, entry: dict, expected: Dataset) -> None:
    """Compares JSON with Python, which keeps integers exactly. NaN and infinities are null, because JSON cannot write them."""
    text = path.read_text(encoding="utf-8")
    layout = entry["options"]["layout"]

    def check(found: Any, kind: str, value: Any, place: str) -> None:
        if value is None or (kind in ("float32", "float64") and not math.isfinite(value)):
            assert found is None, place
        elif kind == "json":
            assert found == json.loads(value), place
        else:
            assert_same_text(found, kind, value, place)

    def check_cell(found: Any, column: Column, value: Any, place: str) -> None:
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            assert found is None, place
        elif column.type == "list":
            assert isinstance(found, list) and len(found) == len(value), place
            for number, (one, item) in enumerate(zip(found, value, strict=True)):
                check_cell(one, column.parts[0], item, f"{place}[{number}]")
        elif column.type == "struct":
            assert isinstance(found, dict) and list(found) == list(value), place
            for part in column.parts:
                check_cell(found[part.name], part, value[part.name], f"{place}.{part.name}")
        elif column.type in ("json", "duration"):
            assert found == (json.loads(value) if column.type == "json" else value), place
        else:
            assert_same_value(found, column, value, place)

    def refuse(name: str) -> NoReturn:
        raise AssertionError(f"{name} is no JSON")

    data: Any = None
    records: list | None
    if layout == "lines":
        records = [json.loads(line, parse_constant=refuse) for line in text.splitlines() if line]
        assert text == "" or text.endswith("\n")
    else:
        data = json.loads(text, parse_constant=refuse)
        records = data if layout == "records" else None
    if expected.kind == "array":
        found = np.array(data, dtype=object).reshape(-1).tolist()
        for index, (one, value) in enumerate(zip(found, expected.values.reshape(-1).tolist(), strict=True)):
            check(one, expected.element_type, value, f"element {index}")
        return
    if expected.kind == "keyedVectors":
        vectors = {r["id"]: r["vector"] for r in records} if records is not None else data
        assert list(vectors) == expected.ids
        for key, vector in zip(expected.ids, expected.values, strict=True):
            for found, value in zip(vectors[key], vector.tolist(), strict=True):
                check(found, expected.element_type, value, key)
        return
    if expected.kind in ("stringArray", "list"):
        assert len(data) == len(expected.values)
        for found, value in zip(data, expected.values, strict=True):
            check(
                found,
                expected.element_type or "utf8",
                value.encode() if isinstance(value, str) else value,
                "the values",
            )
        return
    if expected.kind in ("dict", "records"):
        pairs = [(r["key"], r["value"]) for r in records] if records is not None else list(data.items())
        # Keys of objects are texts.
        assert [key for key, _ in pairs] == [str(key) for key in expected.keys]
        for (key, found), value in zip(pairs, expected.values, strict=True):
            if expected.kind == "records" and not isinstance(found, str):
                assert isinstance(found, (dict, list)) and found == json.loads(value), key
            else:
                check(found, expected.element_type or "utf8", value.encode() if isinstance(value, str) else value, key)
        return
    if records is not None:
        assert len(records) == expected.item_count
    for column in expected.columns:
        found = [r[column.name] for r in records] if records is not None else data[column.name]
        for number, (one, value) in enumerate(zip(found, values_of(column), strict=True)):
            check_cell(one, column, value, f"{column.name}, row {number}")


def read_destination(path: Path, entry: dict, expected: Dataset) -> None:
    """Also requires that the Python writer gives the same bytes for both destinations."""
    wanted = as_python(expected)
    destination = entry["options"]["destination"]
    assert path.read_bytes() == destination_format.encode(
        wanted, destination, expected.key_type or None, expected.element_type or None
    ), "other bytes than the writer in Python makes"
    if destination == "Julia":
        structure, element_type, found = read_julia(path.read_bytes())
        assert structure == ("dict" if expected.kind == "dict" else "array")
        assert element_type == (expected.element_type or "utf8")
        assert_same_scalars(found, wanted if expected.kind == "dict" else wanted.tolist(), "the data")
        return
    mapped = destination_format.map_file(path)
    found = destination_format.decode(mapped)
    if isinstance(found, np.ndarray):
        assert found.size == 0 or np.shares_memory(found, np.frombuffer(mapped, np.uint8)), "the array is a copy"
    if expected.kind == "array":
        assert_same_array(found, wanted, "the array")
    elif expected.kind == "stringArray":
        assert_same_texts(found, expected, "the texts")
    else:
        assert_same_scalars(found, wanted, "the data")


def read_root(path: Path, entry: dict, expected: Dataset) -> None:
    assert_same_table(root_columns_of(path, entry["innerCodec"], expected.item_count), expected)


def read_rntuple(path: Path, entry: dict, expected: Dataset) -> None:
    assert_same_table(rntuple_columns_of(path, entry["innerCodec"], expected.item_count), expected)

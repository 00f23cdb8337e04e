"""Compares what our readers make of damaged files with what pyarrow and numpy make of them.

Where both read a file, they read the same values. Where only ours reads it, it reads the values of the sound file.
"""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from arrow_types import arrow_table, table_of
from depth import full
from formatlab_data import Column, Dataset, as_numpy, from_canonical, to_canonical

FILES = Path(os.environ["FORMATLAB_INTEROP"])
READ = json.loads((FILES / "mutants.json").read_text())


class RefusedError(Exception):
    """The reference implementation does not read the file."""


def arrow_reference(data: bytes) -> pa.Table:
    try:
        if data.startswith(b"PAR1"):
            table = pa.parquet.read_table(io.BytesIO(data), page_checksum_verification=True)
        elif data.startswith(b"ARROW1"):
            table = pa.ipc.open_file(data).read_all()
        else:
            table = pa.ipc.open_stream(data).read_all()
        table.validate(full=True)
    except (pa.ArrowException, OSError, UnicodeDecodeError, MemoryError, OverflowError) as error:
        raise RefusedError(str(error)) from error
    return table


def numpy_reference(data: bytes) -> np.ndarray:
    try:
        return np.load(io.BytesIO(data), allow_pickle=False)
    except Exception as error:
        # A damaged header raises errors of many types, also of Python's parser.
        raise RefusedError(str(error)) from error


def without_dictionary(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def plain_type(kind: pa.DataType) -> pa.DataType:
    """The type of the same values without run-end encoding and list views, which our reader expands."""
    if pa.types.is_run_end_encoded(kind):
        return plain_type(kind.value_type)
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        return pa.list_(plain_type(kind.value_type))
    return kind


def plain_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """pyarrow casts views to invalid lists, and not every type to or from run-end encoding."""
    kind = plain_type(column.type)
    return column if kind == column.type else pa.chunked_array([pa.array(column.to_pylist(), kind)])


def canonical_column(column: pa.ChunkedArray, kind: pa.DataType) -> bytes:
    """The bits of a column, in the canonical form of the type that our reader chose."""
    return to_canonical(table_of(pa.table({"column": column.cast(kind)})))


def compare_tables(ours: Dataset, theirs: pa.Table) -> None:
    own = arrow_table(ours)
    assert (own.num_rows, own.column_names) == (theirs.num_rows, theirs.column_names)
    for index, field in enumerate(own.schema):
        kind = without_dictionary(field.type)
        assert canonical_column(own.column(index), kind) == canonical_column(
            plain_column(theirs.column(index)), kind
        ), field.name


def compare_values(name: str, ours: np.ndarray, theirs: np.ndarray) -> None:
    """Compares bits. Types that our reader widens, such as Booleans to uint8, are widened here, too."""
    theirs = np.ascontiguousarray(theirs)
    # numpy keeps any byte of a Boolean and takes those other than 0 for true; ours become 1.
    if theirs.dtype.kind == "b":
        theirs = theirs.view(np.uint8) != 0
    assert ours.tobytes() == theirs.astype(ours.dtype).tobytes(), name


def compare_columns(columns: list[Column], theirs: np.ndarray) -> None:
    names = theirs.dtype.names
    fields = [theirs] if names is None else [theirs[name] for name in names]
    assert len(columns) == len(fields)
    for column, field in zip(columns, fields, strict=True):
        if column.type == "utf8":
            texts = [value if isinstance(value, bytes) else str(value).encode() for value in field.ravel().tolist()]
            assert list(column.values) == texts, column.name
        elif field.dtype.kind in "iufb" and not column.parts:
            compare_values(column.name, as_numpy(column), field)


def compare(entry: dict[str, Any]) -> None:
    """Raises AssertionError where our reader and the reference read other values, and RefusedError where only ours reads the file."""
    data = (FILES / entry["file"]).read_bytes()
    ours = from_canonical((FILES / entry["canonical"]).read_bytes())
    if not entry["source"].endswith(".npy"):
        compare_tables(ours, arrow_reference(data))
        return
    theirs = numpy_reference(data)
    if ours.kind == "array":
        assert ours.shape == theirs.shape
        compare_values("array", ours.values, theirs)
    else:
        assert ours.item_count == (len(theirs) if theirs.ndim > 0 else 1)
        compare_columns(ours.columns, theirs)


def judge_all(entries: list[dict[str, Any]]) -> None:
    differing, equal = [], 0
    for entry in entries:
        try:
            compare(entry)
            equal += 1
        except RefusedError as error:
            # Libraries check more or less of what does not bear on values: reserved bytes, counts, padding.
            if (FILES / entry["canonical"]).read_bytes() != (FILES / entry["soundCanonical"]).read_bytes():
                differing.append(f"{entry['file']}: {entry['what']}: only ours reads it, with other values: {error}")
        except AssertionError as error:
            differing.append(f"{entry['file']}: {entry['what']}: {str(error)[:300]}")
    assert differing == []
    # The references read most of them, too.
    assert equal > len(entries) / 2


@pytest.mark.parametrize("depth", ["quick", full("full")])
def test_both_read_the_same_values_of_damaged_files(depth):
    judge_all([entry for entry in READ if entry["full"] == (depth == "full")])

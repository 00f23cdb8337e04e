"""Writes golden Arrow and Parquet files of every parametrized and nested type by pyarrow. make_golden.py explains their use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from arrow_types import arrow_table, column_of, table_of
from formatlab_data import Column, Dataset, to_canonical

#: Bits of NaNs that arithmetic would alter: quiet and signalling ones, of both signs, with payloads.
NANS: dict[str, np.ndarray] = {
    "float16": np.array([0x7E01, 0x7D55, 0xFE00, 0x7C01, 0xFFFF, 0x7E00, 0x0000], np.uint16),
    "float32": np.array([0x7FC1_2345, 0x7FA0_0001, 0xFFC0_0000, 0x7F80_0001, 0xFFFF_FFFF, 0x7FC0_0000, 0], np.uint32),
    "float64": np.array(
        [
            0x7FF8_0000_0001_2345,
            0x7FF4_0000_0000_0001,
            0xFFF8_0000_0000_0000,
            0x7FF0_0000_0000_0001,
            0xFFFF_FFFF_FFFF_FFFF,
            0x7FF8_0000_0000_0000,
            0,
        ],
        np.uint64,
    ),
}


def nans() -> list[Column]:
    """NaN payloads as columns and as items of lists."""
    found = []
    for kind, bits in NANS.items():
        values = bits if kind == "float16" else bits.view(kind)
        offsets = np.array([0, 2, 2, 3, 7, 7, 7, 7], np.int32)
        last_is_null = np.array([True] * 6 + [False])
        found += [
            Column(f"NaN {kind}", kind, None, values),
            Column(f"NaN {kind} or null", kind, last_is_null, values),
            Column(f"NaN list of {kind}", "list", None, offsets, {}, [Column("item", kind, None, values)]),
        ]
    return found


def json_as_text(columns: list[Column]) -> None:
    """Arrow has no type of its own for JSON."""
    for column in columns:
        column.type = "utf8" if column.type == "json" else column.type
        json_as_text(column.parts)


def without_categories(column: Column) -> Column:
    """pyarrow reads no category within a list back from Parquet."""
    parts = [without_categories(part) for part in column.parts if part.type != "category"]
    return replace(column, parts=parts)


def kept_by_parquet(dataset: Dataset) -> Dataset:
    """The dataset without columns that pyarrow itself reads back from Parquet as others (it has no seconds there)."""
    kept = []
    for column in dataset.columns:
        one = Dataset("table", dataset.item_count, columns=[column])
        sink = pa.BufferOutputStream()
        try:
            pq.write_table(arrow_table(one), sink)
        except pa.ArrowInvalid:
            continue
        again = column_of(column.name, pq.read_table(pa.BufferReader(sink.getvalue())).column(0))
        if to_canonical(Dataset("table", dataset.item_count, columns=[again])) == to_canonical(one):
            kept.append(column)
    return Dataset("table", dataset.item_count, columns=kept)


def make_arrow_types(add: Callable[..., Path], sample: Callable[[str], Dataset]) -> None:
    writer = f"pyarrow {pa.__version__}"
    typed, nested = sample("typed"), sample("typed-nested")
    typed.columns += nans()
    json_as_text(nested.columns)
    for name, dataset, codec, container in (
        ("typed", typed, None, "file"),
        ("typed", typed, "zstd", "stream"),
        ("typed-nested", nested, "lz4", "file"),
    ):
        table = arrow_table(dataset)
        assert to_canonical(table_of(table)) == to_canonical(dataset)
        target = add(
            f"arrow/{name}.{codec or 'none'}.{container}.arrow", dataset, writer, {"container": container}, codec
        )
        opener = pa.ipc.new_file if container == "file" else pa.ipc.new_stream
        with opener(str(target), table.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as sink:
            # Two batches, so that their parts are joined.
            sink.write_table(table, max_chunksize=4)
    plain = replace(nested, columns=[without_categories(column) for column in nested.columns])
    for name, dataset, codec, version in (
        ("typed", typed, None, "2.0"),
        ("typed", typed, "zstd", "1.0"),
        ("typed-nested", plain, "snappy", "2.0"),
    ):
        kept = kept_by_parquet(dataset)
        assert kept.columns
        target = add(f"parquet/{name}.{codec or 'none'}.v{version[0]}.parquet", kept, writer, inner_codec=codec)
        # One row group: arrow-rs, as the format's reader calls it, orders categories anew where there are more.
        pq.write_table(arrow_table(kept), target, compression=codec or "NONE", data_page_version=version)

"""Reading by batches, and writing with the settings of a recipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from apply_recipe import family_of_type, leaf_paths, plain_type

#: What a batch that is read takes, in bytes.
BATCH_BYTES = 8 * 2**20
#: As much as is read ahead of each column.
BUFFER_BYTES = 2**20
#: pyarrow declares no order of floats and categories, whose place of NaN and order Parquet leaves open.
UNDECLARED = ("float",)


def open_parquet(source: Any) -> pq.ParquetFile:
    """A file that is read through small buffers: a row group of any size takes no more memory."""
    return pq.ParquetFile(source, buffer_size=BUFFER_BYTES, pre_buffer=False)


def row_bytes(file: pq.ParquetFile) -> float:
    """About what a row takes in memory, by the file's first rows."""
    first = next(file.iter_batches(batch_size=1024), None)
    return 1.0 if first is None or first.num_rows == 0 else max(1.0, first.get_total_buffer_size() / first.num_rows)


def batch_rows(bytes_each: float) -> int:
    return int(min(131_072, max(64, BATCH_BYTES / bytes_each)))


def read_batches(file: pq.ParquetFile, rows: int, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    # By one thread: several would each hold batches of their own.
    yield from file.iter_batches(batch_size=rows, columns=columns, use_threads=False)


def leaf_settings(recipe: dict[str, Any], schema: pa.Schema) -> list[tuple[str, dict[str, Any], pa.DataType]]:
    """The path, the setting and the type of each column that Parquet stores."""
    columns = {column["name"]: column for column in recipe["writes"]["columns"]}
    found = []
    for field in schema:
        column = columns[field.name]
        parts = {part["path"]: part for part in column.get("parts", [])}
        found += [(path, parts.get(path, column), own) for path, own in leaf_paths(field)]
    return found


def applies(encoding: str, data_type: pa.DataType) -> bool:
    """Whether Parquet stores such values in this encoding. The others are then stored PLAIN, as the page does."""
    own = plain_type(data_type)
    family = family_of_type(own)
    numbers = family in ("integer", "date", "timestamp", "time", "duration")
    if encoding == "DELTA_BINARY_PACKED":
        return numbers or (family == "decimal" and own.precision <= 18)
    if encoding == "BYTE_STREAM_SPLIT":
        return numbers or family in ("float", "decimal") or pa.types.is_fixed_size_binary(own)
    if encoding == "DELTA_LENGTH_BYTE_ARRAY":
        return family in ("text", "bytes") and not pa.types.is_fixed_size_binary(own)
    return family in ("text", "bytes") if encoding == "DELTA_BYTE_ARRAY" else encoding != "DICTIONARY"


def writer_options(recipe: dict[str, Any], schema: pa.Schema) -> dict[str, Any]:
    """The arguments of pyarrow.parquet.ParquetWriter."""
    writes = recipe["writes"]
    layout, leaves = writes["layout"], leaf_settings(recipe, schema)
    codecs = {path: each["codec"] for path, each, _ in leaves}
    levels = {path: codec["level"] for path, codec in codecs.items() if codec and codec["level"] is not None}
    encodings = {
        path: each["encoding"]
        for path, each, own in leaves
        if each["encoding"] not in ("DICTIONARY", "PLAIN") and applies(each["encoding"], own)
    }
    options: dict[str, Any] = {
        "compression": {path: "none" if codec is None else codec["id"] for path, codec in codecs.items()},
        "compression_level": levels or None,
        "use_dictionary": [path for path, each, _ in leaves if each["encoding"] == "DICTIONARY"],
        "column_encoding": encodings or None,
        "data_page_version": f"{writes['pageVersion']}.0",
        "data_page_size": layout["pageKiB"] * 1024,
        "max_rows_per_page": layout["pageRows"],
        "dictionary_pagesize_limit": layout["dictionaryKiB"] * 1024,
        "write_statistics": writes["statistics"] != "none",
        "write_page_index": writes["statistics"] == "page",
        "store_decimal_as_integer": True,
    }
    if writes["bloomFilter"]:
        options["bloom_filter_options"] = {
            path: {"fpp": 0.05} for path, _, own in leaves if not pa.types.is_boolean(own)
        }
    return options


def sorting_columns(order: list[dict[str, Any]], schema: pa.Schema) -> list[pq.SortingColumn] | None:
    """The first key of the order, as a file declares it."""
    if not order:
        return None
    key = order[0]
    index = schema.names.index(key["column"])
    data_type = schema.field(index).type
    if family_of_type(data_type) in UNDECLARED or pa.types.is_dictionary(data_type):
        return None
    before = sum(len(leaf_paths(schema.field(each))) for each in range(index))
    return [pq.SortingColumn(before, descending=key["descending"])]


class RowGroups:
    """A Parquet file that gets its rows by batches, and writes a row group when it has the rows of one, or as many as memory holds."""

    def __init__(
        self, sink: Any, recipe: dict[str, Any], schema: pa.Schema, limit_bytes: float, order: list[dict[str, Any]]
    ) -> None:
        options = writer_options(recipe, schema)
        self.rows_each: int = recipe["writes"]["layout"]["rowGroupRows"]
        self.limit_bytes = limit_bytes
        self.writer = pq.ParquetWriter(sink, schema, sorting_columns=sorting_columns(order, schema), **options)
        self.waiting: list[pa.RecordBatch] = []
        self.waiting_rows = 0
        self.waiting_bytes = 0
        self.rows = 0
        #: The rows of the largest row group that memory cut short. 0 if none was.
        self.cut_rows = 0

    def add(self, batch: pa.RecordBatch) -> None:
        while batch.num_rows > 0:
            taken = batch.slice(0, self.rows_each - self.waiting_rows)
            batch = batch.slice(taken.num_rows)
            self.waiting.append(taken)
            self.waiting_rows += taken.num_rows
            self.waiting_bytes += taken.nbytes
            is_full = self.waiting_bytes >= self.limit_bytes
            if self.waiting_rows == self.rows_each or is_full:
                self.cut_rows = max(self.cut_rows, 0 if self.waiting_rows == self.rows_each else self.waiting_rows)
                self.flush()

    def flush(self) -> None:
        if self.waiting_rows > 0:
            # With one dictionary: pyarrow gives up a dictionary that changes within a row group.
            table = pa.Table.from_batches(self.waiting).unify_dictionaries()
            self.writer.write_table(table, row_group_size=self.waiting_rows)
            del table
        self.rows += self.waiting_rows
        self.waiting, self.waiting_rows, self.waiting_bytes = [], 0, 0
        pa.default_memory_pool().release_unused()

    def close(self) -> None:
        self.flush()
        self.writer.close()

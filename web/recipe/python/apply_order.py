"""The order of rows: of the whole table in memory where it fits, by an external merge where it does not."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from apply_recipe import Refused
from apply_values import narrow_batch, narrow_column, same_batches, sort_key
from apply_write import read_batches

#: The name of the column with the number of each row, as long as rows are sorted.
ROW = "row number of the rewrite"
#: Rows whose keys are looked at, so that the parts of the order have equal sizes.
SAMPLED_KEYS = 200_000

Order = list[dict[str, Any]]


def key_table(batch: pa.RecordBatch | pa.Table, order: Order, rows: pa.Array) -> pa.Table:
    """The columns that decide the order, the row's number last, so that equal rows keep theirs."""
    columns = {f"key {place}": key_column(batch.column(key["column"])) for place, key in enumerate(order)}
    return pa.table({**columns, ROW: rows})


def key_column(values: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    if isinstance(values, pa.ChunkedArray):
        return pa.chunked_array([sort_key(chunk) for chunk in values.chunks] or [sort_key(empty(values.type))])
    return sort_key(values)


def empty(data_type: pa.DataType) -> pa.Array:
    return pa.array([], type=data_type)


def sorted_indices(keys: pa.Table, order: Order) -> pa.Array:
    """Nulls come last, and NaN before them, in both directions."""
    directions = [
        (f"key {place}", "descending" if key["descending"] else "ascending") for place, key in enumerate(order)
    ]
    return pc.sort_indices(keys, sort_keys=[*directions, (ROW, "ascending")])


def numbers(start: int, rows: int) -> pa.Array:
    return pa.array(range(start, start + rows), type=pa.int64())


class SortedInMemory:
    """All rows at once. What stands at each place is compared with the row that belongs there."""

    def __init__(
        self, file: pq.ParquetFile, order: Order, narrowings: dict[str, Any], schema: pa.Schema, rows: int
    ) -> None:
        self.batch_rows = rows
        narrow = [narrow_batch(batch, narrowings, schema) for batch in read_batches(file, rows)]
        self.table = pa.Table.from_batches(narrow, schema).combine_chunks()
        total = self.table.num_rows
        self.indices = sorted_indices(key_table(self.table, order, numbers(0, total)), order)
        if pc.count_distinct(self.indices).as_py() != total:
            raise Refused("The order of rows is no order of all rows. Please report this as a fault of Formatlab.")

    def batches(self) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(self.indices), self.batch_rows):
            yield from self.table.take(self.indices.slice(start, self.batch_rows)).combine_chunks().to_batches()


class SortedOnDisk:
    """
    Rows that do not fit in memory. Parts of the table are sorted and written to a temporary folder, each cut at the same keys; what lies between
    two of these keys is then read from all of them, and put in order.
    """

    def __init__(
        self,
        file: pq.ParquetFile,
        order: Order,
        narrowings: dict[str, Any],
        schema: pa.Schema,
        limit_bytes: float,
        bytes_each: float,
        folder: Path,
        rows: int,
    ) -> None:
        self.order, self.narrowings = order, narrowings
        self.total = file.metadata.num_rows
        self.schema = schema.append(pa.field(ROW, pa.int64()))
        # One that a killed run left has the same name.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.folder = folder
        # A part is held once as it is read and once as it is put in order.
        self.parts = max(2, round(self.total * (bytes_each + 8) * 3 / limit_bytes) + 1)
        cuts = self.cuts(file, schema, rows)
        self.runs: list[str] = []
        waiting: list[pa.RecordBatch] = []
        waiting_bytes = start = 0
        for batch in read_batches(file, rows):
            waiting.append(narrow_batch(batch, narrowings, schema))
            waiting_bytes += waiting[-1].nbytes
            if waiting_bytes * 3 >= limit_bytes:
                start = self.write_run(waiting, cuts, start)
                waiting, waiting_bytes = [], 0
                pa.default_memory_pool().release_unused()
        if waiting:
            start = self.write_run(waiting, cuts, start)

    def cuts(self, file: pq.ParquetFile, schema: pa.Schema, rows: int) -> pa.Table:
        """The keys at which every run is cut."""
        every = max(1, self.total // SAMPLED_KEYS)
        sampled: list[pa.Table] = []
        start = 0
        wanted = list(dict.fromkeys(key["column"] for key in self.order))
        for batch in read_batches(file, rows, wanted):
            places = pa.array(range(0, batch.num_rows, every), type=pa.int64())
            some = batch.take(places)
            narrow = {
                name: narrow_column(some.column(name), self.narrowings.get(name), schema.field(name).type, name)
                for name in wanted
            }
            taken = pa.RecordBatch.from_pydict(narrow)
            sampled.append(key_table(taken, self.order, pc.add(places, pa.scalar(start, pa.int64()))))
            start += batch.num_rows
        keys = pa.concat_tables(sampled)
        ordered = keys.take(sorted_indices(keys, self.order))
        places = [ordered.num_rows * part // self.parts for part in range(1, self.parts)]
        return ordered.take(pa.array(places, type=pa.int64()))

    def write_run(self, batches: list[pa.RecordBatch], cuts: pa.Table, start: int) -> int:
        table = pa.Table.from_batches(batches).combine_chunks()
        rows = numbers(start, table.num_rows)
        keys = key_table(table, self.order, rows)
        indices = sorted_indices(keys, self.order)
        sorted_table = table.append_column(ROW, rows).take(indices)
        # A cut's own row comes behind it: the cut is put in order among the rows, and its row number decides.
        both = pa.concat_tables([cuts, keys])
        among = pc.less(sorted_indices(both, self.order), cuts.num_rows)
        at = [place - before for before, place in enumerate(pc.indices_nonzero(among).to_pylist())]
        path = os.path.join(self.folder, f"{len(self.runs)}.arrow")
        codec = "lz4" if pa.Codec.is_available("lz4") else None
        # Pieces of one batch have its dictionaries, of which a file of Arrow takes only one.
        whole = one_batch(sorted_table, self.schema)
        options = pa.ipc.IpcWriteOptions(compression=codec)
        with pa.OSFile(path, "wb") as sink, pa.ipc.new_file(sink, self.schema, options=options) as writer:
            for begin, end in zip([0, *at], [*at, table.num_rows], strict=True):
                writer.write_batch(whole.slice(begin, end - begin))
        self.check_run(path, batches, indices)
        self.runs.append(path)
        return start + table.num_rows

    def check_run(self, path: str, batches: list[pa.RecordBatch], indices: pa.Array) -> None:
        """What was written has each row of the table, at the place that its number says."""
        with pa.OSFile(path) as source:
            run = pa.ipc.open_file(source).read_all().combine_chunks()
        back = one_batch(run.drop_columns([ROW]).take(pc.sort_indices(indices)), batches[0].schema)
        if same_batches(one_batch(pa.Table.from_batches(batches), batches[0].schema), back, {}) is not None:
            raise Refused("The temporary file of the sort holds other values than were written. Check the disk.")

    def batches(self) -> Iterator[pa.RecordBatch]:
        """All rows in their order. Raises Refused if a row is missing or occurs twice."""
        seen = bytearray(self.total)
        for part in range(self.parts):
            pieces = []
            for path in self.runs:
                with pa.OSFile(path) as source:
                    pieces.append(pa.ipc.open_file(source).get_batch(part))
            table = pa.Table.from_batches(pieces).combine_chunks()
            ordered = table.take(sorted_indices(key_table(table, self.order, table.column(ROW)), self.order))
            for row in ordered.column(ROW).to_pylist():
                seen[row] += 1
            del table, pieces
            yield from ordered.drop_columns([ROW]).combine_chunks().to_batches(max_chunksize=65_536)
        if seen.count(1) != self.total:
            raise Refused("The sort lost a row, or has one twice. Please report this as a fault of Formatlab.")

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def one_batch(table: pa.Table, schema: pa.Schema) -> pa.RecordBatch:
    """The rows of a table as one batch, also of none."""
    combined = table.combine_chunks().to_batches()
    return combined[0] if combined else pa.RecordBatch.from_pylist([], schema=schema)

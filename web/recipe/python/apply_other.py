"""Arrow and CSV, for recipes that do not write Parquet: written by batches, and read again."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.csv as pacsv

from apply_recipe import Refused, is_list, plain_type

#: Codecs whose parts may follow one another in a file, so that it can be written by parts of any level.
PARTED_CODECS = {"gzip": "gz", "zstd": "zst"}
PART_BYTES = 16 * 2**20
#: What the estimate itself may be off.
ESTIMATE_SHARE = 0.05
ELSEWHERE = "The browser writes it: npx formatlab apply RECIPE FILE --out FOLDER"


def check_other(writes: dict[str, Any]) -> None:
    """Raises Refused if this script can't write what the recipe does."""
    codec = writes["codec"]
    if writes["format"] not in ("arrow", "csv"):
        raise Refused(f"This script writes Parquet, Arrow and CSV, not {writes['format']!s:.40}. {ELSEWHERE}")
    if codec is None:
        return
    is_inner = codec["granularity"] == "buffer"
    known = ("lz4", "zstd") if is_inner else tuple(PARTED_CODECS)
    if codec["id"] not in known or (is_inner and writes["format"] == "csv"):
        raise Refused(f"This script does not write {writes['format']} with {codec['id']!s:.40}. {ELSEWHERE}")
    if not (codec["level"] is None or isinstance(codec["level"], int)):
        raise Refused("The level of the codec is no whole number. Export the recipe again from the page.")


def ending_of(writes: dict[str, Any]) -> str:
    codec = writes["codec"]
    is_around = codec is not None and codec["granularity"] != "buffer"
    return f".{writes['format']}" + (f".{PARTED_CODECS[codec['id']]}" if is_around else "")


def flat_schema(schema: pa.Schema) -> pa.Schema:
    """Categories as their values, since each batch of a Parquet file has numbers of its own for them."""
    fields = [field.with_type(flat_type(field.type)) for field in schema]
    return pa.schema(fields)


def flat_type(data_type: pa.DataType) -> pa.DataType:
    own = plain_type(data_type)
    return pa.string() if pa.types.is_string_view(own) else own


def other_misfits(writes: dict[str, Any], schema: pa.Schema) -> list[str]:
    if writes["format"] != "csv":
        return []
    types = pa.types
    return [
        f"The column {field.name!r:.80} holds {field.type!s:.80}, for which CSV has no text."
        for field in schema
        if is_list(field.type)
        or any(test(field.type) for test in (types.is_struct, types.is_map, types.is_binary, types.is_large_binary))
        or types.is_fixed_size_binary(field.type)
        or types.is_duration(field.type)
    ]


class Parts(io.RawIOBase):
    """A stream whose parts are compressed one by one."""

    def __init__(self, sink: Any, codec: pa.Codec) -> None:
        self.sink, self.codec = sink, codec
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.waiting += data
        if len(self.waiting) >= PART_BYTES:
            self.end_part()
        return len(data)

    def end_part(self) -> None:
        if self.waiting:
            self.sink.write(self.codec.compress(bytes(self.waiting)))
            self.waiting = bytearray()


class OtherFile:
    """An Arrow or CSV file that gets its rows by batches."""

    cut_rows = 0

    def __init__(self, sink: Any, writes: dict[str, Any], schema: pa.Schema) -> None:
        codec, options = writes["codec"], writes["options"]
        compression = None if codec is None else pa.Codec(codec["id"], codec["level"])
        is_inner = codec is not None and codec["granularity"] == "buffer"
        self.parts = None if compression is None or is_inner else Parts(sink, compression)
        out = sink if self.parts is None else pa.PythonFile(self.parts, "w")
        self.rows_each = int(options.get("batchRows", 65_536))
        self.schema = schema
        self.waiting: list[pa.RecordBatch] = []
        self.waiting_rows = 0
        if writes["format"] == "csv":
            self.writer: Any = pacsv.CSVWriter(out, schema)
        else:
            make = pa.ipc.new_stream if options.get("container") == "stream" else pa.ipc.new_file
            ipc = pa.ipc.IpcWriteOptions(compression=compression if is_inner else None)
            self.writer = make(out, schema, options=ipc)

    def add(self, batch: pa.RecordBatch) -> None:
        while batch.num_rows > 0:
            taken = batch.slice(0, self.rows_each - self.waiting_rows)
            batch = batch.slice(taken.num_rows)
            self.waiting.append(taken)
            self.waiting_rows += taken.num_rows
            if self.waiting_rows == self.rows_each:
                self.flush()

    def flush(self) -> None:
        for whole in pa.Table.from_batches(self.waiting, self.schema).combine_chunks().to_batches():
            self.writer.write_batch(whole)
        self.waiting, self.waiting_rows = [], 0

    def close(self) -> None:
        self.flush()
        self.writer.close()
        if self.parts is not None:
            self.parts.end_part()


def read_other(source: Any, writes: dict[str, Any], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    codec = writes["codec"]
    if codec is not None and codec["granularity"] != "buffer":
        source = pa.CompressedInputStream(source, codec["id"])
    if writes["format"] == "csv":
        convert = pacsv.ConvertOptions(
            column_types=schema, strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""]
        )
        parse = pacsv.ParseOptions(newlines_in_values=True)
        yield from pacsv.open_csv(source, parse_options=parse, convert_options=convert)
        return
    if writes["options"].get("container") == "stream":
        yield from pa.ipc.open_stream(source)
        return
    if isinstance(source, pa.CompressedInputStream):
        # The index of its batches lies at the end.
        source = pa.BufferReader(source.read())
    file = pa.ipc.open_file(source)
    for index in range(file.num_record_batches):
        yield file.get_batch(index)


def estimate_other(tables: list[pa.Table], writes: dict[str, Any], schema: pa.Schema, total: int) -> dict[str, int]:
    """The bytes to expect, by the bytes of a row in stretches that are written alone."""
    sizes = []
    for table in tables:
        sink = pa.BufferOutputStream()
        out = OtherFile(sink, writes, schema)
        for batch in table.to_batches():
            out.add(batch)
        out.close()
        sizes.append(sink.getvalue().size / max(1, table.num_rows))
    mean = sum(sizes) / len(sizes)
    spread = max(sizes) - min(sizes) if len(sizes) > 1 else 0.0
    return {
        "likely": round(mean * total),
        "low": math.floor(max(0.0, mean - spread) * (1 - ESTIMATE_SHARE) * total),
        "high": math.ceil((mean + spread) * (1 + ESTIMATE_SHARE) * total),
    }

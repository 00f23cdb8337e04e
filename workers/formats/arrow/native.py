"""Arrow IPC by pyarrow. Part of the script that Formatlab exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from native_columns import Columns
from native_forms import Unsupported, package
from native_losses import DICTIONARIES, has_categories


class Arrow(Columns):
    library = "pyarrow"
    clock = ("convert", "allocate")
    chunk_name = "part.{}.arrow"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, fixed_lists=True)
        self.ipc = package("pyarrow.ipc")
        codec = (
            None if inner is None else self.arrow.Codec(inner["id"], inner["level"] if inner["id"] == "zstd" else None)
        )
        self.settings = self.ipc.IpcWriteOptions(compression=codec)
        self.stream = options["container"] == "stream"
        self.batch_rows = int(options["batchRows"])

    def encode(self, value: Any) -> bytes:
        table = self.table(value)
        sink = self.arrow.BufferOutputStream()
        with (self.ipc.new_stream if self.stream else self.ipc.new_file)(
            sink, table.schema, options=self.settings
        ) as writer:
            writer.write_table(table, max_chunksize=self.batch_rows)
        return sink.getvalue()

    def _reader(self, data: bytes, **options: Any) -> Any:
        return (self.ipc.open_stream if self.stream else self.ipc.open_file)(self.arrow.BufferReader(data), **options)

    def decode(self, data: bytes) -> Any:
        return self.natural(self._reader(data).read_all())

    def project(self, data: bytes, column: str) -> Any:
        self.require_table()
        index = next(i for i, c in enumerate(self.schema["columns"]) if c["name"] == column)
        kind = self.schema["columns"][index]
        options = self.ipc.IpcReadOptions(included_fields=[index], use_threads=False)
        return self._column(self._reader(data, options=options).read_all().column(0), kind)

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        if self.stream:
            raise Unsupported("A stream has no index of its batches, so pyarrow can only read it from its start.")
        reader = self._reader(data)
        keys = None if self.key_column is None else reader.read_all().column(self.key_column).to_pylist()
        rows = [reader.get_batch(index).num_rows for index in range(reader.num_record_batches)]
        return self.lookup(rows, reader.get_batch, keys)

    @staticmethod
    def losses(schema: dict) -> list[str]:
        # The script holds a category as the values of its rows, of which pyarrow makes a new dictionary.
        return [DICTIONARIES] if has_categories(schema) else []


FORMATS = {"arrow": Arrow}

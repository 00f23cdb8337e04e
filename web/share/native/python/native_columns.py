"""Columns by pyarrow: Parquet, Arrow IPC and CSV. Part of the script that Formatlab exports."""

from __future__ import annotations

import base64
import bisect
import io
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE, VARIABLE_WIDTH
from native_forms import Unsupported, arrow_type, element_types, is_wide, package, pyarrow, values_schema

KEYED = ("keyedVectors", "dict", "records")


class Columns:
    """The base class of the three formats. It converts a dataset to an Arrow table with the columns of Formatlab's
    files, and back."""

    #: False if the file holds a category as the values that it names.
    dictionaries = True
    #: True if columns of types that numpy lacks are arrays of pyarrow.
    holds_arrow = True

    def __init__(self, schema: dict, fixed_lists: bool):
        if schema["kind"] == "bytes":
            raise Unsupported("A format of typed columns can't hold the bytes of a file.")
        self.arrow = pyarrow()
        self.schema = schema
        self.fixed_lists = fixed_lists

    def type_of(self, kind: str) -> Any:
        pa = self.arrow
        special = {
            "bool": pa.bool_(),
            "date": pa.date32(),
            "timestamp": pa.timestamp("us"),
            "utf8": pa.string(),
            "binary": pa.binary(),
            "json": pa.string(),
        }
        return special[kind] if kind in special else pa.from_numpy_dtype(NUMPY_TYPE[kind])

    def column_type(self, column: dict) -> Any:
        """The type of a column's values. Of a category, that of the values that it names."""
        column = values_schema(column)
        if column["type"] == "timestamp":
            return self.arrow.timestamp(column.get("unit", "us"), column.get("timeZone"))
        if is_wide(column):
            return arrow_type(column)
        return self.type_of(column["type"])

    def _array(self, data: Any, column: dict) -> Any:
        if is_wide(column):
            return data
        listed = isinstance(data, list)
        mask = np.ma.getmaskarray(data) if column["nullable"] and not listed else None
        array = self.arrow.array(data if listed else np.ma.getdata(data), self.column_type(column), mask=mask)
        return array.dictionary_encode() if column["type"] == "category" and self.dictionaries else array

    def _lists(self, matrix: np.ndarray) -> Any:
        pa = self.arrow
        rows, width = matrix.shape
        flat = pa.array(np.ascontiguousarray(matrix).reshape(-1))
        if self.fixed_lists:
            return pa.FixedSizeListArray.from_arrays(flat, width)
        return pa.ListArray.from_arrays(pa.array(np.arange(rows + 1, dtype=np.int32) * width), flat)

    def table(self, value: Any) -> Any:
        pa, schema, kind = self.arrow, self.schema, self.schema["kind"]
        if kind == "keyedVectors":
            matrix = (
                np.array(list(value.values())) if value else np.zeros((0, schema["dimension"]), schema["elementType"])
            )
            return pa.table({"id": pa.array(list(value), pa.string()), "vector": self._lists(matrix)})
        if kind == "array":
            if value.ndim != 1:
                raise Unsupported("This script writes arrays of one dimension as columns.")
            return pa.table({"values": pa.array(value)})
        if kind in ("stringArray", "list"):
            return pa.table(
                {
                    "values": pa.array(
                        value if isinstance(value, list) else value.tolist(),
                        self.type_of(schema.get("elementType", "utf8")),
                    )
                }
            )
        if kind in ("dict", "records"):
            return pa.table(
                {
                    "key": pa.array(list(value), self.type_of(schema.get("keyType", "utf8"))),
                    "value": pa.array(list(value.values()), self.type_of(schema.get("valueType", "utf8"))),
                }
            )
        arrays = [self._array(value[column["name"]], column) for column in schema["columns"]]
        return pa.table(arrays, names=[column["name"] for column in schema["columns"]])

    def _column(self, array: Any, column: dict) -> Any:
        pa = self.arrow
        kind = values_schema(column)["type"]
        if is_wide(column):
            return array
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        if kind in VARIABLE_WIDTH:
            return array.to_pylist()
        storage = {"date": pa.int32(), "timestamp": pa.int64()}.get(kind)
        numbers = array if storage is None else array.cast(self.column_type(column)).cast(storage)
        if not column["nullable"]:
            return numbers.to_numpy()
        mask = numbers.is_null().to_numpy()
        return np.ma.MaskedArray(numbers.fill_null(False if kind == "bool" else 0).to_numpy(), mask=mask)

    def natural(self, table: Any) -> Any:
        schema, kind = self.schema, self.schema["kind"]
        if kind == "keyedVectors":
            flat = table.column("vector").combine_chunks().flatten().to_numpy()
            return dict(zip(table.column("id").to_pylist(), flat.reshape(-1, schema["dimension"]), strict=True))
        if kind == "array":
            return table.column("values").to_numpy()
        if kind in ("stringArray", "list"):
            return table.column("values").to_pylist()
        if kind in ("dict", "records"):
            return dict(zip(table.column("key").to_pylist(), table.column("value").to_pylist(), strict=True))
        return {column["name"]: self._column(table.column(column["name"]), column) for column in schema["columns"]}

    def one(self, table: Any, row: int) -> Any:
        """Returns the item of a look-up: a row of a table, a vector, or a value."""
        if self.schema["kind"] == "keyedVectors":
            return table.column("vector")[row].values.to_numpy()
        if self.schema["kind"] == "table":
            return [column[row].as_py() for column in table.columns]
        return table.column("value")[row].as_py()

    def lookup(self, rows_of: list[int], read: Callable[[int], Any], keys: Any) -> Callable[[Any], Any]:
        """Looks up by row, or by key through an index in memory. `read` returns the row group with the given number;
        nothing else of the file is read."""
        if self.schema["kind"] not in ("table", *KEYED):
            raise Unsupported("Only tables, dictionaries and records can be looked up by row or key.")
        starts = [0, *itertools.accumulate(rows_of)]
        places = None if keys is None else {key: row for row, key in enumerate(keys)}

        def get(key: Any) -> Any:
            row = key if places is None else places[key]
            group = bisect.bisect_right(starts, row) - 1
            return self.one(read(group), row - starts[group])

        return get

    @property
    def key_column(self) -> str | None:
        return {"keyedVectors": "id", "dict": "key", "records": "key"}.get(self.schema["kind"])

    def require_table(self) -> None:
        if self.schema["kind"] != "table":
            raise Unsupported("Only a table has columns to choose from.")


class Parquet(Columns):
    clock = ("convert", "allocate")
    parts = "parquet"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, fixed_lists=False)
        self.parquet = package("pyarrow.parquet")
        encoding = options["encoding"]
        takes = {
            "DELTA_BINARY_PACKED": ("int", "uint", "date", "time", "duration"),
            "BYTE_STREAM_SPLIT": ("int", "uint", "date", "time", "duration", "float"),
            "RLE": ("bool",),
            "DELTA_LENGTH_BYTE_ARRAY": ("utf8", "json", "binary"),
            "DELTA_BYTE_ARRAY": ("utf8", "json", "binary"),
        }
        if encoding not in ("PLAIN", "DICTIONARY", *takes):
            raise Unsupported(f"pyarrow does not write {encoding}.")
        if options.get("bloomFilter"):
            raise Unsupported("This script writes no Bloom filters.")
        if options.get("columns"):
            raise Unsupported("This script does not set columns one by one.")
        if options.get("sortedBy"):
            raise Unsupported("This script declares no order of the rows.")
        leaves = self._leaves()
        chosen = [leaf for leaf, kind in leaves if encoding == "PLAIN" or kind.startswith(takes.get(encoding, ()))]
        if encoding != "DICTIONARY" and not chosen:
            raise Unsupported(f"{encoding} supports none of this dataset's types.")
        codec = None if inner is None else inner["id"]
        self.settings = {
            "compression": "NONE" if codec is None else codec.upper(),
            "compression_level": None if inner is None else inner["level"],
            "row_group_size": options["rowGroupRows"],
            "data_page_version": "2.0" if options.get("pageVersion") == "2" else "1.0",
            "use_dictionary": encoding == "DICTIONARY",
            "column_encoding": None if encoding in ("DICTIONARY", "PLAIN") else dict.fromkeys(chosen, encoding),
        }
        if self.settings["compression"] in ("SNAPPY", "LZ4", "NONE"):
            self.settings["compression_level"] = None
        if "pageKiB" in options:
            self.settings |= {
                "data_page_size": options["pageKiB"] * 1024,
                "max_rows_per_page": options["pageRows"],
                "dictionary_pagesize_limit": options["dictionaryKiB"] * 1024,
                "write_statistics": options["statistics"] != "none",
                "write_page_index": options["statistics"] == "page",
            }

    def _leaves(self) -> list[tuple[str, str]]:
        types = element_types(self.schema)
        kind = self.schema["kind"]
        names = {
            "keyedVectors": ["vector.list.element"],
            "array": ["values"],
            "stringArray": ["values"],
            "list": ["values"],
            "dict": ["key", "value"],
            "records": ["key"],
        }
        return list(
            zip([c["name"] for c in self.schema["columns"]] if kind == "table" else names[kind], types, strict=True)
        )

    def encode(self, value: Any) -> bytes:
        sink = self.arrow.BufferOutputStream()
        self.parquet.write_table(self.table(value), sink, **self.settings)
        return sink.getvalue()

    def _file(self, data: bytes) -> Any:
        return self.parquet.ParquetFile(self.arrow.BufferReader(data))

    def decode(self, data: bytes) -> Any:
        return self.natural(self._file(data).read(use_threads=self.arrow.cpu_count() > 1))

    def project(self, data: bytes, column: str) -> Any:
        self.require_table()
        kind = next(c for c in self.schema["columns"] if c["name"] == column)
        return self._column(self._file(data).read([column], use_threads=False).column(0), kind)

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        file = self._file(data)
        keys = None if self.key_column is None else file.read([self.key_column]).column(0).to_pylist()
        rows = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
        return self.lookup(rows, lambda group: file.read_row_group(group, use_threads=False), keys)


class Arrow(Columns):
    clock = ("convert", "allocate")
    parts = "arrow"

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


class Csv(Columns):
    """Numbers, Booleans, times and texts. All texts are quoted, so that an empty text differs from null. Durations are
    whole numbers of their unit, and bytes are base64."""

    clock = ("convert", "allocate")
    parts = "csv"
    dictionaries = False

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, fixed_lists=False)
        self.csv = package("pyarrow.csv")
        if schema["kind"] == "array":
            raise Unsupported("CSV holds rows and columns, but no arrays.")
        for column in schema.get("columns", []):
            kind = values_schema(column)["type"]
            if kind in ("list", "struct"):
                raise Unsupported(
                    f"A field of CSV holds one value, not many. Column “{column['name'][:100]}” is a {kind}."
                )
            if kind == "json":
                raise Unsupported(
                    f"This script does not write nested values as CSV. Column “{column['name'][:100]}” has them."
                )

    def _array(self, data: Any, column: dict) -> Any:
        kind = values_schema(column)["type"]
        array = super()._array(data, column)
        if kind not in ("binary", "fixedBinary"):
            return array
        texts = [None if value is None else base64.b64encode(value).decode() for value in array.to_pylist()]
        return self.arrow.array(texts, self.arrow.string())

    def _read_type(self, column: dict) -> Any:
        """The type that pyarrow reads: it has no reader of float16 and of decimals of more than 38 digits."""
        column = values_schema(column)
        kind = column["type"]
        if kind in ("binary", "fixedBinary") or (kind == "decimal" and column["precision"] > 38):
            return self.arrow.string()
        return self.arrow.float32() if kind == "float16" else self.column_type(column)

    def _column(self, array: Any, column: dict) -> Any:
        named = values_schema(column)
        kind = named["type"]
        if kind in ("binary", "fixedBinary"):
            rows = [None if text is None else base64.b64decode(text, validate=True) for text in array.to_pylist()]
            return rows if kind == "binary" else self.arrow.array(rows, self.arrow.binary(named["width"]))
        return super()._column(array.cast(self.column_type(column)) if is_wide(column) else array, column)

    def _wide(self, value: Any) -> Any:
        table = self.table(value)
        if self.schema["kind"] != "keyedVectors":
            return table
        matrix = np.array(list(value.values())).reshape(-1, self.schema["dimension"])
        return self.arrow.table(
            {
                "id": table.column("id"),
                **{str(index): np.ascontiguousarray(matrix[:, index]) for index in range(matrix.shape[1])},
            }
        )

    def encode(self, value: Any) -> bytes:
        sink = self.arrow.BufferOutputStream()
        self.csv.write_csv(self._wide(value), sink)
        return sink.getvalue()

    def _read(self, data: bytes, columns: list[str] | None = None) -> Any:
        types = {"values": "elementType", "key": "keyType", "value": "valueType"}
        known = {name: self.type_of(self.schema.get(of, "utf8")) for name, of in types.items()}
        if self.schema["kind"] == "table":
            known = {c["name"]: self._read_type(c) for c in self.schema["columns"]}
        elif self.schema["kind"] == "keyedVectors":
            known = {
                "id": self.arrow.string(),
                **dict.fromkeys(map(str, range(self.schema["dimension"])), self.type_of(self.schema["elementType"])),
            }
        convert = self.csv.ConvertOptions(
            column_types=known,
            include_columns=columns,
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        )
        parse = self.csv.ParseOptions(newlines_in_values=True)
        read = self.csv.ReadOptions(use_threads=self.arrow.cpu_count() > 1, block_size=1 << 26)
        return self.csv.read_csv(io.BytesIO(data), read_options=read, parse_options=parse, convert_options=convert)

    def decode(self, data: bytes) -> Any:
        table = self._read(data)
        if self.schema["kind"] != "keyedVectors":
            return self.natural(table)
        matrix = np.stack([table.column(str(index)).to_numpy() for index in range(self.schema["dimension"])], axis=1)
        return dict(zip(table.column("id").to_pylist(), matrix, strict=True))

    def project(self, data: bytes, column: str) -> Any:
        self.require_table()
        kind = next(c for c in self.schema["columns"] if c["name"] == column)
        return self._column(self._read(data, [column]).column(0), kind)

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        raise Unsupported("A text file has no index of its rows. To find a row, all rows before it must be read.")

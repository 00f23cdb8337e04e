"""Parquet by pyarrow. Part of the script that Formatlab exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from native_columns import Columns
from native_forms import Unsupported, element_types, package
from native_losses import DICTIONARIES, has_categories, has_seconds

SECONDS = (
    "The unit of seconds, which Parquet lacks: such columns are stored in milliseconds. Their type changes for other"
    " readers, such as pyarrow; their values are kept."
)


class Parquet(Columns):
    library = "pyarrow"
    clock = ("convert", "allocate")
    chunk_name = "part.{}.parquet"

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

    @staticmethod
    def losses(schema: dict) -> list[str]:
        # The script holds a category as the values of its rows, of which pyarrow makes a new dictionary.
        return [*([DICTIONARIES] if has_categories(schema) else []), *([SECONDS] if has_seconds(schema) else [])]


FORMATS = {"parquet": Parquet}

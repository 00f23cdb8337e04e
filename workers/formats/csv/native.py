"""CSV by pyarrow. Part of the script that Formatlab exports."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import numpy as np

from native_columns import Columns
from native_forms import Unsupported, is_wide, package, values_schema
from native_losses import CATEGORIES, NAN_PAYLOADS, has_categories, has_floats

TYPES = "The types: every value is text, so the reader must know its type."


class Csv(Columns):
    """Numbers, Booleans, times and texts. All texts are quoted, so that an empty text differs from null. Durations are
    whole numbers of their unit, and bytes are base64."""

    library = "pyarrow"
    clock = ("convert", "allocate")
    chunk_name = "part.{}.csv"
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

    @staticmethod
    def losses(schema: dict) -> list[str]:
        return [
            TYPES,
            *([NAN_PAYLOADS] if has_floats(schema) else []),
            *([CATEGORIES] if has_categories(schema) else []),
        ]


FORMATS = {"csv": Csv}

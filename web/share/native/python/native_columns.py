"""Columns by pyarrow, for Parquet, Arrow IPC and CSV. Part of the script that Formatlab exports."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE, VARIABLE_WIDTH
from native_adapter import Adapter
from native_forms import Unsupported, arrow_type, is_wide, pyarrow, values_schema

KEYED = ("keyedVectors", "dict", "records")


class Columns(Adapter):
    """The base class of the three formats. It converts a dataset to an Arrow table with the columns of Formatlab's
    files, and back."""

    #: False if the file holds a category as the values that it names.
    dictionaries = True
    #: True if columns of types that numpy lacks are arrays of pyarrow.
    holds_arrow = True

    def __init__(self, schema: dict, fixed_lists: bool):
        if schema["kind"] == "bytes":
            raise Unsupported("A format of typed columns can't hold the bytes of a file.")
        super().__init__(schema, {}, None)
        self.arrow = pyarrow()
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

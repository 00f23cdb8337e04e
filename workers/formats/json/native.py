"""JSON by Python's json module. Part of the script that Formatlab exports."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from native_adapter import Whole
from native_forms import Unsupported, parts_of, require_objects
from native_losses import CATEGORIES, NOT_FINITE, has_categories, has_floats
from native_plain import column_of, plain_rows, require_one_name_each

TYPES = "The types beyond number, text and Boolean: the reader must know them."


class Json(Whole):
    """JSON by Python's json module, without white space."""

    library = "CPython json"
    clock = ("convert", "allocate")
    holds_objects = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        kind = schema["kind"]
        if kind in ("bytes", "records"):
            raise Unsupported(
                "JSON can't hold the bytes of a file, and Python's json module would write a record's JSON as a quoted string."
            )
        require_objects(schema)
        require_one_name_each(schema, "A JSON object")
        for column in schema.get("columns", []):
            if any(part["type"] == "json" for part in parts_of(column)):
                raise Unsupported(
                    f"Python's json module would write nested values as quoted texts, or change their numbers. Column “{column['name'][:100]}” has nested values."
                )
        self.layout = options["layout"]
        if self.layout != "columns" and kind in ("array", "stringArray", "list"):
            raise Unsupported("Data without column names can't be written as records, only as one list.")

    def _columns(self, value: dict) -> dict:
        return {column["name"]: plain_rows(value[column["name"]], column) for column in self.schema["columns"]}

    def _records(self, value: dict) -> list[dict]:
        if self.schema["kind"] == "table":
            return [dict(zip(value, row, strict=True)) for row in zip(*self._columns(value).values(), strict=True)]
        name = "id" if self.schema["kind"] == "keyedVectors" else "key"
        held = "vector" if name == "id" else "value"
        return [{name: key, held: plain_rows(one)} for key, one in value.items()]

    def encode(self, value: Any) -> bytes:
        def text(of: Any) -> str:
            try:
                return json.dumps(of, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
            except ValueError as error:
                raise Unsupported(f"JSON has neither NaN nor infinities ({error}).") from error

        if self.layout == "lines":
            return "".join(f"{text(record)}\n" for record in self._records(value)).encode()
        if self.layout == "records":
            return text(self._records(value)).encode()
        if self.schema["kind"] == "table":
            return text(self._columns(value)).encode()
        return text(
            {key: plain_rows(one) for key, one in value.items()} if isinstance(value, dict) else plain_rows(value)
        ).encode()

    def decode(self, data: bytes) -> Any:
        kind, schema = self.schema["kind"], self.schema
        found: Any = (
            [json.loads(line) for line in bytes(data).splitlines()]
            if self.layout == "lines"
            else json.loads(bytes(data))
        )
        if self.layout != "columns":
            if kind == "table":
                found = {column["name"]: [record[column["name"]] for record in found] for column in schema["columns"]}
            else:
                key, held = ("id", "vector") if kind == "keyedVectors" else ("key", "value")
                found = {record[key]: record[held] for record in found}
        if kind == "table":
            return {column["name"]: column_of(found[column["name"]], column) for column in schema["columns"]}
        if kind == "keyedVectors":
            return {key: np.array(vector, schema["elementType"]) for key, vector in found.items()}
        if kind == "array":
            return np.array(found, schema["elementType"])
        if kind == "dict" and schema["keyType"] == "int64":
            return {int(key): value for key, value in found.items()}
        return found

    @staticmethod
    def losses(schema: dict) -> list[str]:
        return [
            TYPES,
            *([NOT_FINITE] if schema.get("columns") and has_floats(schema) else []),
            *([CATEGORIES] if has_categories(schema) else []),
        ]


FORMATS = {"json": Json}

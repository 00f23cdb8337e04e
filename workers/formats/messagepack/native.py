"""MessagePack by msgpack. Part of the script that Formatlab exports."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

from native_adapter import Whole
from native_forms import Unsupported, package, parts_of, require_objects, values_schema
from native_losses import CATEGORIES, NAN_PAYLOADS, has_categories, has_floats, has_zones
from native_plain import column_of, plain_rows, require_one_name_each

TYPES = "The types beyond numbers, texts, bytes, Booleans and instants: the reader must know them."
ZONE_NAMES = "The names of time zones: instants are in UTC."


class MessagePack(Whole):
    """MessagePack by msgpack. Instants have MessagePack's timestamp type, and float16 becomes float32."""

    library = "msgpack"
    clock = ("convert", "allocate")
    holds_objects = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        self.msgpack = package("msgpack")
        if schema["kind"] == "bytes":
            raise Unsupported("This script does not write the bytes of a file as MessagePack.")
        require_objects(schema)
        require_one_name_each(schema, "A map")
        columns = schema.get("columns", [])
        held = map(values_schema, columns)
        self.instants = {column["name"]: column.get("unit", "us") for column in held if "timeZone" in column}
        #: msgpack reads all instants in one way. Its own Timestamp has nanoseconds.
        self.timestamps = 0 if "ns" in self.instants.values() else 3
        self.short_floats = {column["name"] for column in columns if self._has_short_floats(column)}

    def _has_short_floats(self, column: dict) -> bool:
        floats = {part["type"] for part in parts_of(column) if part["type"].startswith("float")}
        if "float64" in floats and len(floats) > 1:
            raise Unsupported(
                f"msgpack writes all floats of one value in one width. Column “{column['name'][:100]}” has float64 beside shorter ones."
            )
        return bool(floats - {"float64"})

    def _instants(self, values: np.ndarray, name: str) -> list:
        data, absent = np.ma.getdata(values), np.ma.getmaskarray(values).tolist()
        if self.timestamps == 0:
            step = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[self.instants[name]]
            make = self.msgpack.Timestamp.from_unix_nano
            ticks = zip(data.view(np.int64).tolist(), absent, strict=True)
            return [None if is_absent else make(tick * step) for tick, is_absent in ticks]
        utc = datetime.timezone.utc
        moments = [None if is_absent else moment for moment, is_absent in zip(data.tolist(), absent, strict=True)]
        if any(isinstance(moment, int) for moment in moments):
            raise Unsupported(f"Python's datetime does not hold all instants of column “{name[:100]}”.")
        return [None if moment is None else moment.replace(tzinfo=utc) for moment in moments]

    def _rows(self, values: Any, column: dict) -> list:
        name = column["name"]
        return self._instants(values, name) if name in self.instants else plain_rows(values, column, True)

    def encode(self, value: Any) -> bytes:
        if self.schema["kind"] == "keyedVectors":
            value = {key: plain_rows(one) for key, one in value.items()}
        if self.schema["kind"] != "table":
            return self.msgpack.packb(value.tolist() if isinstance(value, np.ndarray) else value, datetime=True)
        packers = [self.msgpack.Packer(datetime=True, use_single_float=is_short) for is_short in (False, True)]
        parts = [packers[0].pack_map_header(len(self.schema["columns"]))]
        for column in self.schema["columns"]:
            name = column["name"]
            parts += [packers[0].pack(name), packers[name in self.short_floats].pack(self._rows(value[name], column))]
        return b"".join(parts)

    def _column(self, rows: list, column: dict) -> Any:
        name = column["name"]
        if name not in self.instants:
            return column_of(rows, column, True)
        if self.timestamps == 0:
            step = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[self.instants[name]]
            ticks = [None if moment is None else moment.to_unix_nano() // step for moment in rows]
            return column_of(ticks, {**values_schema(column), "type": "int64"}).astype(f"M8[{self.instants[name]}]")
        return column_of([None if moment is None else moment.replace(tzinfo=None) for moment in rows], column, True)

    def decode(self, data: bytes) -> Any:
        found = self.msgpack.unpackb(data, strict_map_key=False, timestamp=self.timestamps)
        if self.schema["kind"] == "keyedVectors":
            return {key: np.array(vector, self.schema["elementType"]) for key, vector in found.items()}
        if self.schema["kind"] == "table":
            return {column["name"]: self._column(found[column["name"]], column) for column in self.schema["columns"]}
        return (
            np.array(found, self.schema["elementType"]).reshape(self.schema["shape"])
            if self.schema["kind"] == "array"
            else found
        )

    @staticmethod
    def losses(schema: dict) -> list[str]:
        columns = schema.get("columns")
        return [
            *([TYPES] if columns else []),
            *([NAN_PAYLOADS] if columns and has_floats(schema) else []),
            *([ZONE_NAMES] if has_zones(schema) else []),
            *([CATEGORIES] if has_categories(schema) else []),
        ]


FORMATS = {"messagepack": MessagePack}

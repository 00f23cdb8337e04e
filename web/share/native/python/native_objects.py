"""Pickle, numpy's files, JSON, MessagePack, the destination-specific format and the uncompressed copy. Part of the
script that Formatlab exports."""

from __future__ import annotations

import datetime
import io
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

import destination_format
from formatlab_data import from_canonical, to_canonical
from native_forms import Unsupported, dataset_of, natural, package, parts_of, require_objects, values_schema
from native_plain import column_of, plain_rows, require_one_name_each


class Whole:
    """A format whose files are always read completely, without access to single columns or entries."""

    clock: tuple[str, ...] = ("allocate",)
    parts: str | None = None

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        self.schema = schema
        self.options = options

    def project(self, data: bytes, column: str) -> Any:
        raise Unsupported("The file is always read completely, so single columns can't be read.")

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        raise Unsupported("The file is always read completely, so single entries can't be looked up.")


class Raw(Whole):
    """The canonical form: the data as in memory, preceded by one line of JSON."""

    clock = ("convert", "allocate")

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if any(column["type"] == "category" for column in schema.get("columns", [])):
            raise Unsupported(
                "The uncompressed form lists all categories. This script holds only the values of a category, without that list."
            )

    def encode(self, value: Any) -> bytes:
        return to_canonical(dataset_of(value, self.schema))

    def decode(self, data: bytes) -> Any:
        return natural(from_canonical(data))


class Pickle(Whole):
    #: Columns of types that numpy lacks are lists of Python's own objects.
    holds_objects = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        require_objects(schema)
        self.protocol = int(options["protocol"])
        major = "2" if int(np.__version__.split(".")[0]) >= 2 else "1"
        if schema["kind"] in ("keyedVectors", "array", "stringArray", "table") and options["numpy"] != major:
            raise Unsupported(
                f"The pickle refers to internal modules of another numpy version than {np.__version__}, which is installed here."
            )

    def encode(self, value: Any) -> bytes:
        return pickle.dumps(value, self.protocol)

    def decode(self, data: bytes) -> Any:
        return pickle.loads(data)


class Npy(Whole):
    parts = "npy"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] not in ("array", "stringArray"):
            raise Unsupported("An .npy file holds exactly one array.")

    def encode(self, value: Any) -> bytes:
        sink = io.BytesIO()
        np.save(sink, value, allow_pickle=False)
        return sink.getvalue()

    def decode(self, data: bytes) -> Any:
        return np.load(io.BytesIO(data), allow_pickle=False)


class Npz(Whole):
    clock = ("convert", "allocate")

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] not in ("dict", "keyedVectors"):
            raise Unsupported("This script writes numpy archives only for dictionaries and vectors by id.")
        self.save = np.savez_compressed if options["members"] == "deflated" else np.savez

    def encode(self, value: Any) -> bytes:
        sink = io.BytesIO()
        if self.schema["kind"] == "dict":
            kinds = [self.schema[of].replace("utf8", "str") for of in ("keyType", "valueType")]
            self.save(sink, keys=np.array(list(value), kinds[0]), values=np.array(list(value.values()), kinds[1]))
        else:
            self.save(
                sink,
                ids=np.array(list(value), str),
                vectors=np.array(list(value.values()), self.schema["elementType"]).reshape(
                    -1, self.schema["dimension"]
                ),
            )
        return sink.getvalue()

    def decode(self, data: bytes) -> Any:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            if self.schema["kind"] == "dict":
                return dict(zip(archive["keys"].tolist(), archive["values"].tolist(), strict=True))
            return dict(zip(archive["ids"].tolist(), archive["vectors"], strict=True))


class Json(Whole):
    """JSON by Python's json module, without white space."""

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


class MessagePack(Whole):
    """MessagePack by msgpack. Instants have MessagePack's timestamp type, and float16 becomes float32."""

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


class Destination(Whole):
    """The format of source 001 for Python, by Formatlab's reader and writer in Python. An array read from it is a view
    of the file."""

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if options["destination"] != "Python":
            raise Unsupported("Only Julia reads the layout for Julia, not Python.")
        if schema["kind"] not in ("array", "stringArray", "list", "dict") or (
            schema["kind"] == "array"
            and (len(schema["shape"]) != 1 or schema["elementType"] not in ("int64", "float64"))
        ):
            raise Unsupported("The format supports only arrays, lists and dictionaries of int64, float64 and texts.")

    def encode(self, value: Any) -> bytes:
        return destination_format.encode(
            value, "Python", self.schema.get("keyType"), self.schema.get("elementType") or self.schema.get("valueType")
        )

    def decode(self, data: bytes) -> Any:
        return destination_format.decode(data)

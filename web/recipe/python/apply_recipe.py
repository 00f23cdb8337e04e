"""The recipe: read, checked, and fitted to the schema of a file."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pyarrow as pa

ENCODINGS = (
    "PLAIN",
    "DICTIONARY",
    "DELTA_BINARY_PACKED",
    "DELTA_LENGTH_BYTE_ARRAY",
    "DELTA_BYTE_ARRAY",
    "BYTE_STREAM_SPLIT",
)
CODECS = ("snappy", "gzip", "lz4", "zstd", "brotli")


class Unfit(Exception):
    """The recipe does not fit a file. The message says why."""


class Refused(Exception):
    """The run can't begin, or a file can't be written. The message says why and what to do."""


def load_recipe(text: str) -> dict[str, Any]:
    """The recipe of a JSON text. Raises Refused if it is none that this script can apply."""
    try:
        recipe = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"The recipe is not valid JSON: {error}") from None
    check_recipe(recipe)
    return recipe


def check_recipe(recipe: Any) -> None:
    try:
        if (recipe["kind"], recipe["version"]) != ("formatlab.recipe", 1):
            raise Refused("The recipe has another version. Take the script from the page that wrote the recipe.")
        writes = recipe["writes"]
        if "columns" not in writes:
            return
        layout = writes["layout"]
        sizes = [layout[key] for key in ("rowGroupRows", "pageKiB", "pageRows", "dictionaryKiB")]
        valid = (
            all(isinstance(size, int) and 0 < size < 2**31 for size in sizes)
            and writes["pageVersion"] in ("1", "2")
            and writes["statistics"] in ("none", "columnChunk", "page")
            and isinstance(writes["bloomFilter"], bool)
            and all(isinstance(key["column"], str) and isinstance(key["descending"], bool) for key in writes["order"])
            and len({column["name"] for column in writes["columns"]}) == len(writes["columns"])
            and all(is_column(column) for column in writes["columns"])
        )
    except (KeyError, TypeError, IndexError) as error:
        raise Refused(f"The recipe is not as expected: {error!r:.200}") from None
    if not valid:
        raise Refused("The recipe has a setting that does not exist. Export it again from the page.")
    alp = [column["name"] for column in writes["columns"] if "ALP" in encodings_of(column)]
    if alp:
        raise Refused(f"pyarrow can't write the encoding ALP of the column {alp[0]!r:.80}. Choose another on the page.")


def columns_of(recipe: dict[str, Any]) -> list[dict[str, Any]]:
    """The columns of a recipe of Parquet. Others tell none: they fit every table that their format holds."""
    columns: list[dict[str, Any]] = recipe["writes"].get("columns", [])
    return columns


def encodings_of(column: dict[str, Any]) -> list[str]:
    return [column["encoding"], *(part["encoding"] for part in column.get("parts", []))]


def is_column(column: dict[str, Any]) -> bool:
    settings = [column, *column.get("parts", [])]
    return (
        isinstance(column["name"], str)
        and isinstance(column["type"], str)
        and (column["narrowing"] is None or isinstance(column["narrowing"]["to"], str))
        and all(isinstance(part["path"], str) for part in settings[1:])
        and all(each["encoding"] in (*ENCODINGS, "ALP") for each in settings)
        and all(each["codec"] is None or is_codec(each["codec"]) for each in settings)
    )


def is_codec(codec: dict[str, Any]) -> bool:
    return codec["id"] in CODECS and (codec["level"] is None or isinstance(codec["level"], int))


def recipe_hash(recipe: dict[str, Any], order: str) -> str:
    """What decides the bytes of the files: a run that goes on keeps the files of the same hash."""
    text = json.dumps([recipe["writes"], order], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def is_text(data_type: pa.DataType) -> bool:
    return pa.types.is_string(data_type) or pa.types.is_large_string(data_type) or pa.types.is_string_view(data_type)


def is_list(data_type: pa.DataType) -> bool:
    return pa.types.is_list(data_type) or pa.types.is_large_list(data_type) or pa.types.is_fixed_size_list(data_type)


def plain_type(data_type: pa.DataType) -> pa.DataType:
    """The type of the values: not of a dictionary's numbers, or of an extension."""
    if pa.types.is_dictionary(data_type):
        return plain_type(data_type.value_type)
    return plain_type(data_type.storage_type) if isinstance(data_type, pa.BaseExtensionType) else data_type


def family_of_type(data_type: pa.DataType) -> str:
    """What a column holds, whatever its width: files of one table differ in that by the program that wrote them."""
    own, types = plain_type(data_type), pa.types
    families = (
        ("bool", types.is_boolean),
        ("integer", types.is_integer),
        ("float", types.is_floating),
        ("decimal", types.is_decimal),
        ("text", is_text),
        ("date", types.is_date),
        ("timestamp", types.is_timestamp),
        ("time", types.is_time),
        ("duration", types.is_duration),
        ("struct", types.is_struct),
        ("list", lambda each: is_list(each) or types.is_map(each)),
    )
    return next((name for name, is_family in families if is_family(own)), "bytes")


def family_of_text(type_text: str) -> str:
    """The family of a type as the page writes it: `timestamp (ns, UTC)`, `category of utf8`, `list of int32`."""
    word = type_text.split(" ")[0].split("(")[0]
    if word in ("category", "ordered"):
        return family_of_text(type_text.split(" of ", 1)[-1])
    if word.startswith(("int", "uint")):
        return "integer"
    if word.startswith("float"):
        return "float"
    return {"utf8": "text", "json": "text", "binary": "bytes"}.get(word, word)


def misfits(recipe: dict[str, Any], schema: pa.Schema) -> list[str]:
    """Why the recipe does not fit a schema, one sentence for each reason. Empty if it does."""
    columns = {column["name"]: column for column in columns_of(recipe)}
    names = schema.names
    found: list[str] = []
    if not columns:
        return found
    if len(set(names)) < len(names):
        found.append("It has two columns of the same name.")
    missing = [name for name in columns if name not in names]
    more = [name for name in names if name not in columns]
    if missing:
        found.append(f"It has no column {listed(missing)}.")
    if more:
        found.append(f"It also has the column {listed(more)}.")
    for field in schema:
        column = columns.get(field.name)
        if column is None or pa.types.is_null(field.type):
            continue
        wanted, own = family_of_text(column["type"]), family_of_type(field.type)
        # CSV and JSON texts may state dates as texts, which the page read as such.
        if wanted != own:
            found.append(f"The column {field.name!r:.80} holds {own} ({field.type!s:.80}), not {wanted}.")
    found += [
        f"It has no column {key['column']!r:.80} to sort by."
        for key in recipe["writes"]["order"]
        if key["column"] not in columns
    ]
    return found


def listed(names: list[str]) -> str:
    shown = ", ".join(f"{name!r:.80}" for name in names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


def narrow_type(data_type: pa.DataType, narrowing: dict[str, Any] | None) -> pa.DataType:
    """The type in which a column is written: its own if the file has one that is as narrow already."""
    if narrowing is None:
        return data_type
    to, own = narrowing["to"], plain_type(data_type)
    if to == "list" and is_list(own):
        item = own.value_field.with_type(narrow_type(own.value_type, narrowing["item"]))
        if pa.types.is_fixed_size_list(own):
            return pa.list_(item, own.list_size)
        return pa.large_list(item) if pa.types.is_large_list(own) else pa.list_(item)
    if to == "struct" and pa.types.is_struct(own):
        wanted = {field["name"]: field["narrowing"] for field in narrowing["fields"]}
        return pa.struct([each.with_type(narrow_type(each.type, wanted.get(each.name))) for each in own.fields])
    if narrowing.get("from") == "text":
        return text_type(narrowing) if is_text(own) else data_type
    if to == "float32":
        return pa.float32() if pa.types.is_float64(own) else data_type
    if to == "timestamp":
        finer = {"ms": ("us", "ns"), "us": ("ns",)}[narrowing["unit"]]
        is_finer = pa.types.is_timestamp(own) and own.unit in finer
        return pa.timestamp(narrowing["unit"], tz=own.tz) if is_finer else data_type
    return getattr(pa, to)() if pa.types.is_int64(own) or pa.types.is_uint64(own) else data_type


def text_type(narrowing: dict[str, Any]) -> pa.DataType:
    to = narrowing["to"]
    if to == "timestamp":
        unit = {0: "ms", 3: "ms", 6: "us", 9: "ns"}[narrowing["digits"]]
        return pa.timestamp(unit, tz="UTC" if narrowing["isUtc"] else None)
    return {"int32": pa.int32(), "int64": pa.int64(), "date": pa.date32()}[to]


def narrow_schema(recipe: dict[str, Any], schema: pa.Schema) -> pa.Schema:
    """The schema that is written, with the metadata of the file."""
    narrowings = {column["name"]: column["narrowing"] for column in columns_of(recipe)}
    fields = [field.with_type(narrow_type(field.type, narrowings.get(field.name))) for field in schema]
    return pa.schema(fields, metadata=schema.metadata)


def leaf_paths(field: pa.Field) -> list[tuple[str, pa.DataType]]:
    """The columns that Parquet stores of a field, by their paths as pyarrow writes them, with their types."""

    def below(path: str, data_type: pa.DataType) -> list[tuple[str, pa.DataType]]:
        own = plain_type(data_type)
        if is_list(own):
            return below(f"{path}.list.element", own.value_type)
        if pa.types.is_map(own):
            ends = (("key", own.key_type), ("value", own.item_type))
            return [leaf for name, each in ends for leaf in below(f"{path}.key_value.{name}", each)]
        if pa.types.is_struct(own):
            return [leaf for each in own.fields for leaf in below(f"{path}.{each.name}", each.type)]
        return [(path, own)]

    return below(field.name, field.type)

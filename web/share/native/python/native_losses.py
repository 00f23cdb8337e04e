"""What the script's own writers do not keep of a dataset. Part of the script that Formatlab exports."""

from __future__ import annotations

import numpy as np

from formatlab_data import Column, Dataset
from native_forms import comparable, parts_of, same, values_schema

TYPES_OF_CSV = "The types: every value is text, so the reader must know its type."
TYPES_OF_JSON = "The types beyond number, text and Boolean: the reader must know them."
TYPES_OF_MESSAGEPACK = "The types beyond numbers, texts, bytes, Booleans and instants: the reader must know them."
NAN_PAYLOADS = "The payload bits of NaN."
CATEGORIES = (
    "The order of categories, and categories that no row has: each row holds the text or number of its category."
)
DICTIONARIES = "The order of the categories, and categories that no row has."
SECONDS = (
    "The unit of seconds, which Parquet lacks: such columns are stored in milliseconds. Their type changes for other"
    " readers, such as pyarrow; their values are kept."
)
ZONE_NAMES = "The names of time zones: instants become numpy’s datetime64 in UTC."
ZONES = "The time zones of instants: the times are written in UTC, without an offset."
PYTHON_OBJECTS = (
    "Precision and unit of decimals and times of day, and the widths of numbers inside lists and structs: Python’s"
    " objects have none, so the reader must know them."
)
TRAILING_NULS = "NUL characters at the end of a text: numpy can’t distinguish them from padding."


def losses_of(format_id: str, schema: dict) -> list[str]:
    """The losses of a format as this script writes it, in the page's wording where the page's writers lose the same.
    Empty for molecules, whose losses the plan brings."""
    columns = schema.get("columns", [])
    has_categories = any(column["type"] == "category" for column in columns)
    parts = [part for column in columns for part in parts_of(column)]
    has_zones = any("timeZone" in part for part in parts)
    has_seconds = any(part["type"] in ("timestamp", "time") and part.get("unit") == "s" for part in parts)
    has_numpy_texts = schema["kind"] == "stringArray" or (
        format_id == "npz"
        and (schema["kind"] == "keyedVectors" or "utf8" in (schema.get("keyType"), schema.get("valueType")))
    )
    losses: dict[str, list[tuple[bool, str]]] = {
        "csv": [(True, TYPES_OF_CSV), (_has_floats(schema), NAN_PAYLOADS), (has_categories, CATEGORIES)],
        "json": [(True, TYPES_OF_JSON), (has_zones, ZONES), (has_categories, CATEGORIES)],
        "messagepack": [
            (bool(columns), TYPES_OF_MESSAGEPACK),
            (has_zones, "The names of time zones: instants are in UTC."),
            (has_categories, CATEGORIES),
        ],
        "pickle": [
            (any(column["type"] in ("decimal", "time", "list", "struct") for column in columns), PYTHON_OBJECTS),
            (has_numpy_texts, TRAILING_NULS),
            (has_zones, ZONE_NAMES),
            (has_categories, CATEGORIES),
        ],
        "npy": [(has_numpy_texts, TRAILING_NULS)],
        "npz": [(has_numpy_texts, TRAILING_NULS)],
        # The script holds a category as the values of its rows, of which pyarrow makes a new dictionary.
        "parquet": [(has_categories, DICTIONARIES), (has_seconds, SECONDS)],
        "arrow": [(has_categories, DICTIONARIES)],
    }
    return [sentence for applies, sentence in losses.get(format_id, []) if applies]


def _has_floats(schema: dict) -> bool:
    kinds = [schema.get("elementType"), schema.get("valueType")]
    kinds += [values_schema(column)["type"] for column in schema.get("columns", [])]
    return any(kind is not None and kind.startswith("float") for kind in kinds)


def changed_values(found: Dataset, expected: Dataset, losses: list[str]) -> int | None:
    """The number of values that a declared loss changed: of NaNs with other bits. None if other values differ, too."""
    if same(found, expected):
        return 0
    if NAN_PAYLOADS not in losses or expected.kind != "table" or found.schema() != expected.schema():
        return None
    changed = 0
    columns = []
    for left, right in zip(comparable(found).columns, comparable(expected).columns, strict=True):
        columns.append(left)
        if not right.type.startswith("float") or left.type != right.type or len(left.values) != len(right.values):
            continue
        bits = [
            np.ascontiguousarray(values).view(f"u{values.dtype.itemsize}") for values in (left.values, right.values)
        ]
        other = np.isnan(left.values) & np.isnan(right.values) & (bits[0] != bits[1])
        changed += int(other.sum())
        columns[-1] = Column(left.name, left.type, left.validity, np.where(other, right.values, left.values))
    return changed if same(Dataset("table", found.item_count, columns=columns), expected) else None

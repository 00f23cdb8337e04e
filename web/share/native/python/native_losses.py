"""What the script's own writers do not keep of a dataset. Part of the script that Formatlab exports."""

from __future__ import annotations

import numpy as np

from formatlab_data import Column, Dataset
from native_forms import comparable, parts_of, same

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
NOT_FINITE = "NaN and infinities, for which JSON has no numbers: they become null."
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
        "json": [
            (True, TYPES_OF_JSON),
            (bool(columns) and _has_floats(schema), NOT_FINITE),
            (has_categories, CATEGORIES),
        ],
        "messagepack": [
            (bool(columns), TYPES_OF_MESSAGEPACK),
            (bool(columns) and _has_floats(schema), NAN_PAYLOADS),
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
    kinds += [part["type"] for column in schema.get("columns", []) for part in parts_of(column)]
    return any(kind is not None and kind.startswith("float") for kind in kinds)


def changed_values(found: Dataset, expected: Dataset, losses: list[str]) -> int | None:
    """The number of values that a declared loss changed: of NaNs with other bits, and of NaNs and infinities that
    became null. None if other values differ, too."""
    if same(found, expected):
        return 0
    if expected.kind != "table" or found.schema() != expected.schema():
        return None
    pairs = list(zip(comparable(found).columns, comparable(expected).columns, strict=True))
    if NOT_FINITE in losses:
        kept = [_only_finite(right) for _, right in pairs]
        wanted = Dataset("table", expected.item_count, columns=[column for column, _ in kept])
        return sum(changed for _, changed in kept) if same(found, wanted) else None
    if NAN_PAYLOADS not in losses:
        return None
    with_bits = [_with_nans_of(left, right) for left, right in pairs]
    table = Dataset("table", found.item_count, columns=[column for column, _ in with_bits])
    return sum(changed for _, changed in with_bits) if same(table, expected) else None


def _floats(column: Column) -> np.ndarray:
    return column.values.view(np.float16) if column.type == "float16" else column.values


def _bits(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values).view(f"u{values.dtype.itemsize}")


def _only_finite(column: Column) -> tuple[Column, int]:
    """A column of floats with null in place of NaN and infinities, or with NaN if it has no nulls, and the number of
    values that differ."""
    if not column.type.startswith("float"):
        return column, 0
    floats = _floats(column)
    there = np.ones(len(floats), bool) if column.validity is None else column.validity
    lost = there & ~np.isfinite(floats)
    if column.validity is None:
        kept = _bits(np.where(lost, np.array(np.nan, floats.dtype), floats))
        changed = int((kept != _bits(floats)).sum())
        return Column(column.name, column.type, None, kept.view(column.values.dtype)), changed
    values = _bits(floats).copy()
    values[lost] = 0
    kept_column = Column(column.name, column.type, there & ~lost, values.view(column.values.dtype))
    return kept_column, int(lost.sum())


def _with_nans_of(found: Column, expected: Column) -> tuple[Column, int]:
    """The column found, with the bits of the expected NaNs where it has others, and the number of these."""
    if found.schema() != expected.schema():
        return found, 0
    inner = [_with_nans_of(left, right) for left, right in zip(found.parts, expected.parts, strict=True)]
    changed = sum(count for _, count in inner)
    values = found.values
    if found.type.startswith("float") and len(values) == len(expected.values):
        left, right = _floats(found), _floats(expected)
        other = np.isnan(left) & np.isnan(right) & (_bits(left) != _bits(right))
        changed += int(other.sum())
        values = np.where(other, _bits(right), _bits(left)).view(values.dtype)
    parts = [part for part, _ in inner]
    return Column(found.name, found.type, found.validity, values, found.parameters, parts), changed

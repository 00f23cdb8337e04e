"""What the script's own writers do not keep of a dataset, as far as several of them lose the same. Part of the script that Formatlab exports."""

from __future__ import annotations

import numpy as np

from formatlab_data import Column, Dataset
from native_forms import comparable, parts_of, same

NAN_PAYLOADS = "The payload bits of NaN."
CATEGORIES = (
    "The order of categories, and categories that no row has: each row holds the text or number of its category."
)
DICTIONARIES = "The order of the categories, and categories that no row has."
NOT_FINITE = "NaN and infinities, for which JSON has no numbers: they become null."
TRAILING_NULLS = "NUL characters at the end of a text: numpy can’t distinguish them from padding."


def has_categories(schema: dict) -> bool:
    return any(column["type"] == "category" for column in schema.get("columns", []))


def has_zones(schema: dict) -> bool:
    return any("timeZone" in part for part in _parts(schema))


def has_seconds(schema: dict) -> bool:
    return any(part["type"] in ("timestamp", "time") and part.get("unit") == "s" for part in _parts(schema))


def has_floats(schema: dict) -> bool:
    kinds = [schema.get("elementType"), schema.get("valueType"), *(part["type"] for part in _parts(schema))]
    return any(kind is not None and kind.startswith("float") for kind in kinds)


def _parts(schema: dict) -> list[dict]:
    return [part for column in schema.get("columns", []) for part in parts_of(column)]


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

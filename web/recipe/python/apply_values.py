"""Values: cast to a narrower type, and compared one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from apply_recipe import Unfit, is_list, is_text, plain_type


def decoded(values: pa.Array) -> pa.Array:
    """The values of a dictionary or an extension."""
    if isinstance(values, pa.ExtensionArray):
        return decoded(values.storage)
    return decoded(values.dictionary_decode()) if isinstance(values, pa.DictionaryArray) else values


def narrow_column(values: pa.Array, narrowing: dict[str, Any] | None, target: pa.DataType, name: str) -> pa.Array:
    """The column in a narrower type. Raises Unfit if a value would not come back."""
    if values.type.equals(target):
        return values
    if narrowing is None:
        return decoded(values).cast(target)
    try:
        narrow = decoded(values).cast(target)
    except pa.ArrowInvalid as error:
        raise Unfit(f"A value of the column {name!r:.80} does not fit {target}: {error!s:.120}") from None
    if not same_values(values, narrow, narrowing):
        raise Unfit(f"A value of the column {name!r:.80} does not come back from {target}.")
    return narrow


def narrow_batch(batch: pa.RecordBatch, narrowings: dict[str, Any], schema: pa.Schema) -> pa.RecordBatch:
    columns = [
        narrow_column(values, narrowings.get(field.name), field.type, field.name)
        for values, field in zip(batch.columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def same_values(one: pa.Array, other: pa.Array, narrowing: dict[str, Any] | None = None) -> bool:
    """True if both hold the same values and nulls, once `other` has its former type again. Floats are compared by their bits."""
    one, other = decoded(one), decoded(other)
    if len(one) != len(other) or not pc.is_null(one).equals(pc.is_null(other)):
        return False
    kind = one.type
    if is_list(kind):
        if not is_list(other.type) or not pc.list_value_length(one).equals(pc.list_value_length(other)):
            return False
        return same_values(one.flatten(), other.flatten(), item_of(narrowing))
    if pa.types.is_map(kind):
        if not pa.types.is_map(other.type):
            return False
        keys = [pa.ListArray.from_arrays(each.offsets, each.keys) for each in (one, other)]
        items = [pa.ListArray.from_arrays(each.offsets, each.items) for each in (one, other)]
        return same_values(*keys) and same_values(*items)
    if pa.types.is_struct(kind):
        if not pa.types.is_struct(other.type) or kind.names != other.type.names:
            return False
        # flatten() gives each field the nulls of the struct around it.
        fields = zip(kind.names, one.flatten(), other.flatten(), strict=True)
        return all(same_values(left, right, field_of(narrowing, name)) for name, left, right in fields)
    wide = other if other.type.equals(kind) else widened(other, narrowing, kind)
    if wide is None or not wide.type.equals(kind):
        return False
    if pa.types.is_floating(kind):
        bits = {16: pa.int16(), 32: pa.int32(), 64: pa.int64()}[kind.bit_width]
        # What stands in a row that is null does not count.
        return bits_of(one, bits).equals(bits_of(wide, bits))
    return one.equals(wide)


def bits_of(values: pa.Array, bits: pa.DataType) -> pa.Array:
    if not pa.types.is_float16(values.type):
        values = pc.fill_null(values, 0.0)
    return values.view(bits)


def item_of(narrowing: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if narrowing is None else narrowing.get("item")


def field_of(narrowing: dict[str, Any] | None, name: str) -> dict[str, Any] | None:
    fields = [] if narrowing is None else narrowing.get("fields", [])
    return next((field["narrowing"] for field in fields if field["name"] == name), None)


def widened(values: pa.Array, narrowing: dict[str, Any] | None, former: pa.DataType) -> pa.Array | None:
    """The values in their former type. None if that is not possible."""
    if narrowing is not None and narrowing.get("from") == "text" and narrowing["to"] == "timestamp":
        texts = pc.replace_substring(values.cast(pa.string()), " ", narrowing["separator"], max_replacements=1)
        # Without digits after the second, pyarrow writes `.000`: a text that had others differs, and is found.
        whole = texts if narrowing["digits"] > 0 else pc.replace_substring(texts, ".000", "", max_replacements=1)
        return whole.cast(former) if is_text(former) else None
    try:
        return values.cast(former)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None


def same_batches(one: pa.RecordBatch, other: pa.RecordBatch, narrowings: dict[str, Any]) -> str | None:
    """The name of the first column that differs. None if none does."""
    for name, left, right in zip(one.schema.names, one.columns, other.columns, strict=True):
        if not same_values(left, right, narrowings.get(name)):
            return name
    return None


def in_step(
    ones: Iterator[pa.RecordBatch], others: Iterator[pa.RecordBatch]
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch] | None]:
    """Batches of both with as many rows each. None at the end if one has more rows than the other."""
    left: pa.RecordBatch | None = None
    right: pa.RecordBatch | None = None
    while True:
        left = left if left is not None and left.num_rows > 0 else next(with_rows(ones), None)
        right = right if right is not None and right.num_rows > 0 else next(with_rows(others), None)
        if left is None or right is None:
            if left is not right:
                yield None
            return
        rows = min(left.num_rows, right.num_rows)
        yield left.slice(0, rows), right.slice(0, rows)
        left, right = left.slice(rows), right.slice(rows)


def with_rows(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    return (batch for batch in batches if batch.num_rows > 0)


def sort_key(values: pa.Array) -> pa.Array:
    """pyarrow does not sort by a dictionary column: by its values instead."""
    own = decoded(values)
    return own.cast(pa.large_string()) if pa.types.is_string_view(plain_type(own.type)) else own

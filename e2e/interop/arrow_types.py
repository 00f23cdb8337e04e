"""Converts Formatlab's tables to pyarrow's and back, with the same types and the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from formatlab_data import STORED_TYPE, VARIABLE_WIDTH, Column, Dataset, decimal_words

PLAIN: dict[str, pa.DataType] = {
    **{
        name: getattr(pa, name)()
        for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
    },
    "bool": pa.bool_(),
    "date": pa.date32(),
    "utf8": pa.string(),
    "binary": pa.binary(),
    "json": pa.string(),
    "float16": pa.float16(),
}
ITEM = "item"


def arrow_type(column: Column) -> pa.DataType:
    """The Arrow type. Decimals of at most 38 digits take 128 bits, longer ones 256."""
    parameters = column.parameters
    match column.type:
        case "timestamp":
            return pa.timestamp(parameters.get("unit", "us"), tz=parameters.get("timeZone"))
        case "time":
            return (pa.time32 if parameters["unit"] in ("s", "ms") else pa.time64)(parameters["unit"])
        case "duration":
            return pa.duration(parameters["unit"])
        case "decimal":
            make = pa.decimal128 if parameters["precision"] <= 38 else pa.decimal256
            return make(parameters["precision"], parameters["scale"])
        case "fixedBinary":
            return pa.binary(parameters["width"])
        case "category":
            return pa.dictionary(pa.int32(), arrow_type(column.parts[0]), ordered=parameters["ordered"])
        case "list":
            return pa.list_(pa.field(ITEM, arrow_type(column.parts[0])))
        case "struct":
            return pa.struct([pa.field(part.name, arrow_type(part)) for part in column.parts])
    return PLAIN[column.type]


def arrow_array(column: Column, row_count: int) -> pa.Array:
    """The Arrow column, built from the column's own buffers."""
    kind = arrow_type(column)
    validity = (
        None if column.validity is None else pa.py_buffer(np.packbits(column.validity, bitorder="little").tobytes())
    )
    buffer = pa.py_buffer
    match column.type:
        case "bool":
            bits = np.packbits(column.values.astype(bool), bitorder="little").tobytes()
            return pa.Array.from_buffers(kind, row_count, [validity, buffer(bits)])
        case "time" if pa.types.is_time32(kind):
            return pa.Array.from_buffers(kind, row_count, [validity, buffer(column.values.astype(np.int32).tobytes())])
        case "decimal":
            return pa.Array.from_buffers(kind, row_count, [validity, buffer(wide_words(column, kind).tobytes())])
        case "category":
            indices = pa.Array.from_buffers(pa.int32(), row_count, [validity, buffer(column.values.tobytes())])
            categories = arrow_array(column.parts[0], column.parameters["categories"])
            return pa.DictionaryArray.from_arrays(indices, categories, ordered=column.parameters["ordered"])
        case "list":
            items = arrow_array(column.parts[0], int(column.values[-1]))
            return pa.Array.from_buffers(kind, row_count, [validity, buffer(column.values.tobytes())], children=[items])
        case "struct":
            children = [arrow_array(part, row_count) for part in column.parts]
            return pa.Array.from_buffers(kind, row_count, [validity], children=children)
    if column.type in VARIABLE_WIDTH:
        offsets = np.zeros(row_count + 1, np.int32)
        np.cumsum([len(value) for value in column.values], out=offsets[1:])
        data = b"".join(column.values)
        return pa.Array.from_buffers(kind, row_count, [validity, buffer(offsets.tobytes()), buffer(data)])
    return pa.Array.from_buffers(kind, row_count, [validity, buffer(column.values.tobytes())])


def wide_words(column: Column, kind: pa.DataType) -> np.ndarray:
    """Expands decimals to two's complement of 128 or 256 bits: the sign fills the words that Formatlab leaves out."""
    words = column.values
    missing = kind.bit_width // 64 - words.shape[1]
    return np.ascontiguousarray(np.hstack([words] + [words[:, -1:] >> np.int64(63)] * missing))


def arrow_table(dataset: Dataset) -> pa.Table:
    arrays = [arrow_array(column, dataset.item_count) for column in dataset.columns]
    return pa.Table.from_arrays(arrays, names=[column.name for column in dataset.columns])


def column_of(name: str, array: pa.Array | pa.ChunkedArray) -> Column:
    """The column in its canonical form. Raises TypeError for a type that Formatlab does not have."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    kind, parameters = type_of(array.type)
    parts: list[Column] = []
    values: Any = None
    match kind:
        case "bool":
            values = array.cast(pa.uint8()).fill_null(0).to_numpy(zero_copy_only=False)
        case "utf8" | "binary":
            values = [value or b"" for value in array.cast(pa.binary()).to_pylist()]
        case "decimal":
            stored = fixed_values(array, np.int64, array.type.bit_width // 64)
            values = np.ascontiguousarray(cleared(stored, valid)[:, : decimal_words(parameters["precision"])])
        case "fixedBinary":
            values = cleared(fixed_values(array, np.uint8, parameters["width"]), valid)
        case "category":
            values = array.indices.cast(pa.int32()).fill_null(0).to_numpy(zero_copy_only=False)
            parts = [column_of(ITEM, array.dictionary)]
            parameters["categories"] = len(array.dictionary)
        case "list":
            lengths = pc.list_value_length(array).fill_null(0).to_numpy(zero_copy_only=False)
            values = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
            parts = [column_of(ITEM, array.flatten())]
        case "struct":
            parts = [under(column_of(array.type.field(i).name, part), valid) for i, part in enumerate(array.flatten())]
        case "time":
            width = np.int32 if pa.types.is_time32(array.type) else np.int64
            values = cleared(fixed_values(array, width, 1)[:, 0], valid).astype(np.int64)
        case _:
            values = cleared(fixed_values(array, STORED_TYPE[kind], 1)[:, 0], valid)
    return Column(name, kind, None if valid.all() else valid, values, parameters, parts)


def type_of(kind: pa.DataType) -> tuple[str, dict[str, Any]]:
    """The column's name and its type's parameters, in the order of the schema."""
    if pa.types.is_timestamp(kind):
        if kind.unit == "us" and kind.tz is None:
            return "timestamp", {}
        return "timestamp", {"unit": kind.unit, **({} if kind.tz is None else {"timeZone": kind.tz})}
    if pa.types.is_time(kind):
        return "time", {"unit": kind.unit}
    if pa.types.is_duration(kind):
        return "duration", {"unit": kind.unit}
    if pa.types.is_decimal(kind):
        return "decimal", {"precision": kind.precision, "scale": kind.scale}
    if pa.types.is_fixed_size_binary(kind):
        return "fixedBinary", {"width": kind.byte_width}
    if pa.types.is_dictionary(kind):
        return "category", {"ordered": kind.ordered}
    if pa.types.is_list(kind):
        return "list", {}
    if pa.types.is_struct(kind):
        return "struct", {}
    for name, plain in PLAIN.items():
        if kind == plain and name != "json":
            return name, {}
    raise TypeError(f"There is no type here for Arrow's {kind}.")


def fixed_values(array: pa.Array, dtype: Any, per_row: int) -> np.ndarray:
    data = array.buffers()[1]
    if len(array) == 0 or data is None:
        return np.zeros((len(array), per_row), dtype)
    width = np.dtype(dtype).itemsize * per_row
    return np.frombuffer(data, np.uint8, len(array) * width, array.offset * width).view(dtype).reshape(-1, per_row)


def cleared(values: np.ndarray, valid: np.ndarray) -> np.ndarray:
    """The values as bytes, with zeros in null rows. Bytes are compared, since numpy might quieten a NaN."""
    copy = values.copy()
    if len(copy) == 0:
        return copy
    copy.reshape(len(copy), -1).view(np.uint8)[~valid] = 0
    return copy


def under(column: Column, valid: np.ndarray) -> Column:
    """Marks the rows of a field under a null struct as valid, as the canonical form requires."""
    if column.validity is not None:
        both = column.validity | ~valid
        column.validity = None if both.all() else both
    return column


def table_of(table: pa.Table) -> Dataset:
    columns = [column_of(name, table.column(index)) for index, name in enumerate(table.column_names)]
    return Dataset("table", table.num_rows, columns=columns)

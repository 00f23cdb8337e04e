"""Converts a dataset to a Python program's objects and back, for verification. Part of the script that Formatlab
exports."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import platform
import zlib
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE, VARIABLE_WIDTH, Column, Dataset, as_python, to_canonical
from typed_objects import column_from

PYTHON_TYPE = {"float64": float, "int64": int, "utf8": str}


class Unsupported(Exception):
    """The reason why something can't be measured natively, as a sentence for the results table."""


#: The versions of the packages that this process has used, by name, for the result's environment.
USED: dict[str, str] = {}


def package(module: str, name: str | None = None) -> Any:
    """Imports a module of a package that may not be installed."""
    name = name or module.split(".")[0]
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        raise Unsupported(
            f"Python's package {name} is not installed here ({error}): pip install {name}."[:900]
        ) from error
    try:
        USED[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        # Tkrzw's module has its version in another attribute.
        version = getattr(found, "__version__", getattr(getattr(found, "Utility", None), "VERSION", "of this Python"))
        USED[name] = str(version)
    return found


def with_version(library: str) -> str:
    """The name and version of a library, for the row of a result. Those without a package of their own are noted as used."""
    if library == "zlib":
        USED[library] = zlib.ZLIB_RUNTIME_VERSION
        return f"{library} {USED[library]}"
    if library.startswith("CPython "):
        return f"{library} {platform.python_version()}"
    try:
        return f"{library} {importlib.metadata.version(library)}"
    except importlib.metadata.PackageNotFoundError:
        version = USED.get(library)
        return library if version is None else f"{library} {version}"


#: The number of threads of pyarrow, the only library here that uses several threads by default.
THREADS = 1


def pyarrow() -> Any:
    arrow = package("pyarrow")
    arrow.set_cpu_count(THREADS)
    arrow.set_io_thread_count(THREADS)
    return arrow


def schema_of(dataset: Dataset) -> dict:
    return (
        json.loads(dataset.bytes[: dataset.bytes.index(b"\n")])["schema"]
        if dataset.kind == "molecules"
        else dataset.schema()
    )


def natural(dataset: Dataset, as_arrow: bool = False) -> Any:
    """The dataset as Python objects, as formatlab_data.as_python returns it. With `as_arrow`, columns of the types that
    numpy lacks are arrays of pyarrow. For molecules the format creates the objects (native_molecules)."""
    names = [column.name for column in dataset.columns]
    if len(set(names)) < len(names):
        raise Unsupported("Two columns have the same name, so a dictionary of columns can't hold both.")
    wide = [column for column in dataset.columns if as_arrow and is_wide(column.schema())]
    try:
        value = as_python(
            dataset
            if not wide
            else Dataset("table", dataset.item_count, columns=[c for c in dataset.columns if c not in wide])
        )
    except OverflowError as error:
        raise Unsupported(f"Python's datetime does not hold all times of this dataset ({error}).") from error
    if not wide:
        return value
    types = arrow_types()
    arrays = {column.name: types.arrow_array(column, dataset.item_count) for column in wide}
    return {name: arrays[name] if name in arrays else value[name] for name in names}


def arrow_types() -> Any:
    """The module that converts columns to pyarrow's arrays and back, which needs pyarrow."""
    pyarrow()
    return importlib.import_module("arrow_types")


def arrow_type(column: dict) -> Any:
    """pyarrow's type of a column of the schema."""
    return arrow_types().arrow_type(_shape(column))


def element_types(schema: dict) -> list[str]:
    """The types of all values. Empty for bytes."""
    kind = schema["kind"]
    if kind == "table":
        return [column["type"] for column in schema["columns"]]
    if kind == "dict":
        return [schema["keyType"], schema["valueType"]]
    if kind in ("records", "stringArray"):
        return ["utf8"]
    return [schema["elementType"]] if "elementType" in schema else []


def values_schema(column: dict) -> dict:
    """The column as a program holds it: of a category, the values alone."""
    if column["type"] != "category":
        return column
    return {**column["item"], "name": column["name"], "nullable": column["nullable"]}


def is_wide(column: dict) -> bool:
    """True if the column has a type beyond numpy's numbers and times, texts and bytes."""
    return values_schema(column)["type"] not in (*NUMPY_TYPE, *VARIABLE_WIDTH)


def parts_of(column: dict) -> list[dict]:
    """The column, and all columns inside it."""
    inner = [*column.get("fields", []), *([column["item"]] if "item" in column else [])]
    return [column, *(part for each in inner for part in parts_of(each))]


def require_held_columns(schema: dict, what: str, wide: bool) -> None:
    """Raises `Unsupported` if a column has no form in Python that this script can compare. `wide` says whether the
    format holds columns beyond numpy's types."""
    for column in filter(is_wide, schema.get("columns", [])):
        place = f"Column “{column['name'][:100]}” is one."
        if not wide:
            raise Unsupported(f"This script writes no columns of the type {column['type']} as {what}. {place}")
        if any(part["type"] == "category" for part in parts_of(column)):
            raise Unsupported(
                f"This script does not hold categories in lists and structs, or of types that numpy lacks. {place}"
            )


def require_objects(schema: dict) -> None:
    """Raises `Unsupported` if Python's own objects can't hold a value of a wide column."""
    for column in filter(is_wide, schema.get("columns", [])):
        # A column of durations is an array of numpy, which has nanoseconds.
        for part in [] if column["type"] == "duration" else parts_of(column):
            if part.get("unit") == "ns":
                raise Unsupported(
                    f"Python's datetime, time and timedelta have no nanoseconds, which column “{column['name'][:100]}” has."
                )


def require_plain_table(schema: dict, types: tuple[str, ...], what: str) -> None:
    for column in schema.get("columns", []):
        if column["nullable"] or column["type"] not in types:
            raise Unsupported(
                f"{what} is written by this script only for columns of {', '.join(types)} without nulls. Column “{column['name'][:100]}” is not one of these."
            )


def dataset_of(value: Any, schema: dict) -> Dataset:
    """Converts Python objects to a dataset. Raises ValueError if their types differ from the schema."""
    kind = schema["kind"]
    if kind == "bytes":
        return Dataset("bytes", len(value), bytes=bytes(value))
    if kind == "keyedVectors":
        matrix = np.stack(list(value.values())) if value else np.zeros((0, schema["dimension"]), schema["elementType"])
        _require(matrix.dtype == schema["elementType"], f"vectors of {matrix.dtype}")
        return Dataset(
            kind,
            len(value),
            element_type=schema["elementType"],
            dimension=schema["dimension"],
            ids=list(value),
            values=matrix,
        )
    if kind == "array":
        _require(
            value.dtype == schema["elementType"] and list(value.shape) == schema["shape"],
            f"an array of {value.dtype} and shape {value.shape}",
        )
        return Dataset(
            kind,
            value.size,
            element_type=schema["elementType"],
            shape=value.shape,
            values=np.ascontiguousarray(value).reshape(-1),
        )
    if kind in ("stringArray", "list"):
        values = value.tolist() if isinstance(value, np.ndarray) else value
        _require_type(values, schema.get("elementType", "utf8"))
        return Dataset(kind, len(values), element_type=schema.get("elementType", ""), values=values)
    if kind in ("dict", "records"):
        keys, values = list(value), list(value.values())
        _require_type(keys, schema.get("keyType", "utf8"))
        _require_type(values, schema.get("valueType", "utf8"))
        return Dataset(
            kind,
            len(keys),
            key_type=schema.get("keyType", ""),
            element_type=schema.get("valueType", ""),
            keys=keys,
            values=values,
        )
    columns = [_column(value[column["name"]], column) for column in schema["columns"]]
    # A list's column holds an offset more than rows, a struct's none.
    row_count = len(value[schema["columns"][0]["name"]]) if columns else 0
    return Dataset("table", row_count, columns=columns)


def _column(values: Any, column: dict) -> Column:
    if is_wide(column):
        return _wide_column(values, column)
    column = values_schema(column)
    kind = column["type"]
    parameters = {key: value for key, value in column.items() if key not in ("name", "type", "nullable")}
    if kind in VARIABLE_WIDTH:
        validity = np.array([value is not None for value in values], bool) if column["nullable"] else None
        return Column(
            column["name"],
            kind,
            validity,
            [b"" if value is None else value if isinstance(value, bytes) else value.encode() for value in values],
            parameters,
        )
    validity = ~np.ma.getmaskarray(values) if column["nullable"] else None
    data = np.ma.getdata(values)
    data = data.astype(f"M8[{time_unit(column)}]").view(np.int64) if data.dtype.kind == "M" else data
    _require(data.dtype.kind != "f" or kind.startswith("float"), f"{data.dtype} in column {column['name']}")
    return Column(column["name"], kind, validity, data.astype(NUMPY_TYPE[kind], copy=False), parameters)


def _wide_column(values: Any, column: dict) -> Column:
    """A column of lists of objects or of numpy, or of an array of pyarrow."""
    if isinstance(values, (list, np.ndarray)):
        try:
            return column_from(column, values)
        except AssertionError as error:
            raise ValueError(f"Decoding gives other values in column {column['name']}: {error}") from error
    types = arrow_types()
    shape = _shape(column)
    return _with_schema(types.column_of(column["name"], values.cast(types.arrow_type(shape))), column, len(values))


def _shape(column: dict) -> Column:
    """A column of the schema without values."""
    parts = [_shape(part) for part in column.get("fields", [column["item"]] if "item" in column else [])]
    parameters = {
        key: value for key, value in column.items() if key not in ("name", "type", "nullable", "item", "fields")
    }
    return Column(column["name"], column["type"], None, None, parameters, parts)


def _with_schema(column: Column, schema: dict, rows: int) -> Column:
    """The column of an Arrow array, which has no JSON and leaves out the validity where nothing is null, with the
    schema's type."""
    shape = _shape(schema)
    kind = "json" if (column.type, schema["type"]) == ("utf8", "json") else column.type
    _require(
        kind == schema["type"] and column.parameters == shape.parameters, f"{column.type} in column {schema['name']}"
    )
    _require(schema["nullable"] or column.validity is None, f"nulls in column {schema['name']}")
    validity = np.ones(rows, bool) if schema["nullable"] and column.validity is None else column.validity
    inner = int(column.values[-1]) if kind == "list" else rows
    schemas = schema.get("fields", [schema["item"]] if "item" in schema else [])
    parts = [_with_schema(part, each, inner) for part, each in zip(column.parts, schemas, strict=True)]
    return Column(schema["name"], kind, validity, column.values, shape.parameters, parts)


def time_unit(column: dict) -> str:
    """The unit of numpy's array of a column of dates or timestamps."""
    return "D" if column["type"] == "date" else column.get("unit", "us")


def same(found: Dataset, expected: Dataset) -> bool:
    """True if both are byte for byte equal in canonical form. The values of null slots are ignored, and categories are
    compared by their values."""
    return to_canonical(comparable(found)) == to_canonical(comparable(expected))


def comparable(dataset: Dataset) -> Dataset:
    """A table with its categories as values, and zeros in null slots. Other datasets are returned unchanged."""
    if not dataset.columns:
        return dataset
    return Dataset("table", dataset.item_count, columns=[_comparable_column(column) for column in dataset.columns])


def _comparable_column(column: Column) -> Column:
    if is_wide(column.schema()):
        return _cleared(column)
    kind, values, validity = column.type, column.values, column.validity
    parameters = column.parameters
    if kind == "category":
        named = column.parts[0]
        kind, parameters = named.type, named.parameters
        if isinstance(named.values, list):
            present = np.ones(len(values), bool) if validity is None else validity
            values = [
                named.values[index] if there else b""
                for index, there in zip(values.tolist(), present.tolist(), strict=True)
            ]
        else:
            values = named.values[values] if len(named.values) else np.zeros(len(values), named.values.dtype)
    if validity is not None and not isinstance(values, list):
        values = np.where(validity, values, 0).astype(values.dtype)
    return Column(column.name, kind, validity, values, parameters)


def _cleared(column: Column) -> Column:
    """A column of any type with zeros in null slots, also of its parts."""
    values = column.values
    if isinstance(values, np.ndarray) and column.type != "list" and column.validity is not None:
        values = values.copy()
        # As bytes, since numpy might change the bits of a NaN.
        values.reshape(len(values), -1).view(np.uint8)[~column.validity] = 0
    parts = [_cleared(part) for part in column.parts]
    return Column(column.name, column.type, column.validity, values, column.parameters, parts)


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"Decoding gives {what}.")


def _require_type(values: list, kind: str) -> None:
    found = {type(value) for value in values}
    _require(found <= {PYTHON_TYPE[kind]}, f"values of {sorted(t.__name__ for t in found)} where {kind} was written")

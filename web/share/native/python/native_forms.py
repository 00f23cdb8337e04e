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
    """The name and version of a library, for the row of a result."""
    if library == "zlib":
        return f"zlib {zlib.ZLIB_RUNTIME_VERSION}"
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


def natural(dataset: Dataset) -> Any:
    """The dataset as Python objects, as formatlab_data.as_python returns it. For molecules the format creates the
    objects (native_molecules)."""
    names = [column.name for column in dataset.columns]
    if len(set(names)) < len(names):
        raise Unsupported("Two columns have the same name, so a dictionary of columns can't hold both.")
    return as_python(dataset)


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


def require_held_columns(schema: dict) -> None:
    """Raises `Unsupported` if a column has no form in Python that this script can compare."""
    for column in schema.get("columns", []):
        if values_schema(column)["type"] not in (*NUMPY_TYPE, *VARIABLE_WIDTH):
            raise Unsupported(
                f"This script does not hold columns of the type {column['type']}. Column “{column['name'][:100]}” is one."
            )


def require_plain_table(schema: dict, types: tuple[str, ...], what: str, nulls: bool = False) -> None:
    for column in schema.get("columns", []):
        if (column["nullable"] and not nulls) or column["type"] not in types:
            raise Unsupported(
                f"{what} is written by this script only for columns of {', '.join(types)}{'' if nulls else ' without nulls'}. Column “{column['name'][:100]}” is not one of these."
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
    return Dataset("table", len(columns[0].values) if columns else 0, columns=columns)


def _column(values: Any, column: dict) -> Column:
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


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"Decoding gives {what}.")


def _require_type(values: list, kind: str) -> None:
    found = {type(value) for value in values}
    _require(found <= {PYTHON_TYPE[kind]}, f"values of {sorted(t.__name__ for t in found)} where {kind} was written")

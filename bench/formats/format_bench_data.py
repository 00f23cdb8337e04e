"""The datasets of bench:formats, as a Python program holds them for each library. Equal seeds and sizes give the data of the page."""

from __future__ import annotations

import datetime
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from formatlab_data import Column, Dataset, canonical_sha256, events
from formatlab_scalars import array
from formatlab_table import table
from formatlab_vectors import keyed_vectors

SEED = 1


@lru_cache(maxsize=8)
def dataset_of(workload: str, size: int) -> Dataset:
    if workload == "events":
        return events(SEED, size)
    if workload == "table":
        return table(SEED, size)
    if workload == "array":
        return array(SEED, size, elementType="float64")
    return keyed_vectors(SEED, size)


@lru_cache(maxsize=8)
def sha256_of(workload: str, size: int) -> str:
    """The SHA-256 of the canonical form, which the page computes of its data, too."""
    return canonical_sha256(dataset_of(workload, size))


def texts(column: Column) -> list[str | None]:
    return [None if text is None else text.decode() for text in column.rows()]


def category_names(column: Column) -> list[str]:
    return [name.decode() for name in column.parts[0].values]


# ── pyarrow ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def arrow_array(column: Column) -> pa.Array:
    if column.type == "category":
        return pa.DictionaryArray.from_arrays(pa.array(column.values, pa.int32()), category_names(column))
    if column.type == "utf8":
        return pa.array(texts(column), pa.string())
    types = {
        "bool": pa.bool_(),
        "date": pa.date32(),
        "timestamp": pa.timestamp("us", column.parameters.get("timeZone")),
    }
    mask = None if column.validity is None else ~column.validity
    values = column.values.astype(bool) if column.type == "bool" else column.values
    plain = pa.array(values, mask=mask)
    return plain.cast(types[column.type]) if column.type in types else plain


def arrow_table(dataset: Dataset, fixed_lists: bool) -> pa.Table:
    if dataset.kind == "table":
        return pa.table({column.name: arrow_array(column) for column in dataset.columns})
    count, width = dataset.values.shape
    numbers = pa.array(dataset.values.reshape(-1))
    if fixed_lists:
        vectors = pa.FixedSizeListArray.from_arrays(numbers, width)
    else:
        vectors = pa.ListArray.from_arrays(pa.array(np.arange(count + 1, dtype=np.int32) * width), numbers)
    return pa.table({"id": pa.array(dataset.ids, pa.string()), "vector": vectors})


# ── pandas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def pandas_column(column: Column) -> Any:
    values, validity = column.values, column.validity
    if column.type == "category":
        return pd.Categorical.from_codes(values, category_names(column))
    if column.type == "utf8":
        return pd.array(texts(column), dtype="str")
    if column.type == "bool":
        return values.astype(bool)
    if column.type in ("date", "timestamp"):
        # pandas has no days: a date is the second at which it begins.
        moments = values.astype("M8[D]").astype("M8[s]") if column.type == "date" else values.view("M8[us]")
        if validity is not None:
            moments = np.where(validity, moments, np.datetime64("NaT"))
        series = pd.Series(moments)
        return series.dt.tz_localize("UTC") if "timeZone" in column.parameters else series
    if validity is not None:
        return pd.arrays.IntegerArray(values, ~validity)
    return values


def pandas_frame(dataset: Dataset) -> pd.DataFrame:
    if dataset.kind == "table":
        return pd.DataFrame({column.name: pandas_column(column) for column in dataset.columns})
    frame = pd.DataFrame(dataset.values, columns=[str(index) for index in range(dataset.dimension)])
    frame.insert(0, "id", pd.array(dataset.ids, dtype="str"))
    return frame


def pandas_types(frame: pd.DataFrame) -> dict[str, Any]:
    """What read_csv is told: the types of all columns, and which of them are times."""
    times = [name for name, kind in frame.dtypes.items() if isinstance(kind, pd.DatetimeTZDtype) or kind.kind == "M"]
    types = {name: str(kind) for name, kind in frame.dtypes.items() if name not in times}
    return {"dtype": types, "parse_dates": times}


# ── Python's own objects ─────────────────────────────────────────────────────────────────────────────────────────────


def python_lists(dataset: Dataset, instants: bool) -> dict[str, list]:
    """A dict of lists, with texts for what JSON has no type for. With `instants`, moments are datetimes."""
    if dataset.kind == "keyedVectors":
        return dict(zip(dataset.ids, dataset.values.tolist(), strict=True))
    return {column.name: python_list(column, instants) for column in dataset.columns}


def python_list(column: Column, instants: bool) -> list:
    kind = column.type
    if kind == "category":
        names = category_names(column)
        return [names[index] for index in column.values.tolist()]
    if kind == "utf8":
        return texts(column)
    if kind == "timestamp" and instants:
        utc = datetime.timezone.utc
        return [moment.replace(tzinfo=utc) for moment in column.values.view("M8[us]").tolist()]
    if kind == "timestamp":
        rows = [f"{text}Z" for text in np.datetime_as_string(column.values.view("M8[us]")).tolist()]
    elif kind == "date":
        rows = np.datetime_as_string(column.values.astype("M8[D]")).tolist()
    else:
        rows = (column.values.astype(bool) if kind == "bool" else column.values).tolist()
    if column.validity is None:
        return rows
    return [row if valid else None for row, valid in zip(rows, column.validity.tolist(), strict=True)]

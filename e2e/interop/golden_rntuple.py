"""Writes golden files of RNTuple with uproot: all its types, nulls, several clusters, with and without a folder, with every codec."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import awkward as ak
import uproot

from formatlab_data import Column, Dataset
from reference_root import ALGORITHMS

#: uproot writes no std::byte.
NATIVE = (
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "bool",
    "utf8",
)


def native(dataset: Dataset) -> Dataset:
    """The columns that a field alone describes, with allowed names and in uproot's order."""
    columns = [
        Column(c.name.replace(" ", "_"), c.type, c.validity, c.values)
        for c in dataset.columns
        if c.type in NATIVE and "." not in c.name and "/" not in c.name and c.name != ""
    ]
    return Dataset("table", dataset.item_count, columns=sorted(columns, key=lambda c: c.name))


def as_awkward(column: Column) -> ak.Array:
    values = (
        ak.Array([value.decode() for value in column.values])
        if column.type == "utf8"
        else ak.Array(column.values.astype(bool) if column.type == "bool" else column.values)
    )
    # Of a mask of bytes, uproot writes the values under nulls too, which its own reader then takes for others: an index says which stand there.
    return (
        values
        if column.validity is None
        else ak.Array(ak.mask(values, column.validity).layout.to_IndexedOptionArray64())
    )


def make_rntuple(add: Callable[..., Path], sample: Callable[[str], Dataset]) -> None:
    writer = f"uproot {uproot.__version__}"
    for name, rows_a_cluster, path in (("rich", 4, "ntuple"), ("long", 1_000, "folder/ntuple")):
        dataset = native(sample(name))
        arrays = {column.name: as_awkward(column) for column in dataset.columns}
        for codec, algorithm in ALGORITHMS.items():
            target = add(f"rntuple/{name}.{codec or 'none'}.root", dataset, writer, inner_codec=codec)
            with uproot.recreate(target, compression=None if algorithm is None else algorithm(5)) as file:
                file.mkrntuple(path, {key: array[:rows_a_cluster] for key, array in arrays.items()})
                for start in range(rows_a_cluster, dataset.item_count, rows_a_cluster):
                    file[path].extend({key: array[start : start + rows_a_cluster] for key, array in arrays.items()})

"""Writes golden files of ROOT with uproot: flat branches of every type, texts, several baskets per branch, with and without a folder, with every codec."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import uproot

from formatlab_data import Column, Dataset
from reference_root import ALGORITHMS

FLAT = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "bool", "utf8")


def flat(dataset: Dataset) -> Dataset:
    """The columns that a branch alone describes."""
    return Dataset(
        "table", dataset.item_count, columns=[c for c in dataset.columns if c.validity is None and c.type in FLAT]
    )


def values_of(column: Column) -> Any:
    if column.type == "utf8":
        return ak.Array([value.decode() for value in column.values])
    return column.values.astype(bool) if column.type == "bool" else column.values


def make_root(add: Callable[..., Path], sample: Callable[[str], Dataset]) -> None:
    writer = f"uproot {uproot.__version__}"
    for name, rows_a_basket, tree in (("rich", 4, "tree"), ("long", 1_000, "folder/tree")):
        dataset = flat(sample(name))
        types = {
            c.name: "string" if c.type == "utf8" else np.dtype(bool if c.type == "bool" else c.values.dtype)
            for c in dataset.columns
        }
        for codec, algorithm in ALGORITHMS.items():
            target = add(f"root/{name}.{codec or 'none'}.root", dataset, writer, inner_codec=codec)
            with uproot.recreate(target, compression=None if algorithm is None else algorithm(5)) as file:
                file.mktree(tree, types)
                for start in range(0, dataset.item_count, rows_a_basket):
                    file[tree].extend({c.name: values_of(c)[start : start + rows_a_basket] for c in dataset.columns})

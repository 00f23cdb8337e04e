"""ROOT's TTrees and RNTuples by uproot. Part of the script that Formatlab exports."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE
from native_adapter import Adapter
from native_forms import Unsupported, package, require_plain_table


class Root(Adapter):
    """A TTree of numeric columns by uproot. To reach `basketBytes`, the tree is extended by as many rows as fill a
    basket of its widest branch."""

    library = "uproot"
    clock = ("convert", "allocate")
    size_option = "basketBytes"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        self.uproot = package("uproot")
        package("awkward")
        if schema["kind"] != "table":
            raise Unsupported("This script writes only tables to ROOT files.")
        require_plain_table(
            schema, tuple(name for name in NUMPY_TYPE if name not in ("bool", "date", "timestamp")), "ROOT"
        )
        self.types = {column["name"]: NUMPY_TYPE[column["type"]] for column in schema["columns"]}
        self.rows = max(1, options[self.size_option] // max(kind.itemsize for kind in self.types.values()))
        self.compression = None
        if inner is not None:
            level = 1 if inner["level"] is None else inner["level"]
            self.compression = {
                "zlib": self.uproot.ZLIB,
                "lz4": self.uproot.LZ4,
                "zstd": self.uproot.ZSTD,
                "lzma": self.uproot.LZMA,
            }[inner["id"]](level)
            if inner["id"] == "lz4" and level >= 4:
                raise Unsupported(
                    "uproot writes LZ4 in fast mode at every level, but ROOT uses the high-compression mode from level 4 on."
                )

    def _slices(self, value: dict) -> Iterator[dict]:
        count = len(next(iter(value.values())))
        return (
            {name: column[at : at + self.rows] for name, column in value.items()} for at in range(0, count, self.rows)
        )

    def _write(self, file: Any, value: dict) -> None:
        file.mktree("tree", self.types)
        for rows in self._slices(value):
            file["tree"].extend(rows)

    def _read(self, file: Any, columns: list[str]) -> dict:
        # Branches are named by number, since a slash or a point in a name would make it a path.
        branches = {branch.name: branch for branch in file["tree"].branches}
        return {name: branches[name].array(library="np") for name in columns}

    def encode(self, value: dict) -> bytes:
        target = _Memory()
        with self.uproot.recreate(target, compression=self.compression) as file:
            self._write(file, value)
        return target.getvalue()

    def decode(self, data: bytes) -> dict:
        with self.uproot.open(io.BytesIO(data)) as file:
            return self._read(file, list(self.types))

    def project(self, data: bytes, column: str) -> np.ndarray:
        with self.uproot.open(io.BytesIO(data)) as file:
            return self._read(file, [column])[column]

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        raise Unsupported(
            "uproot reads whole baskets and clusters, so this script does not measure the look-up of one row."
        )


class RNTuple(Root):
    size_option = "pageBytes"

    def _write(self, file: Any, value: dict) -> None:
        slices = self._slices(value)
        file.mkrntuple("ntuple", next(slices, value))
        for rows in slices:
            file["ntuple"].extend(rows)

    def _read(self, file: Any, columns: list[str]) -> dict:
        arrays = file["ntuple"].arrays(columns)
        return {name: np.asarray(arrays[name]) for name in columns}


class _Memory(io.BytesIO):
    """A buffer that stays readable after uproot closes it."""

    def close(self) -> None:
        pass


FORMATS = {"root": Root, "rntuple": RNTuple}

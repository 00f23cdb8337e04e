"""HDF5 by h5py. Part of the script that Formatlab exports."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE
from native_adapter import Adapter
from native_forms import Unsupported, package, require_plain_table


class Hdf5(Adapter):
    """HDF5 files as h5py writes them in source 000: one dataset per vector, or the datasets `seqids` and `embeds`. A
    table has one dataset per column, and an array or a file is the dataset `values`."""

    library = "h5py"
    clock = ("convert", "allocate")
    chunk_name = "part.{}.h5"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        self.h5py = package("h5py")
        super().__init__(schema, options, inner)
        kind = schema["kind"]
        if kind not in ("table", "keyedVectors", "array", "bytes"):
            raise Unsupported("This script has no HDF5 layout for texts, lists, dictionaries and records.")
        require_plain_table(
            schema, tuple(name for name in NUMPY_TYPE if name not in ("bool", "date", "timestamp")), "HDF5"
        )
        if inner is None and options["shuffle"]:
            raise Unsupported(
                "Shuffling alone does not reduce the size, so it is supported only together with a codec."
            )
        self.each = kind == "keyedVectors" and options["layout"] == "each"
        self.chunk_rows = options["chunkRows"]
        self.filters = self._filters(inner, options["shuffle"])
        # Blosc's filter divides by the element size, which is 0 for variable-length strings; bitshuffle's skips them.
        self.text_filters = {} if inner and inner["id"].startswith(("blosc", "bitshuffle")) else self.filters

    def _filters(self, inner: dict | None, shuffle: bool) -> dict:
        if inner is None:
            return {}
        codec, level = inner["id"], inner["level"]
        if codec == "gzip":
            return {"compression": "gzip", "compression_opts": 4 if level is None else level, "shuffle": shuffle}
        if codec == "lzf":
            return {"compression": "lzf", "shuffle": shuffle}
        plugin = package("hdf5plugin")
        if codec.startswith("blosc-"):
            return dict(plugin.Blosc(cname=codec.removeprefix("blosc-"), clevel=level, shuffle=int(shuffle)))
        registered = {
            "zstd": lambda: plugin.Zstd(clevel=level),
            "lz4": plugin.LZ4,
            "bitshuffle-lz4": plugin.Bitshuffle,
            "bitshuffle-zstd": lambda: plugin.Bitshuffle(cname="zstd", clevel=level),
        }
        if codec not in registered:
            raise Unsupported(f"This script has no HDF5 filter {codec}.")
        return {**registered[codec](), "shuffle": shuffle}

    def _create(self, file: Any, name: str, data: Any) -> None:
        shape = np.shape(data)
        filters = self.text_filters if isinstance(data, list) else self.filters
        chunks = (
            {"chunks": (min(self.chunk_rows, shape[0]), *shape[1:])} if self.chunk_rows and shape and shape[0] else {}
        )
        file.create_dataset(name, data=data, **(filters if 0 not in shape and shape else {}), **chunks)

    def encode(self, value: Any) -> bytes:
        kind = self.schema["kind"]
        target = io.BytesIO()
        with self.h5py.File(target, "w") as file:
            if self.each:
                for key, vector in value.items():
                    self._create(file, key, vector)
            elif kind == "keyedVectors":
                self._create(file, "seqids", [key.encode() for key in value])
                self._create(file, "embeds", np.array(list(value.values())))
            elif kind == "table":
                for name, column in value.items():
                    self._create(file, name, column)
            else:
                self._create(file, "values", np.frombuffer(value, np.uint8) if kind == "bytes" else value)
        return target.getvalue()

    def _open(self, data: bytes) -> Any:
        return self.h5py.File(io.BytesIO(data), "r")

    def decode(self, data: bytes) -> Any:
        kind = self.schema["kind"]
        with self._open(data) as file:
            if self.each:
                # HDF5 sorts names in its own order, but the program knows the original order.
                return {key: file[key][()] for key in file}
            if kind == "keyedVectors":
                return dict(zip((key.decode() for key in file["seqids"][()]), file["embeds"][()], strict=True))
            if kind == "table":
                return {column["name"]: file[column["name"]][()] for column in self.schema["columns"]}
            return file["values"][()].tobytes() if kind == "bytes" else file["values"][()]

    def project(self, data: bytes, column: str) -> Any:
        if self.schema["kind"] != "table":
            raise Unsupported("Only a table has columns to read alone.")
        with self._open(data) as file:
            return file[column][()]

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        file = self._open(data)
        if self.schema["kind"] == "table":
            columns = [file[column["name"]] for column in self.schema["columns"]]
            return lambda row: [column[row].item() for column in columns]
        if self.schema["kind"] != "keyedVectors":
            raise Unsupported("There are no keys to look up in an array or a plain file.")
        if self.each:
            return lambda key: file[key][()]
        places = {key.decode(): row for row, key in enumerate(file["seqids"][()])}
        embeds = file["embeds"]
        return lambda key: embeds[places[key]]


FORMATS = {"hdf5": Hdf5}

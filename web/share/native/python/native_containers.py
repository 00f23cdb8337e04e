"""HDF5 by h5py, ROOT's TTrees and RNTuples by uproot, and Tkrzw's databases by tkrzw. Part of the script that Formatlab
exports."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from formatlab_data import NUMPY_TYPE
from native_forms import Unsupported, package, require_plain_table


class Hdf5:
    """HDF5 files as h5py writes them in source 000: one dataset per vector, or the datasets `seqids` and `embeds`. A
    table has one dataset per column, and an array or a file is the dataset `values`."""

    clock = ("convert", "allocate")
    parts = "h5"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        self.h5py = package("h5py")
        self.schema = schema
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


class Root:
    """A TTree of numeric columns by uproot. To reach `basketBytes`, the tree is extended by as many rows as fill a
    basket of its widest branch."""

    clock = ("convert", "allocate")
    parts: str | None = None
    size_option = "basketBytes"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
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


class Tkrzw:
    """Tkrzw's databases, which always are files. Encoding therefore includes writing a file, and decoding includes
    reading it. The operating system's cache holds both in memory."""

    clock = ("convert", "write")
    read_clock = ("read", "convert")
    parts: str | None = None
    kind = ""

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        self.tkrzw = package("tkrzw")
        if schema["kind"] != "records":
            raise Unsupported("Tkrzw holds only records with keys.")
        codec = "none" if inner is None else inner["id"]
        if codec not in ("none", "zlib", "zstd", "lz4", "lzma"):
            raise Unsupported("Tkrzw does not have this compressor. Only Formatlab can read such files.")
        self.folder = tempfile.TemporaryDirectory(prefix="formatlab-tkrzw-")
        self.path = str(Path(self.folder.name) / "database")
        self.held: bytes | None = None
        crc = options["recordCrc"]
        self.settings = {
            "dbm": self.kind,
            "offset_width": options["offsetWidth"],
            "align_pow": options["alignPow"],
            "record_crc_mode": "RECORD_CRC_NONE" if crc == "0" else f"RECORD_CRC_{crc}",
            "record_comp_mode": f"RECORD_COMP_{codec.upper()}",
        }
        self.options = options

    def _open(self, writable: bool, **more: Any) -> Any:
        database = self.tkrzw.DBM()
        database.Open(
            self.path,
            writable,
            truncate=writable,
            **({**self.settings, **more} if writable else {"dbm": self.kind, **more}),
        ).OrDie()
        return database

    def _more(self, count: int) -> dict:
        raise NotImplementedError

    def encode(self, value: dict) -> bytes:
        database = self._open(True, **self._more(len(value)))
        for key, text in value.items():
            database.Set(key, text)
        database.Close().OrDie()
        self.held = Path(self.path).read_bytes()
        return self.held

    def _place(self, data: bytes) -> None:
        if data != self.held:
            Path(self.path).write_bytes(data)
            self.held = data

    def _records(self, database: Any) -> Iterator[tuple[str, str]]:
        iterator = database.MakeIterator()
        iterator.First()
        while (record := iterator.GetStr()) is not None:
            yield record
            iterator.Next()

    def decode(self, data: bytes) -> dict:
        self._place(data)
        database = self._open(False)
        found = dict(self._records(database))
        database.Close().OrDie()
        return found

    def project(self, data: bytes, column: str) -> Any:
        raise Unsupported("The database holds each record's value as one text, without columns.")

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        self._place(data)
        return self._open(False).GetStr


class HashDbm(Tkrzw):
    kind = "HashDBM"
    #: Tkrzw returns the records in the order of its buckets.
    unordered = True

    def _more(self, count: int) -> dict:
        buckets = {"default": 1_048_583, "records": 2 * count, "given": self.options["bucketCount"]}[
            self.options["buckets"]
        ]
        return {"num_buckets": max(1, buckets)}


class TreeDbm(Tkrzw):
    kind = "TreeDBM"

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        raise Unsupported("Tkrzw always caches pages that it has read, so only warm look-ups are measured.")

    def open_warm_lookup(self, data: bytes) -> Callable[[Any], Any]:
        """Looks up with all pages read beforehand and kept in memory."""
        self._place(data)
        database = self._open(False, max_cached_pages=1 << 30)
        for _ in self._records(database):
            pass
        return database.GetStr

    def _more(self, count: int) -> dict:
        return {"max_page_size": self.options["maxPageSize"], "max_branches": self.options["maxBranches"]}

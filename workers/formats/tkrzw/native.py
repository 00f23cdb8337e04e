"""Tkrzw's databases by tkrzw. Part of the script that Formatlab exports."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from native_adapter import Adapter
from native_forms import Unsupported, package


class Tkrzw(Adapter):
    """Tkrzw's databases, which always are files. Encoding therefore includes writing a file, and decoding includes
    reading it. The operating system's cache holds both in memory."""

    library = "tkrzw"
    clock = ("convert", "write")
    read_clock = ("read", "convert")
    kind = ""

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
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


FORMATS = {"hashdbm": HashDbm, "treedbm": TreeDbm}

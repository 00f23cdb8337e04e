"""Tkrzw's own side of the interop tests, run by Debian's Python with Debian's python3-tkrzw, which .venv can't have; the standard library is all else it needs.

native_side.py write DIRECTORY      databases in every combination, and what each holds, as JSON
native_side.py golden DIRECTORY     the small ones of fixtures/golden
native_side.py insert DIRECTORY     reads requests of JSON lines: builds a database from a dump, answers with Inspect()
native_side.py digest FILE          of a database or a dataset in canonical form: how many records, and the exclusive or of their SHA-256
native_side.py dump                 reads paths, one a line; answers with 8 bytes of length and every record, in the database's order: two lengths of
                                    4 bytes (big-endian), key, value
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tkrzw

COMPRESSORS = {
    None: "RECORD_COMP_NONE",
    "zlib": "RECORD_COMP_ZLIB",
    "zstd": "RECORD_COMP_ZSTD",
    "lz4": "RECORD_COMP_LZ4",
    "lzma": "RECORD_COMP_LZMA",
}
EXTENSIONS = {"hashdbm": "tkh", "treedbm": "tkt"}
#: Files stay small: Tkrzw's default for a hash database alone is 4 MB.
SMALL = {"hashdbm": {"num_buckets": 211}, "treedbm": {"num_buckets": 101, "max_page_size": 700, "max_branches": 5}}


def check(status: Any) -> None:
    if status != tkrzw.Status.SUCCESS:
        raise SystemExit(f"Tkrzw says: {status}")


def text_of(state: random.Random, number: int) -> str:
    words = ["river", "日本", "stone", "café", "light", "naïve", "run", "\t", "語", "the", "of"]
    return json.dumps(
        [{"word": number, "text": " ".join(state.choice(words) for _ in range(state.randrange(40)))}],
        ensure_ascii=False,
    )


def open_database(path: Path, codec: str | None, parameters: dict) -> tkrzw.DBM:
    dbm = tkrzw.DBM()
    status = dbm.Open(
        str(path),
        True,
        truncate=True,
        record_comp_mode=COMPRESSORS[codec],
        **{name: str(value) for name, value in parameters.items()},
    )
    check(status)
    return dbm


def fill(dbm: Any, count: int, seed: int) -> dict:
    state = random.Random(seed)
    records: dict = {}
    for number in state.sample(range(count), count):
        key = f"{state.choice(['a', 'né', '語', 'zz'])}{number}"
        records[key] = text_of(state, number)
        check(dbm.Set(key, records[key]))
    return records


def edit(dbm: Any, records: dict, seed: int) -> None:
    """Longer and shorter values, removals, new records in what became free, and some keys that come back."""
    state = random.Random(seed)
    keys = state.sample(sorted(records), len(records))
    for index, key in enumerate(keys):
        if index % 3 == 0:
            records[key] = text_of(state, index) * state.choice([1, 1, 5])
            check(dbm.Set(key, records[key]))
        elif index % 3 == 1 and len(records) > 10:
            del records[key]
            check(dbm.Remove(key))
    for index, key in enumerate(keys):
        if index % 6 == 1 or index % 6 == 0:
            records[key] = text_of(state, -index)
            check(dbm.Set(key, records[key]))
    for number in range(40):
        records[f"new {number}"] = "" if number == 0 else text_of(state, number)
        check(dbm.Set(f"new {number}", records[f"new {number}"]))


def cases() -> Iterator[tuple[str, str | None, str, dict, bool]]:
    for fmt in ("hashdbm", "treedbm"):
        for codec in COMPRESSORS:
            yield fmt, codec, "inserted", {}, False
            yield fmt, codec, "edited", {}, True
            yield fmt, codec, "appended", {"update_mode": "UPDATE_APPENDING"}, True
        settings: dict[str, dict] = {
            "narrow": {"offset_width": 3, "align_pow": 0},
            "wide": {"offset_width": 6, "align_pow": 12},
            "crc-8": {"record_crc_mode": "RECORD_CRC_8"},
            "crc-16": {"record_crc_mode": "RECORD_CRC_16"},
            "crc-32": {"record_crc_mode": "RECORD_CRC_32"},
            "one-bucket": {"num_buckets": 1},
            "one-bucket-appended": {"num_buckets": 1, "update_mode": "UPDATE_APPENDING"},
        }
        for name, parameters in settings.items():
            yield fmt, "zstd", name, parameters, True


def write(directory: Path) -> None:
    manifest = []
    for fmt, codec, name, parameters, edited in cases():
        path = directory / f"{fmt}-{codec or 'none'}-{name}.{EXTENSIONS[fmt]}"
        dbm = open_database(path, codec, {**SMALL[fmt], **parameters})
        records = fill(dbm, 400, len(name))
        if edited:
            edit(dbm, records, len(name))
        check(dbm.Close())
        manifest.append({"file": path.name, "format": fmt, "codec": codec, "records": records})
    for fmt, extension in EXTENSIONS.items():
        path = directory / f"{fmt}-empty.{extension}"
        check(open_database(path, None, SMALL[fmt]).Close())
        manifest.append({"file": path.name, "format": fmt, "codec": None, "records": {}})
        # A process that ends without Close() leaves the closure flag unset.
        left = directory / f"{fmt}-not-closed.{extension}"
        subprocess.run([sys.executable, __file__, "leave", str(left), fmt], check=True)
        manifest.append({"file": left.name, "format": fmt, "codec": None, "records": None})
    (directory / "native.json").write_text(json.dumps(manifest, ensure_ascii=False))


def golden(directory: Path) -> None:
    manifest = []
    for fmt, codec, name, parameters, edited in cases():
        if name.startswith("one-bucket") or (name == "appended" and codec not in (None, "zstd")):
            continue
        path = directory / f"{fmt}-{codec or 'none'}-{name}.{EXTENSIONS[fmt]}"
        dbm = open_database(
            path,
            codec,
            {
                **SMALL[fmt],
                "num_buckets": 11,
                "align_pow": 3,
                **parameters,
                **({"align_pow": 7} if name == "wide" else {}),
            },
        )
        records = fill(dbm, 30, len(name))
        if edited:
            edit(dbm, records, len(name))
        check(dbm.Close())
        manifest.append(
            {
                "file": path.name,
                "format": fmt,
                "codec": codec,
                "records": records,
                "writer": f"Tkrzw {tkrzw.Utility.VERSION}",
            }
        )
    (directory / "native.json").write_text(json.dumps(manifest, ensure_ascii=False))


def leave(path: Path, fmt: str) -> None:
    dbm = open_database(path, None, SMALL[fmt])
    fill(dbm, 50, 1)
    check(dbm.Synchronize(False))
    os._exit(0)


def records_in(path: Path) -> Iterator[tuple[bytes, bytes]]:
    dbm = tkrzw.DBM()
    check(dbm.Open(str(path), False))
    iterator = dbm.MakeIterator()
    iterator.First()
    while record := iterator.Get():
        yield record
        iterator.Next()
    check(dbm.Close())


def records_of_canonical(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    end = data.index(b"\n") + 1
    header = json.loads(data[:end])
    buffers = []
    for size in header["buffers"]:
        buffers.append(memoryview(data)[end : end + size])
        end += -(-size // 8) * 8
    key_offsets, keys, value_offsets, values = (
        buffer.cast("i") if index % 2 == 0 else buffer for index, buffer in enumerate(buffers)
    )
    for index in range(header["itemCount"]):
        yield (
            bytes(keys[key_offsets[index] : key_offsets[index + 1]]),
            bytes(values[value_offsets[index] : value_offsets[index + 1]]),
        )


def packed(key: bytes, value: bytes) -> bytes:
    return struct.pack(">II", len(key), len(value)) + key + value


def digest(path: Path) -> None:
    count = together = 0
    for key, value in records_of_canonical(path.read_bytes()) if path.suffix == ".canonical" else records_in(path):
        together ^= int.from_bytes(hashlib.sha256(packed(key, value)).digest(), "big")
        count += 1
    print(f"{count} {together:064x}")


def dump() -> None:
    for line in sys.stdin:
        records = b"".join(packed(key, value) for key, value in records_in(Path(line.rstrip("\n"))))
        sys.stdout.buffer.write(struct.pack(">Q", len(records)) + records)
        sys.stdout.buffer.flush()


def insert() -> None:
    """Builds databases by inserting in the order of the keys: one request a line, one answer a line."""
    for line in sys.stdin:
        request = json.loads(line)
        dbm = open_database(Path(request["path"]), request["codec"], request["parameters"])
        with open(request["records"], "rb") as source:
            while header := source.read(8):
                key_bytes, value_bytes = struct.unpack(">II", header)
                dbm.Set(source.read(key_bytes), source.read(value_bytes))
        check(dbm.Close())
        check(dbm.Open(request["path"], False))
        print(json.dumps(dbm.Inspect()), flush=True)
        check(dbm.Close())


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "write":
        write(Path(arguments[0]))
    elif command == "golden":
        golden(Path(arguments[0]))
    elif command == "leave":
        leave(Path(arguments[0]), arguments[1])
    elif command == "digest":
        digest(Path(arguments[0]))
    elif command == "dump":
        dump()
    elif command == "insert":
        insert()
    else:
        raise SystemExit(f"no command {command}")

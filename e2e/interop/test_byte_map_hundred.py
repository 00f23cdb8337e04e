"""Where the bytes are, of a hundred files of the reference writers: each byte is told, and at most 1 % of a file as not identified."""

from __future__ import annotations

import io
import pickle
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import uproot
from pyarrow import ipc

from byte_map_account import assert_exact

pytestmark = pytest.mark.full
RANDOM = np.random.default_rng(100)
ROWS = 4_000

Write = Callable[[Path], None]


def table() -> pa.Table:
    number = np.arange(ROWS)
    return pa.table(
        {
            "id": number,
            "value": RANDOM.normal(size=ROWS),
            "word": [f"word {value}" for value in RANDOM.integers(0, 90, ROWS)],
            "list": [[value] * (value % 4) for value in range(ROWS)],
            "null": pa.array(number, mask=number % 3 == 0),
        }
    )


def parquet_files() -> Iterator[tuple[str, Write]]:
    for codec in ("none", "snappy", "gzip", "brotli", "lz4", "zstd"):
        for version in ("1.0", "2.6"):
            yield (
                f"parquet {codec} {version}",
                partial(
                    pq.write_table,
                    table(),
                    compression=codec,
                    version=version,
                    row_group_size=1_500,
                    write_page_index=True,
                ),
            )
    yield "parquet empty", lambda path: pq.write_table(table().slice(0, 0), path)
    yield "parquet without dictionary", lambda path: pq.write_table(table(), path, use_dictionary=False)


def write_arrow(path: Path, made: pa.Table, stream: bool = False, **options: Any) -> None:
    new = ipc.new_stream if stream else ipc.new_file
    with new(str(path), made.schema, options=ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(made, max_chunksize=1_500)


def arrow_files() -> Iterator[tuple[str, Write]]:
    for codec in (None, "lz4", "zstd"):
        for stream in (False, True):
            yield (
                f"arrow {codec} {stream}",
                partial(write_arrow, made=table(), stream=stream, compression=codec),
            )
    dictionary = pa.table({"word": table()["word"].combine_chunks().dictionary_encode()})
    yield "arrow dictionary", lambda path: write_arrow(path, dictionary)
    yield "arrow empty", lambda path: write_arrow(path, table().slice(0, 0))


def hdf5_files() -> Iterator[tuple[str, Write]]:
    layouts: dict[str, Callable[[h5py.File], Any]] = {
        "contiguous": lambda file: file.create_dataset("x", data=RANDOM.normal(size=(300, 20))),
        "chunked": lambda file: file.create_dataset("x", data=RANDOM.normal(size=(300, 20)), chunks=(16, 5)),
        "many chunks": lambda file: file.create_dataset("x", data=np.arange(30_000), chunks=(20,), compression="gzip"),
        "fixed array": lambda file: file.create_dataset("x", data=np.arange(9_000), chunks=(3,)),
        "extensible array": lambda file: file.create_dataset(
            "x", data=np.arange(9_000), chunks=(3,), maxshape=(None,), compression="gzip"
        ),
        "tree of two dimensions": lambda file: file.create_dataset(
            "x", data=RANDOM.normal(size=(200, 200)), chunks=(5, 5), maxshape=(None, None)
        ),
        "compact": compact,
        "texts": lambda file: file.create_dataset(
            "x", data=[f"text {value}" * (value % 30) for value in range(2_000)], dtype=h5py.string_dtype()
        ),
        "lists": lists,
        "attributes": attributes,
        "many groups": many_groups,
        "deleted": deleted,
        "resized": resized,
        "references": references,
        "empty": lambda file: None,
    }
    for version in ("earliest", "v108", "latest"):
        for name, fill in layouts.items():
            yield f"hdf5 {version} {name}", partial(write_hdf5, version=version, fill=fill)
    yield "hdf5 external", external
    yield "hdf5 user block", lambda path: write_hdf5(path, "earliest", layouts["chunked"], userblock_size=1_024)
    yield "hdf5 pages of the file", lambda path: write_hdf5(path, "latest", deleted, fs_strategy="page")
    yield "hdf5 kept free space", lambda path: write_hdf5(path, "latest", deleted, fs_strategy="fsm", fs_persist=True)


def write_hdf5(path: Path, version: str, fill: Callable[[h5py.File], Any], **options: Any) -> None:
    libver = ("earliest", version) if version == "v108" else version
    with h5py.File(path, "w", libver=libver, **options) as file:
        fill(file)
    with h5py.File(path, "a", libver=libver) as file:
        file.attrs["opened again"] = 1


def compact(file: h5py.File) -> None:
    settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    settings.set_layout(h5py.h5d.COMPACT)
    space = h5py.h5s.create_simple((100,))
    made = h5py.h5d.create(file.id, b"x", h5py.h5t.NATIVE_DOUBLE, space, settings)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(100.0))


def lists(file: h5py.File) -> None:
    made = file.create_dataset("x", (300,), dtype=h5py.vlen_dtype("i4"), chunks=(50,))
    for row in range(300):
        made[row] = np.arange(row % 50)


def attributes(file: h5py.File) -> None:
    group = file.create_group("group", track_order=True)
    for index in range(80):
        group.attrs[f"attribute {index}"] = "value " * (index % 20)


def many_groups(file: h5py.File) -> None:
    for index in range(400):
        file.create_dataset(f"{index % 20}/{index}/x", data=np.arange(index % 7))


def deleted(file: h5py.File) -> None:
    for index in range(30):
        file.create_dataset(f"x{index}", data=RANDOM.normal(size=2_000), chunks=(100,), compression="gzip")
    for index in range(0, 30, 3):
        del file[f"x{index}"]


def resized(file: h5py.File) -> None:
    made = file.create_dataset("x", data=np.arange(20_000), chunks=(100,), maxshape=(None,), compression="gzip")
    made.resize((500,))
    made.resize((40_000,))
    made[30_000:] = 7


def references(file: h5py.File) -> None:
    made = file.create_dataset("x", data=np.arange(9))
    file.create_dataset("to", data=[made.ref] * 20, dtype=h5py.ref_dtype)
    file["type"] = np.dtype([("a", "f8"), ("b", "S5")])
    file.create_dataset("of a type", (30,), dtype=file["type"])


def external(path: Path) -> None:
    with h5py.File(path, "w") as file:
        outside = str(path.with_suffix(".raw"))
        file.create_dataset("x", (1_000,), dtype="f8", external=[(outside, 0, 8_000)])[:] = 1.0


def numpy_files() -> Iterator[tuple[str, Write]]:
    arrays = {
        "numbers": np.arange(5_000.0),
        "texts": np.array(["a", "longer text"] * 400),
        "fields": np.zeros(300, dtype=[("a", "i4"), ("b", "f8")]),
        "fortran": np.asfortranarray(np.ones((40, 30))),
    }
    for name, array in arrays.items():
        yield f"npy {name}", partial(write_npy, array=array)
    yield "npz", lambda path: np.savez(path.with_suffix(".npz"), **arrays)  # type: ignore[arg-type]
    yield "npz compressed", lambda path: np.savez_compressed(path.with_suffix(".npz"), **arrays)  # type: ignore[arg-type]
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield f"zip {method}", partial(write_zip, method=method)


def write_npy(path: Path, array: np.ndarray) -> None:
    path.write_bytes(npy_bytes(array))


def npy_bytes(array: np.ndarray) -> bytes:
    into = io.BytesIO()
    np.save(into, array)
    return into.getvalue()


def write_zip(path: Path, method: int) -> None:
    with zipfile.ZipFile(path, "w", method) as archive:
        for index in range(20):
            archive.writestr(f"folder/{index}.txt", f"text {index} " * 300)
        archive.comment = b"comment"


def root_files() -> Iterator[tuple[str, Write]]:
    for name, compression in {"none": None, "zlib": uproot.ZLIB(1), "zstd": uproot.ZSTD(3)}.items():
        yield f"root {name}", partial(write_root, compression=compression)
        yield f"rntuple {name}", partial(write_rntuple, compression=compression)


def write_root(path: Path, compression: Any) -> None:
    with uproot.recreate(path, compression=compression) as file:
        file.mktree("folder/tree", {"id": "i8", "value": "f8"})
        for _ in range(3):
            file["folder/tree"].extend({"id": np.arange(ROWS), "value": RANDOM.normal(size=ROWS)})
        file["histogram"] = np.histogram(RANDOM.normal(size=100))


def write_rntuple(path: Path, compression: Any) -> None:
    with uproot.recreate(path, compression=compression) as file:
        made = file.mkrntuple(
            "tuple", {"id": np.arange(ROWS), "value": RANDOM.normal(size=ROWS), "list": [[1, 2], [3]] * (ROWS // 2)}
        )
        made.extend({"id": np.arange(ROWS), "value": RANDOM.normal(size=ROWS), "list": [[1], []] * (ROWS // 2)})


def sqlite_files() -> Iterator[tuple[str, Write]]:
    for vacuum in ("NONE", "FULL"):
        for page in (1024, 4096):
            yield f"sqlite {vacuum} {page}", partial(write_sqlite, vacuum=vacuum, page=page)
    yield "sqlite full-text search", lambda path: write_sqlite(path, "NONE", 4096, search=True)
    yield "sqlite write-ahead", lambda path: write_sqlite(path, "NONE", 4096, journal="wal")


def write_sqlite(path: Path, vacuum: str, page: int, search: bool = False, journal: str = "delete") -> None:
    connection = sqlite3.connect(path)
    connection.executescript(
        f"""PRAGMA page_size = {page}; PRAGMA auto_vacuum = {vacuum}; PRAGMA journal_mode = {journal};
        CREATE TABLE rows (id INTEGER PRIMARY KEY, value REAL, text TEXT);
        CREATE INDEX by_value ON rows (value);
        CREATE TABLE keyed (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;"""
    )
    connection.executemany(
        "INSERT INTO rows VALUES (?, ?, ?)", [(index, index / 7, "x" * (index % 900)) for index in range(2_000)]
    )
    connection.executemany(
        "INSERT INTO keyed VALUES (?, ?)", [(f"key {index}", b"y" * (index * 17 % 9_000)) for index in range(300)]
    )
    connection.execute("DELETE FROM rows WHERE id % 5 < 3")
    if search:
        connection.execute("CREATE VIRTUAL TABLE found USING fts5(text)")
        connection.execute("INSERT INTO found SELECT text || ' words ' || id FROM rows")
    connection.commit()
    connection.close()


def write_pickle(path: Path, made: Any, protocol: int) -> None:
    path.write_bytes(pickle.dumps(made, protocol))


def pickle_files() -> Iterator[tuple[str, Write]]:
    objects = {
        "table": {"id": np.arange(ROWS), "word": [f"word {index}" for index in range(ROWS)]},
        "frame": pd.DataFrame({"a": np.arange(ROWS), "b": [str(index) for index in range(ROWS)]}),
    }
    for protocol in range(6):
        for name, made in objects.items():
            yield (
                f"pickle {protocol} {name}",
                partial(write_pickle, made=made, protocol=protocol),
            )


FILES: dict[str, Write] = dict(
    file
    for files in (
        parquet_files,
        arrow_files,
        hdf5_files,
        numpy_files,
        root_files,
        sqlite_files,
        pickle_files,
    )
    for file in files()
)


def test_there_are_a_hundred():
    assert len(FILES) >= 100


@pytest.mark.parametrize("name", FILES)
def test_file(tool, tmp_path, name):
    path = tmp_path / "file"
    FILES[name](path)
    [written] = [found for found in tmp_path.iterdir() if found.suffix != ".raw"]
    assert_exact(tool.ask("map", path=str(written)), written, unknown_share=0.01)

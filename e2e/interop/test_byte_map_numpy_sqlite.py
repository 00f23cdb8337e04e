"""Every byte of files by NumPy, Python's zipfile and SQLite belongs to one span of our map, and its figures are theirs."""

from __future__ import annotations

import sqlite3
import zipfile
from typing import IO, cast

import numpy as np
import pytest

from byte_map_account import assert_exact, bytes_of_kind, columns_of, part_named
from telling import telling


def arrays() -> dict[str, np.ndarray]:
    random = np.random.default_rng(5)
    return {
        "numbers": random.normal(size=(300, 7)),
        "fortran": np.asfortranarray(np.arange(600).reshape(20, 30)),
        "big_endian": np.arange(50, dtype=">i4"),
        "texts": np.array(["a", "a much longer text than the others"] * 40),
        "bytes": np.array([b"xy", b"z"]),
        "times": np.arange(30).astype("datetime64[s]"),
        "record": np.zeros(9, dtype=[("a", "<i4"), ("b", "<f8", (2,))]),
        "scalar": np.array(3),
        "empty": np.zeros((0, 4)),
        "objects": np.array([{"a": 1}, None], dtype=object),
        "complex": np.ones(4, dtype=complex),
        "flags": np.array([True, False] * 100),
    }


@pytest.mark.parametrize("name", arrays())
@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_npy(tool, tmp_path, name, version):
    path = tmp_path / "file.npy"
    array = arrays()[name]
    with path.open("wb") as file:
        np.lib.format.write_array(file, array, version=version)
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    [column] = answer["columns"]
    assert column["values"] == array.size
    if not array.dtype.hasobject:
        assert bytes_of_kind(answer["parts"][0], "values") == array.nbytes


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_npz(tool, tmp_path, save):
    path = tmp_path / "file.npz"
    save(path, **arrays())
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert answer["format"] == "npz"
    columns = columns_of(answer)
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
    assert [f"{name}.npy" for name in columns] == [member.filename for member in members]
    for member in members:
        name = member.filename.removesuffix(".npy")
        assert columns[name]["compressedBytes"] == member.compress_size
        assert columns[name]["uncompressedBytes"] == member.file_size
        assert columns[name]["values"] == arrays()[name].size
        part = part_named(answer, name)
        assert part["bytes"] - bytes_of_kind(part, "recordHeader") == member.compress_size
    found = [finding for finding in answer["findings"] if finding["column"] == "texts"]
    assert save is np.savez_compressed or telling(arrays()["texts"].dtype.str).search(found[0]["text"])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip(tool, tmp_path, method):
    """Another Zip archive has a map, too, also where sizes follow the data, and where they have 64 bits."""
    path = tmp_path / "file.zip"
    with path.open("wb") as file, zipfile.ZipFile(cast(IO[bytes], Unseekable(file)), "w", method) as archive:
        archive.writestr("a.txt", "text " * 1000)
        archive.comment = b"a comment"
        with archive.open("b.bin", "w", force_zip64=True) as member:
            member.write(b"bytes" * 500)
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert answer["format"] == "Zip"
    assert set(columns_of(answer)) == {"a.txt", "b.bin"}


class Unseekable:
    """A file that can't be rewound, so that zipfile writes the sizes after the data."""

    def __init__(self, file) -> None:
        self.write = file.write
        self.flush = file.flush


def fill(connection: sqlite3.Connection) -> None:
    connection.executescript(
        """
        CREATE TABLE numbers (id INTEGER PRIMARY KEY, value REAL, word TEXT);
        CREATE INDEX by_word ON numbers (word, value);
        CREATE TABLE long (id INTEGER PRIMARY KEY, text TEXT);
        CREATE TABLE plain (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE deleted (value);
        CREATE TABLE "odd name 'x" (value);
        CREATE VIEW seen AS SELECT word FROM numbers;
        """
    )
    random = np.random.default_rng(1)
    rows = [(float(value), f"word {value % 97}") for value in random.permutation(3_000)]
    connection.executemany("INSERT INTO numbers (value, word) VALUES (?, ?)", rows)
    connection.executemany("INSERT INTO long (text) VALUES (?)", [("x" * size,) for size in range(0, 20_000, 777)])
    connection.executemany("INSERT INTO plain VALUES (?, ?)", [(f"key {value}", "y" * value) for value in range(700)])
    connection.executemany("INSERT INTO deleted VALUES (?)", [("z" * 300,)] * 900)
    connection.execute("DELETE FROM numbers WHERE id % 7 = 0")
    connection.execute("DELETE FROM deleted WHERE rowid > 20")
    connection.commit()


@pytest.mark.full
@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
@pytest.mark.parametrize("vacuum", ["NONE", "FULL", "INCREMENTAL"])
@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def test_sqlite(tool, tmp_path, page_size, vacuum, encoding):
    """The pages, cells and unused bytes of each table and index are those of SQLite's own account, dbstat."""
    path = tmp_path / "file.db"
    with sqlite3.connect(path) as connection:
        for pragma in (f"encoding = '{encoding}'", f"page_size = {page_size}", f"auto_vacuum = {vacuum}"):
            connection.execute(f"PRAGMA {pragma}")
        fill(connection)
        # dbstat reads the 0 that stands for 65,536 on an empty page as 0.
        account = connection.execute(
            """SELECT name, sum(pgsize), sum(iif(unused < 0, unused + 65536, unused)), count(*), sum(pagetype = 'overflow')
            FROM dbstat GROUP BY name"""
        ).fetchall()
        [free] = connection.execute("PRAGMA freelist_count").fetchone()
    connection.close()
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    columns = columns_of(answer)
    assert {name.replace("sqlite_master", "sqlite_schema") for name, *_ in account} == set(columns)
    for name, page_bytes, unused, pages, overflows in account:
        part = part_named(answer, name.replace("sqlite_master", "sqlite_schema"))
        column = columns[part["name"]]
        assert part["bytes"] == page_bytes == column["compressedBytes"]
        assert bytes_of_kind(part, "freeSpace") == unused
        pages_by_kind = {encoding["name"]: encoding["pages"] for encoding in column["encodings"]}
        assert sum(pages_by_kind.values()) == pages
        assert pages_by_kind.get("overflow pages", 0) == overflows
    with sqlite3.connect(path) as connection:
        for name in ("numbers", "long", "plain", "deleted"):
            [rows] = connection.execute(f"SELECT count(*) FROM {name}").fetchone()
            assert columns[name]["values"] == rows
        # Each column of a table has the bytes of its values, wherever they lie; those of a REAL take 8, or fewer if it is a whole number.
        for table, value_name in [
            ("numbers", "word"),
            ("long", "text"),
            ("odd name 'x", "value"),
            ("sqlite_schema", "sql"),
        ]:
            quoted = table.replace('"', '""')
            values = connection.execute(f'SELECT "{value_name}" FROM "{quoted}"').fetchall()
            value_bytes = sum(len(str(value).encode(encoding)) for [value] in values if value is not None)
            found = [
                part["bytes"] for part in part_named(answer, table)["parts"] if part["name"] == f"Column “{value_name}”"
            ]
            assert found == ([value_bytes] if value_bytes > 0 else [])
    connection.close()
    free_parts = [part for part in answer["parts"] if part["name"] == "Free pages"]
    assert sum(part["bytes"] for part in free_parts) == free * page_size


def test_sqlite_write_ahead(tool, tmp_path):
    path = tmp_path / "file.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = wal")
    fill(connection)
    connection.close()
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert any("write-ahead mode" in finding["text"] for finding in answer["findings"])

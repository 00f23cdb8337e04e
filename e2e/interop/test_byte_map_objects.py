"""Every byte of files by uproot, Tkrzw and Python's pickle belongs to one span of our map, and its figures are theirs."""

from __future__ import annotations

import pickle
import pickletools
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import uproot

from byte_map_account import assert_exact, bytes_of_kind, columns_of, part_named

GOLDEN = Path(__file__).resolve().parents[2] / "fixtures/golden"


COMPRESSIONS = {
    "none": None,
    "zlib": uproot.ZLIB(1),
    "lzma": uproot.LZMA(1),
    "lz4": uproot.LZ4(1),
    "zstd": uproot.ZSTD(1),
}


def branches(first: int) -> dict[str, Any]:
    number = np.arange(first, first + 5_000)
    return {"id": number, "value": np.sqrt(number), "flag": number % 2 == 0, "matrix": np.ones((5_000, 3), "i2")}


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("extensions", [1, 4])
def test_root(tool, tmp_path, compression, extensions):
    """The bytes, baskets and entries of each branch are those that uproot finds."""
    path = tmp_path / "file.root"
    with uproot.recreate(path, compression=COMPRESSIONS[compression]) as file:
        file.mktree("folder/tree", {name: (array.dtype, array.shape[1:]) for name, array in branches(0).items()})
        for index in range(extensions):
            file["folder/tree"].extend(branches(index * 5_000))
        file["text"] = "a text"
        file["histogram"] = np.histogram(np.arange(100.0))
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    columns = columns_of(answer)
    with uproot.open(path) as file:
        tree = file["folder/tree"]
        assert set(columns) == {f"tree/{name}" for name in tree.keys()}  # noqa: SIM118
        for name, branch in tree.items():
            column = columns[f"tree/{name}"]
            assert column["compressedBytes"] == branch.compressed_bytes == part_named(answer, f"tree/{name}")["bytes"]
            assert column["uncompressedBytes"] == branch.uncompressed_bytes
            assert column["encodings"] == [{"name": "baskets", "pages": branch.num_baskets}]
            assert column["values"] == branch.num_entries


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("r*/*.root")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_root(tool, path):
    assert_exact(tool.ask("map", path=str(path)), path)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.tk[ht]")), ids=lambda path: path.name)
def test_tkrzw(tool, path):
    """The records are as many as the database's own count, and have as many bytes."""
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    content = path.read_bytes()
    [column] = answer["columns"]
    if "appended" not in path.name:
        assert column["values"] == int.from_bytes(content[24:32], "big")
        assert column["compressedBytes"] == int.from_bytes(content[32:40], "big")
    records = part_named(answer, "Pages of the tree" if path.suffix == ".tkt" else "Records")
    assert records["bytes"] + 4096 <= len(content)
    assert bytes_of_kind(records, "recordKeys", "values", "tree") > 0


OBJECTS: dict[str, Any] = {
    "columns": {
        "id": np.arange(5_000),
        "word": [f"word {value % 9}" for value in range(5_000)],
        "float": [0.5] * 5_000,
    },
    "list": [float(value) for value in range(3_000)],
    "records": [{"a": value, "b": str(value), "c": None} for value in range(800)],
    "nested": {"a": {"b": [1, (2, 3)], "c": {4, 5}}, "d": b"bytes" * 100, "e": bytearray(50), "f": frozenset("xy")},
    "frame": pd.DataFrame({"x": np.arange(900), "y": [str(value) for value in range(900)]}),
    "numbers": {value: value**9 for value in range(-2_000, 4_000)},
    "many": {f"key {value}": value for value in range(9_000)},
    "scalar": 7,
}


@pytest.mark.full
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("name", OBJECTS)
def test_pickle(tool, tmp_path, protocol, name):
    """The bytes of numbers, texts and bytes are those of pickletools' opcodes."""
    path = tmp_path / "file.pkl"
    path.write_bytes(pickle.dumps(OBJECTS[name], protocol=protocol))
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    values = 0
    content = path.read_bytes()
    found = [(opcode, place or 0) for opcode, _, place in pickletools.genops(content)]
    ends = [place for _, place in found[1:]] + [len(content)]
    for (opcode, place), end in zip(found, ends, strict=True):
        if opcode.name in ("BININT", "BININT1", "BININT2", "BINFLOAT"):
            values += end - place - 1
        elif opcode.arg is not None and opcode.stack_after and opcode.name.endswith(SIZED):
            values += end - place - 1 - SIZES[opcode.arg.name.rstrip("0123456789")][opcode.arg.name]
    assert answer["kinds"].get("values", 0) == values
    if name == "columns":
        assert set(columns_of(answer)) == {"id", "word", "float", "Around the entries"}


SIZED = ("BYTES", "BYTES8", "UNICODE", "UNICODE8", "BYTEARRAY8", "STRING", "LONG1", "LONG4")
SIZES = {
    "string": {"string1": 1, "string4": 4},
    "bytes": {"bytes1": 1, "bytes4": 4, "bytes8": 8},
    "bytearray": {"bytearray8": 8},
    "unicodestring": {"unicodestring1": 1, "unicodestring4": 4, "unicodestring8": 8},
    "long": {"long1": 1, "long4": 4},
}


def test_pickles_that_follow_each_other(tool, tmp_path):
    path = tmp_path / "file.pkl"
    path.write_bytes(b"".join(pickle.dumps({"a": index, "b": "x"}) for index in range(5)))
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert len([column for column in answer["columns"] if column["name"] == "a"]) == 5

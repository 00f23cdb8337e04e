"""ROOT's trees both ways: uproot and jsroot read what our writer streams to disk, and our reader what uproot writes, by every codec; files beyond 2 GB too."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from typing import Any

import awkward as ak
import numpy as np
import pytest
import uproot

from depth import full
from reference_root import ALGORITHMS, COUNTING, HERE, NUMBERS, Tool, made

MILLION = 1_000_000
CODECS = [None, "zlib", "lz4", "zstd", "lzma"]
#: Each at a level of either kind of LZ4, and at zstd's row and tree searches.
LEVELS = [
    None,
    ("zlib", 1),
    full(("zlib", 9)),
    full(("lz4", 1)),
    ("lz4", 4),
    full(("lz4", 9)),
    full(("zstd", 1)),
    ("zstd", 5),
    full(("zstd", 9)),
    ("lzma", 1),
    full(("lzma", 7)),
]
KINDS = {"bool": "bool", **{kind: kind for kind in NUMBERS}}


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool()
    yield made_tool
    made_tool.close()


def setting(codec) -> dict | None:
    return None if codec is None else {"algorithm": codec[0], "level": codec[1]}


def assert_branch(found: ak.Array, expected, place: str) -> None:
    if isinstance(expected, ak.Array):
        assert ak.to_list(ak.num(found)) == ak.to_list(ak.num(expected)), place
        assert (
            ak.array_equal(ak.flatten(found), ak.flatten(expected))
            if found.layout.parameters.get("__array__") != "string"
            else ak.all(found == expected)
        ), place
    else:
        values = found.to_numpy()
        assert values.dtype == expected.dtype and values.shape == expected.shape and np.array_equal(values, expected), (
            place
        )


@pytest.mark.full
@pytest.mark.parametrize("codec", LEVELS, ids=lambda codec: "none" if codec is None else f"{codec[0]}-{codec[1]}")
def test_uproot_reads_every_kind_of_branch_of_several_trees(tool, tmp_path, codec):
    path = tmp_path / "ours.root"
    trees: list[dict[str, Any]] = [
        {"name": "many", "rows": 11_000, "branches": "every"},
        {"name": "none", "rows": 0, "branches": "every"},
        {"name": "count", "rows": 12_000, "branches": "counting"},
        {"name": "one", "rows": 1, "branches": "every"},
    ]
    tool.ask("write", path=str(path), trees=trees, compression=setting(codec))
    with uproot.open(path) as file:
        assert file.keys() == [f"{tree['name']};1" for tree in trees]
        assert (file.file.compression.code if file.file.compression else 0) == (
            0 if codec is None else {"zlib": 100, "lzma": 200, "lz4": 400, "zstd": 500}[codec[0]] + codec[1]
        )
        for tree in trees:
            expected = made(tree["rows"], tree["branches"])
            found = file[tree["name"]]
            assert found.num_entries == tree["rows"] and found.title == f"{tree['rows']} rows"
            assert found.keys() == list(expected)
            for name, values in expected.items():
                assert_branch(found[name].array(), values, f"{tree['name']}.{name}")
            if tree["rows"] > 10_000:
                # A part of it, which begins and ends inside baskets.
                assert np.array_equal(
                    found[found.keys()[0]].array(entry_start=5_001, entry_stop=9_999, library="np"),
                    expected[found.keys()[0]][5_001:9_999],
                )


@pytest.mark.full
@pytest.mark.parametrize(
    "codec",
    [None, ("zstd", 5)],
    ids=lambda codec: "none" if codec is None else codec[0],
)
def test_uproot_reads_a_million_rows(tool, tmp_path, codec):
    path = tmp_path / "ours.root"
    tool.ask(
        "write",
        path=str(path),
        trees=[{"name": "events", "rows": MILLION, "branches": "counting"}],
        compression=setting(codec),
    )
    with uproot.open(path) as file:
        arrays = file["events"].arrays(library="np")
    assert list(arrays) == list(COUNTING)
    expected = np.arange(MILLION, dtype=np.int64)
    assert all(np.array_equal(values, expected) for values in arrays.values())


def as_json(values) -> list:
    """The values as jsroot returns them: 64-bit integers as numbers, texts with a character per byte."""
    return ak.to_list(values) if isinstance(values, ak.Array) else values.tolist()


@pytest.mark.full
@pytest.mark.parametrize(
    "codec",
    [None, ("zlib", 1), ("lz4", 4), ("zstd", 5), ("lzma", 1)],
    ids=lambda codec: "none" if codec is None else codec[0],
)
def test_jsroot_reads_every_kind_of_branch(tool, tmp_path, codec):
    path = tmp_path / "ours.root"
    tool.ask(
        "write",
        path=str(path),
        trees=[{"name": "many", "rows": 4_000, "branches": "every"}, {"name": "none", "rows": 0, "branches": "every"}],
        compression=setting(codec),
    )
    done = subprocess.run(
        ["node", str(HERE / "root/jsroot-read.mjs"), str(path)],
        capture_output=True,
        text=True,
        cwd=HERE.parents[1],
        check=True,
    )
    trees = json.loads(done.stdout)
    assert trees["none"]["entries"] == 0
    for name, values in made(4_000, "every").items():
        found = trees["many"]["columns"][name]
        if name == "text":
            found = [text.encode("latin-1").decode() for text in found]
        assert found == as_json(values), name


def uproot_types(columns: dict) -> dict:
    return {
        name: "string"
        if name == "text"
        else ("var * " + str(ak.type(values.layout.content).content))
        if isinstance(values, ak.Array)
        else np.dtype((values.dtype, values.shape[1:]))
        for name, values in columns.items()
    }


def little(values: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


def assert_ours(found: dict, columns: dict) -> None:
    for name, values in columns.items():
        branch = found["branches"][name]
        if not isinstance(values, ak.Array):
            assert branch["values"] == little(values), name
            assert branch["offsets"] is None
            continue
        layout = ak.to_packed(values).layout
        offsets = np.asarray(layout.offsets).astype(np.int32)
        assert branch["offsets"] == little(offsets), name
        assert branch["values"] == little(np.asarray(layout.content.data)), name


@pytest.mark.parametrize(
    "codec, rows",
    # Each codec writes few rows; of many, zstd writes one basket below.
    [*((codec, rows) for codec in CODECS for rows in (0, 1, 2_500)), full(None, MILLION), full("lz4", MILLION)],
)
def test_we_read_what_uproot_writes(tool, tmp_path, codec, rows):
    path = tmp_path / "theirs.root"
    columns = made(rows, "counting" if rows == MILLION else "every")
    # uproot makes its own branches that count.
    columns = {name: values for name, values in columns.items() if name not in ("njagged", "nbytes")}
    with uproot.recreate(path, compression=None if codec is None else ALGORITHMS[codec](4)) as file:
        for tree in ("first", "folder/second"):
            file.mktree(
                tree,
                uproot_types(columns)
                if rows
                else uproot_types({n: v for n, v in made(1, "every").items() if n in columns}),
            )
            if rows > 0:
                # Several baskets a branch.
                for start in range(0, rows, max(1, rows // 3)):
                    file[tree].extend(
                        {name: values[start : start + max(1, rows // 3)] for name, values in columns.items()}
                    )
        file["histogram"] = np.histogram([1.0, 2.0, 2.5])
    found = tool.ask("read", path=str(path))
    assert set(map(tuple, found["keys"])) == {
        ("first", "TTree"),
        ("folder", "TDirectory"),
        ("folder/second", "TTree"),
        ("histogram", "TH1D"),
    }
    assert set(found["trees"]) == {"first", "folder/second"}
    for tree in found["trees"].values():
        assert tree["entryCount"] == rows and tree["skipped"] == []
        assert_ours(tree, columns)


@pytest.mark.full
def test_we_read_a_basket_of_a_million_rows(tool, tmp_path):
    path = tmp_path / "theirs.root"
    columns = made(MILLION, "counting")
    with uproot.recreate(path, compression=uproot.ZSTD(2)) as file:
        file.mktree("events", uproot_types(columns))
        file["events"].extend(columns)
    assert_ours(tool.ask("read", path=str(path))["trees"]["events"], columns)


@pytest.mark.parametrize("path", sorted((HERE.parents[1] / "fixtures/root").glob("*.root")), ids=lambda path: path.name)
def test_we_read_what_root_wrote(tool, path):
    """ROOT's own files: every flat branch equals uproot's, and every other branch has a reason for being skipped."""
    found = tool.ask("read", path=str(path))
    with uproot.open(path) as file:
        trees = {
            name: file[name] for name, kind in file.classnames(cycle=False).items() if kind in ("TTree", "TNtuple")
        }
        assert set(found["trees"]) == set(trees)
        for name, tree in trees.items():
            branches = {branch.name: branch for branch in tree.itervalues()}
            ours = found["trees"][name]
            assert ours["entryCount"] == tree.num_entries
            assert set(ours["branches"]) | {skipped["name"] for skipped in ours["skipped"]} == set(branches)
            assert all(
                skipped["className"] == "TBranchElement" or "leaves each" in skipped["reason"]
                for skipped in ours["skipped"]
            )
            for branch, read in ours["branches"].items():
                values = branches[branch].array()
                while values.ndim > 1:
                    values = ak.flatten(values)
                numbers = values.to_numpy()
                assert read["values"] == little(numbers.astype(numbers.dtype.newbyteorder("<"))), f"{name}.{branch}"


@pytest.mark.full
@pytest.mark.parametrize(
    "hole", [2**31 - 40_000, 2**31 + 1, 5 * 2**30], ids=["across 2 GB", "beyond 2 GB", "beyond 5 GB"]
)
def test_files_beyond_two_gigabytes(tool, tmp_path, hole):
    """The file is sparse: its records begin after a hole, so all its seek pointers need 64 bits."""
    path = tmp_path / "large.root"
    tool.ask(
        "write",
        path=str(path),
        trees=[{"name": "events", "rows": 20_000, "branches": "every"}],
        compression=setting(("lz4", 1)),
        firstFreeByte=hole,
    )
    assert path.stat().st_size > hole and path.stat().st_blocks * 512 < 64 * MILLION
    columns = made(20_000, "every")
    with uproot.open(path) as file:
        assert file.file.fVersion > MILLION
        for name, values in columns.items():
            assert_branch(file["events"][name].array(), values, name)
    assert_ours(tool.ask("read", path=str(path))["trees"]["events"], columns)


def sums(rows: int) -> dict[str, int]:
    """Sums of columns of consecutive numbers, and of a column in which every bit changes, as wrapping int64 (made-data.mjs)."""
    counting = rows * (rows - 1) // 2
    return {**dict.fromkeys(COUNTING, counting), "mixed": counting * 0x9E37_79B9_7F4A_7C15}


@pytest.mark.full
@pytest.mark.parametrize(
    "codec",
    [None, ("zlib", 1), ("lz4", 1), ("lz4", 4), ("zstd", 1), ("zstd", 5), ("lzma", 1)],
    ids=lambda codec: "none" if codec is None else f"{codec[0]}-{codec[1]}",
)
def test_sums_of_a_streamed_file(tool, tmp_path, codec):
    """Runs the check of `npm run bench:root -- --check`, which there uses ten million rows, with fewer."""
    path = tmp_path / "ours.root"
    tool.ask(
        "write",
        path=str(path),
        trees=[{"name": "tree", "rows": 100_001, "branches": "check"}],
        compression=setting(codec),
    )
    with uproot.open(path) as file:
        arrays = file["tree"].arrays(library="np")
    assert {name: int(values.sum()) % 2**64 for name, values in arrays.items()} == {
        name: total % 2**64 for name, total in sums(100_001).items()
    }


@pytest.mark.skipif(os.environ.get("FORMATLAB_LARGE") != "1", reason="takes minutes: FORMATLAB_LARGE=1 runs it")
@pytest.mark.parametrize(
    "codec",
    [None, ("zlib", 1), ("lz4", 4), ("zstd", 5), ("lzma", 1)],
    ids=lambda codec: "none" if codec is None else codec[0],
)
def test_ten_million_rows(tool, tmp_path, codec):
    path = tmp_path / "ours.root"
    tool.ask(
        "write",
        path=str(path),
        trees=[{"name": "events", "rows": 10 * MILLION, "branches": "counting"}],
        compression=setting(codec),
    )
    with uproot.open(path) as file:
        for name in COUNTING:
            assert int(file["events"][name].array(library="np").sum()) == 10 * MILLION * (10 * MILLION - 1) // 2

"""RNTuple both ways: uproot and jsroot read what our writer streams to disk, and our reader what uproot writes, by every codec, with several clusters and pages."""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import uproot

from depth import full
from formatlab_data import NUMPY_TYPE, Column, Dataset, from_canonical, to_canonical
from golden_rntuple import NATIVE, as_awkward
from reference_readers import assert_same_table
from reference_rntuple import check_pages, columns_of
from reference_root import ALGORITHMS, HERE, Tool

MILLION = 1_000_000
#: Enough that uproot writes several pages of them.
MANY = 100_000
CODECS = [None, "zlib", "lz4", "zstd", "lzma"]
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


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("rntuple/tool.mjs")
    yield made_tool
    made_tool.close()


def name_of(codec) -> str:
    return "none" if codec is None else codec if isinstance(codec, str) else f"{codec[0]}-{codec[1]}"


# ── Data ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fixed(kind: str, rows: int) -> np.ndarray:
    row = np.arange(rows, dtype=np.uint64)
    if kind == "bool":
        return (row % 3 == 0).astype(np.uint8)
    if kind.startswith("float"):
        return (row / 7 - 1_000).astype(kind)
    mixed = row * np.uint64(0x9E37_79B9_7F4A_7C15)
    return (
        (mixed >> np.uint64(64 - NUMPY_TYPE[kind].itemsize * 8))
        .astype(f"u{NUMPY_TYPE[kind].itemsize}")
        .view(NUMPY_TYPE[kind])
    )


def variable(kind: str, rows: int) -> list[bytes]:
    if kind == "binary":
        return [bytes((row + at) & 0xFF for at in range(row % 11)) for row in range(rows)]
    texts = ("é" * 200 if row % 1_000 == 999 else f"text {row}" * (row % 4) for row in range(rows))
    return [(json.dumps(text) if kind == "json" else text).encode() for text in texts]


def made(rows: int, kinds=(*NUMPY_TYPE, "utf8", "binary", "json"), nullable=(False, True)) -> Dataset:
    columns = []
    for kind in kinds:
        for nulls in nullable if rows else (False,):
            values = fixed(kind, rows) if kind in NUMPY_TYPE else variable(kind, rows)
            valid = (np.arange(rows) % 7 != 3) & (np.arange(rows) != rows - 1) if nulls else None
            if valid is not None:
                values = (
                    [value if there else b"" for value, there in zip(values, valid, strict=True)]
                    if isinstance(values, list)
                    else np.where(valid, values, 0).astype(values.dtype)
                )
            columns.append(Column(f"{kind}.or null" if nulls else kind, kind, valid, values))
    return Dataset("table", rows, columns=columns)


def counting(rows: int) -> Dataset:
    return Dataset(
        "table",
        rows,
        columns=[
            Column(name, "int64", None, np.arange(rows, dtype=np.int64))
            for name in ("x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1")
        ],
    )


def canonical_of(dataset: Dataset, folder: Path) -> Path:
    path = folder / f"{dataset.item_count}-{len(dataset.columns)}.canonical"
    if not path.exists():
        path.write_bytes(to_canonical(dataset))
    return path


def write(tool, dataset: Dataset, folder: Path, codec, **options) -> tuple[Path, dict]:
    path = folder / "ours.root"
    compression = None if codec is None else {"algorithm": codec[0], "level": codec[1]}
    return path, tool.ask(
        "write", canonical=str(canonical_of(dataset, folder)), path=str(path), compression=compression, **options
    )


def assert_we_read(tool, path: Path, expected: Dataset, folder: Path) -> dict:
    answer = tool.ask("read", path=str(path), canonical=str(folder / "read.canonical"))
    found = from_canonical((folder / "read.canonical").read_bytes())
    assert found.item_count == expected.item_count
    assert_same_table(found.columns, expected)
    return answer


# ── Ours, read by others ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("codec", LEVELS, ids=name_of)
def test_uproot_reads_every_kind_of_column(tool, tmp_path, codec):
    """One page per column, and thousands of pages in many clusters, whose limits are inside bytes of bits."""
    dataset = made(2_501)
    for options in ({}, {"pageBytes": 1_024, "clusterBytes": 100_003}):
        path, _ = write(tool, dataset, tmp_path, codec, **options)
        assert_same_table(columns_of(path, codec and codec[0], dataset.item_count), dataset)
        with uproot.open(path) as file:
            ntuple = file["ntuple"]
            assert len(ntuple.cluster_summaries) == 1 if options == {} else len(ntuple.cluster_summaries) > 4
            check_pages(path, ntuple, codec and codec[0], codec and codec[1])
            # A part of it, which begins and ends inside pages and clusters.
            assert np.array_equal(
                ntuple["int64"].array(entry_start=501, entry_stop=1_999, library="np"),
                dataset.columns[6].values[501:1_999],
            )
        counts = assert_we_read(tool, path, dataset, tmp_path)["counts"]
        assert (counts["clusters"], counts["pages"]) == (
            len(ntuple.cluster_summaries),
            sum(len(c.pages) for cluster in ntuple.page_link_list for c in cluster),
        )


@pytest.mark.parametrize("codec", LEVELS[:1] + [("zstd", 5)], ids=name_of)
@pytest.mark.parametrize("rows", [0, 1])
def test_uproot_reads_hardly_anything(tool, tmp_path, codec, rows):
    dataset = made(rows)
    path, _ = write(tool, dataset, tmp_path, codec)
    assert_same_table(columns_of(path, codec and codec[0], rows), dataset)
    assert_we_read(tool, path, dataset, tmp_path)


@pytest.mark.full
def test_uproot_reads_three_million_rows(tool, tmp_path):
    """So many that they fill more than one cluster."""
    dataset = counting(3 * MILLION)
    path, _ = write(tool, dataset, tmp_path, ("zstd", 5))
    with uproot.open(path) as file:
        assert len(file["ntuple"].cluster_summaries) == 2
        arrays = file["ntuple"].arrays()
    assert arrays.fields == [c.name for c in dataset.columns]
    assert all(np.array_equal(ak.to_numpy(arrays[c.name]), c.values) for c in dataset.columns)


@pytest.mark.full
@pytest.mark.parametrize(
    "codec", [None, ("zlib", 1), ("lz4", 1), ("lz4", 4), ("zstd", 1), ("zstd", 5), ("lzma", 1)], ids=name_of
)
def test_sums_of_a_streamed_file(tool, tmp_path, codec):
    """As `npm run bench:root -- --check` does with ten million rows: columns that count, and one whose every bit changes (counting-table.mjs), as int64, which goes around."""
    rows = 300_001
    path = tmp_path / "ours.root"
    tool.ask(
        "stream",
        path=str(path),
        rows=rows,
        clusterRows=100_000,
        compression=None if codec is None else {"algorithm": codec[0], "level": codec[1]},
    )
    with uproot.open(path) as file:
        assert len(file["ntuple"].cluster_summaries) == 4
        arrays = file["ntuple"].arrays()
    total = rows * (rows - 1) // 2
    assert len(arrays.fields) == 9
    for name in arrays.fields:
        values = ak.to_numpy(arrays[name])
        assert (
            values.dtype == np.int64
            and int(values.sum()) % 2**64 == total * (0x9E37_79B9_7F4A_7C15 if name == "mixed" else 1) % 2**64
        ), name


@pytest.mark.full
@pytest.mark.parametrize(
    "codec, options",
    [
        *(
            pytest.param(codec, {}, id=f"{name_of(codec)}-one cluster")
            for codec in (None, ("zlib", 1), ("lz4", 4), ("zstd", 5), ("lzma", 1))
        ),
        # How pages are found does not depend on the codec.
        pytest.param(("zstd", 5), {"pageBytes": 1_024, "clusterBytes": 60_001}, id="zstd-many pages"),
    ],
)
def test_jsroot_reads_what_it_knows(tool, tmp_path, codec, options):
    """Compares with jsroot, which has no std::optional, and returns 64-bit integers as numbers and texts with a character per byte."""
    dataset = made(
        2_501,
        kinds=[kind for kind in NUMPY_TYPE if kind not in ("int64", "uint64", "timestamp")] + ["utf8", "binary"],
        nullable=(False,),
    )
    path, _ = write(tool, dataset, tmp_path, codec, **options)
    done = subprocess.run(
        ["node", str(HERE / "rntuple/jsroot-read.mjs"), str(path)],
        capture_output=True,
        text=True,
        cwd=HERE.parents[1],
        check=True,
    )
    found = json.loads(done.stdout)
    assert list(found) == [c.name for c in dataset.columns]
    for column in dataset.columns:
        if column.type == "utf8":
            assert [bytes(ord(letter) & 0xFF for letter in text) for text in found[column.name]] == column.values
        elif column.type == "binary":
            assert [bytes(row) for row in found[column.name]] == column.values
        else:
            assert (
                found[column.name] == (column.values.astype(bool) if column.type == "bool" else column.values).tolist()
            ), column.name


# ── Theirs, read by us ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("codec", "rows"),
    [
        # lzma takes seconds for many rows; that pages and clusters are found does not depend on the codec.
        pytest.param(codec, rows, id=f"{name_of(codec)}-{rows}")
        for codec in CODECS
        for rows in (1, 2_500, MANY)
        if codec != "lzma" or rows < MANY
    ],
)
def test_we_read_what_uproot_writes(tool, tmp_path, codec, rows):
    dataset = made(rows, NATIVE) if rows < MANY else counting(rows)
    for column in dataset.columns:
        column.name = column.name.replace(".or null", "_or_null")
    # uproot sorts the names.
    dataset.columns.sort(key=lambda column: column.name)
    whole = {column.name: as_awkward(column) for column in dataset.columns}
    path = tmp_path / "theirs.root"
    with uproot.recreate(path, compression=None if codec is None else ALGORITHMS[codec](4)) as file:
        step = max(1, rows // 3)
        file.mkrntuple("folder/theirs", {name: array[:step] for name, array in whole.items()})
        for start in range(step, rows, step):
            file["folder/theirs"].extend({name: array[start : start + step] for name, array in whole.items()})
    counts = assert_we_read(tool, path, dataset, tmp_path)["counts"]
    assert counts["clusters"] == len(range(0, rows, step))


def test_we_read_the_lists_records_and_arrays_that_uproot_writes(tool, tmp_path):
    path = tmp_path / "theirs.root"
    numbers = Column("item", "float64", None, np.array([1.5, 2.5, 3.5]))
    records = [
        Column("a", "int64", None, np.array([1, 2, 3, 4])),
        Column("b", "list", None, np.array([0, 1, 1, 3, 3], np.int32), parts=[numbers]),
    ]
    offsets = np.array([0, 2, 2, 4], np.int32)
    whole = {
        "array": np.arange(12, dtype=np.float32).reshape(3, 2, 2),
        "bytes": ak.values_astype(ak.Array([[1], [], [2, 255]]), np.uint8),
        "list": ak.Array([[[1.5], []], [], [[2.5, 3.5]]]),
        "number": np.arange(3, dtype=np.int16),
        "records": ak.Array(
            [[{"a": 1, "b": [1.5]}, {"a": 2, "b": []}], [], [{"a": 3, "b": [2.5, 3.5]}, {"a": 4, "b": []}]]
        ),
        "union": ak.Array([1, "text", 2]),
    }
    with uproot.recreate(path) as file:
        file.mkrntuple("theirs", whole)
    pairs = Column(
        "item",
        "list",
        None,
        np.arange(0, 13, 2, dtype=np.int32)[:7],
        parts=[Column("item", "float32", None, np.arange(12, dtype=np.float32))],
    )
    expected = Dataset(
        "table",
        3,
        columns=[
            Column("array", "list", None, np.array([0, 2, 4, 6], np.int32), parts=[pairs]),
            Column("bytes", "binary", None, [b"\x01", b"", b"\x02\xff"]),
            Column(
                "list",
                "list",
                None,
                np.array([0, 2, 2, 3], np.int32),
                parts=[Column("item", "list", None, np.array([0, 1, 1, 3], np.int32), parts=[numbers])],
            ),
            Column("number", "int16", None, whole["number"]),
            Column("records", "list", None, offsets, parts=[Column("item", "struct", None, None, parts=records)]),
        ],
    )
    skipped = assert_we_read(tool, path, expected, tmp_path)["skipped"]
    assert {entry["name"] for entry in skipped} == {"union"}


def test_the_anchor_is_as_root_writes_it(tool, tmp_path):
    """Checks epoch 1 of the format, version 2 of the class, and a checksum outside its byte count."""
    path, _ = write(tool, made(10), tmp_path, ("zstd", 5))
    with uproot.open(path) as file:
        key = file.key("ntuple")
        data = path.read_bytes()[key.fSeekKey + key.fKeylen :]
    assert struct.unpack(">IHHHHH", data[:14]) == (0x4000_0000 | 66, 2, 1, 0, 0, 0)
    assert key.fObjlen == 78 and struct.unpack(">Q", data[62:70])[0] == 2**30

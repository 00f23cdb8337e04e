"""The requests and bytes that the product counts for a reader over a network, beside those of the real readers, counted by a server of ranges."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import h5py
import hdf5plugin  # noqa: F401 — registers the filters
import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
import uproot
from numpy.lib import format as npy_format
from pyarrow import fs, ipc

from formatlab_data import from_canonical
from range_server import RangeFile, RangeFileSystem, RangeServer
from tkrzw_reference import SYSTEM_PYTHON, dumped, require_tool

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ENTRIES = [entry for entry in json.loads((FILES / "manifest.json").read_text()) if entry.get("network")]


def entries(*formats: str) -> list:
    """The files of the formats: all with default options, and every fifth of the others."""
    found = [entry for entry in ENTRIES if entry["format"] in formats]
    others = [entry for entry in found if entry["full"]][::5]
    return [
        *(pytest.param(entry, id=entry["file"]) for entry in found if not entry["full"]),
        *(pytest.param(entry, id=entry["file"], marks=[pytest.mark.full]) for entry in others),
    ]


@pytest.fixture(scope="module")
def server():
    made = RangeServer()
    RangeFileSystem.server = made
    yield made
    made.close()


def counted(entry: dict, part: str) -> tuple[int, int]:
    """The requests and bytes of the product's counts."""
    network = entry["network"]
    return network[f"networkRequestsFor{part}"], network[f"networkBytesFor{part}"]


def column_of(entry: dict) -> int:
    """The place of the column that the product counts."""
    return int(entry["network"]["columnIndex"])


def asked(server: RangeServer) -> tuple[int, int]:
    return len(server.requests), sum(server.requests)


def dataset_of(entry: dict) -> Any:
    return from_canonical((FILES / f"{entry['dataset']}.canonical").read_bytes())


def test_every_format_is_counted():
    """The tests below compare what is counted, and would pass without any of these."""
    both = ("arrow", "hdf5", "parquet", "rntuple", "root")
    assert {
        (entry["format"], part)
        for entry in ENTRIES
        for part in ("OneColumn", "OneRow")
        if f"networkRequestsFor{part}" in entry["network"]
    } == {
        *((name, "OneColumn") for name in both),
        *((name, "OneRow") for name in (*both, "hashdbm", "npy", "treedbm")),
    }


# ── Arrow and Parquet by pyarrow ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.full
@pytest.mark.parametrize("entry", entries("arrow"))
def test_arrow(server, entry):
    """As many requests and bytes as pyarrow's."""
    path = FILES / entry["file"]
    server.serve(path)
    if entry["options"]["container"] == "stream":
        assert counted(entry, "OneRow") == (1, path.stat().st_size)
        return
    kind = dataset_of(entry).kind
    is_keyed = kind in ("keyedVectors", "dict", "records")
    file = pa.PythonFile(RangeFile(server), mode="r")
    # The keys are the first of two columns.
    column = ipc.IpcReadOptions(included_fields=[0 if is_keyed else column_of(entry)])
    ipc.open_file(file, options=column).read_all()
    for_column = asked(server)
    if kind == "table" and "networkRequestsForOneColumn" in entry["network"]:
        (requests, sizes), (their_requests, their_sizes) = counted(entry, "OneColumn"), for_column
        # The padding of one buffer more or less.
        assert requests == their_requests and abs(sizes - their_sizes) <= 8, (sizes, their_sizes)
    server.requests = []
    reader = ipc.open_file(pa.PythonFile(RangeFile(server), mode="r"))
    opening = asked(server)
    batch = middle_batch(path)
    if batch is not None:
        reader.get_batch(batch)
    requests, sizes = asked(server)
    if is_keyed and batch is not None:
        # The keys are read before; the file is open then. pyarrow reads no dictionary here.
        requests += for_column[0] - opening[0]
        sizes += for_column[1] - opening[1]
    if batch is not None:
        assert counted(entry, "OneRow") == (requests, sizes)


def middle_batch(path: Path) -> int | None:
    """The number of the batch that holds the middle row."""
    with ipc.open_file(str(path)) as reader:
        rows = [reader.get_batch(index).num_rows for index in range(reader.num_record_batches)]
    ends = np.cumsum(rows)
    return None if sum(rows) == 0 else int(np.searchsorted(ends, sum(rows) // 2, side="right"))


@pytest.mark.full
@pytest.mark.parametrize("entry", entries("parquet"))
def test_parquet(server, entry):
    """pyarrow asks for the same end of the file and the same chunks, but for each chunk apart, and once more for what the end of the file holds."""
    path = FILES / entry["file"]
    server.serve(path)
    column = column_of(entry)
    columns = pq.read_schema(path).names[column : column + 1]
    pq.ParquetFile(pa.PythonFile(RangeFile(server), mode="r"), pre_buffer=True).read(columns=columns)
    requests, sizes = asked(server)
    of_end = min(65_536, path.stat().st_size)
    assert server.requests[0] == of_end
    ours = counted(entry, "OneColumn")
    assert ours[0] <= requests
    assert of_end + chunk_bytes(path, path.stat().st_size - of_end, columns) <= ours[1] <= of_end + sizes


def chunk_bytes(path: Path, end: int, columns: list[str]) -> int:
    """The bytes of the columns' chunks that lie before a place in the file."""
    metadata = pq.read_metadata(path)
    total = 0
    for group in range(metadata.num_row_groups):
        for chunk in (metadata.row_group(group).column(leaf) for leaf in range(metadata.num_columns)):
            if chunk.path_in_schema.split(".")[0] in columns:
                start = chunk.dictionary_page_offset or chunk.data_page_offset
                total += max(0, min(end, start + chunk.total_compressed_size) - start)
    return total


# ── What pyarrow's datasets and DuckDB ask for of Parquet ────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def shapes(tmp_path_factory) -> dict[str, Path]:
    """Parquet files in which a reader meets few and many row groups, a footer that is longer than its first request, and gaps that it merges."""
    folder = tmp_path_factory.mktemp("shapes")
    random = np.random.default_rng(1)

    def written(name: str, columns: int, rows: int, rows_in_group: int) -> Path:
        # The first column is sorted, so that its statistics tell the row group of a value.
        table = pa.table(
            {"c0": np.arange(rows) // 20}
            | {f"c{index}": random.integers(0, 1_000, rows) for index in range(1, columns)}
        )
        pq.write_table(table, folder / name, row_group_size=rows_in_group)
        return folder / name

    return {
        "few row groups": written("few.parquet", 12, 400_000, 100_000),
        "many row groups": written("many.parquet", 12, 60_000, 5_000),
        "long footer": written("footer.parquet", 400, 2_000, 1_000),
        "gaps below 8 KiB": written("gaps.parquet", 2, 40_000, 2_000),
    }


SHAPES = ["few row groups", "many row groups", "long footer", "gaps below 8 KiB"]


def assert_same(ours: dict, theirs: tuple[int, int]) -> None:
    """Requests within 1, bytes within 5 %."""
    assert abs(ours["requests"] - theirs[0]) <= 1, (ours, theirs)
    assert abs(ours["bytes"] - theirs[1]) <= 0.05 * theirs[1], (ours, theirs)


def middle_value(path: Path) -> int:
    """The value of the sorted column in the middle row."""
    return pq.read_metadata(path).num_rows // 2 // 20


def after_opening(asked_for: dict, part: str) -> dict:
    return {figure: asked_for[part][figure] - asked_for["toOpen"][figure] for figure in ("requests", "bytes")}


@pytest.mark.parametrize("shape", SHAPES)
def test_parquet_by_a_dataset_of_pyarrow(server, tool, shapes, shape, monkeypatch):
    """Through its own client of S3: the first column, and once the dataset keeps the footer another one and the middle row."""
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    path = shapes[shape]
    server.serve(path)
    server.delay = 0.02
    store = fs.S3FileSystem(
        anonymous=True, endpoint_override=f"127.0.0.1:{server.port}", scheme="http", region="us-east-1"
    )
    reader = {"reader": "pyarrow", "gapBytes": 8_192}
    first, second = (tool.ask("requests", path=str(path), columnIndex=column, **reader) for column in (0, 1))
    dataset = ds.dataset("bucket/file.parquet", format="parquet", filesystem=store)
    dataset.to_table(columns=["c0"])
    assert_same(first["column"], asked(server))
    server.requests = []
    # So long that all that are sent at once are open together, on a busy machine too.
    server.delay = 0.3
    dataset.to_table(columns=["c1"])
    assert_same(after_opening(second, "column"), asked(server))
    if shape == "many row groups":
        assert server.most_at_once == pa.io_thread_count() == 8
    server.delay = 0.0
    server.requests = []
    assert dataset.to_table(filter=ds.field("c0") == middle_value(path)).num_rows == 20
    assert_same(after_opening(first, "row"), asked(server))


@pytest.mark.parametrize("shape", SHAPES)
def test_parquet_by_duckdb(server, tool, shapes, shape):
    """
    Its reader asks the same of any file system, and httpfs sends that as it is: DuckDB 1.5.5 with its httpfs asked this server for the same ranges.
    The extension of 2.0 is in no package registry. It would send one request more, for the file's size.
    """
    path = shapes[shape]
    server.serve(path)
    reader = {"reader": "duckdb", "gapBytes": 0}
    ours = tool.ask("requests", path=str(path), columnIndex=1, **reader)
    with duckdb.connect() as connection:
        connection.register_filesystem(RangeFileSystem())
        connection.execute(f"select sum(c1) from 'ranges://{path.name}'").fetchall()
        assert_same(ours["column"], asked(server))
        server.requests = []
        rows = connection.execute(f"select * from 'ranges://{path.name}' where c0 = {middle_value(path)}").fetchall()
        assert len(rows) == 20
        assert_same(ours["row"], asked(server))


# ── HDF5 by h5py ─────────────────────────────────────────────────────────────────────────────────────────────────────


def is_own_name(name: str) -> bool:
    return name not in ("", ".") and not name.startswith("__") and "/" not in name and "\0" not in name


def read_columns(group: Any, columns: list[dict], wanted: list[int], first: int, last: int) -> None:
    """Reads rows of columns in the layout of workers/formats/hdf5/libhdf5/table-places.ts."""
    taken: set[str] = set()
    for index, column in enumerate(columns):
        own = is_own_name(column["name"]) and column["name"] not in taken
        taken.add(column["name"])
        if index in wanted:
            read_column(group, column, column["name"] if own else f"__column_{index}", index, (first, last))


def read_column(group: Any, column: dict, name: str, index: int, rows: tuple[int, int]) -> None:
    first, last = rows
    kind = column["type"]
    if column["nullable"]:
        read_rows(group[f"__valid_{index}"], first, last)
    if kind == "struct":
        read_columns(group[name], column["fields"], list(range(len(column["fields"]))), first, last)
    elif kind == "category":
        codes = read_rows(group[f"{name}/codes"], first, last)
        code = [int(codes[0]), int(codes[0]) + 1] if last - first == 1 else [0, column["categories"]]
        read_column(group[name], {**column["item"], "name": "categories"}, "categories", 0, (code[0], code[1]))
    elif kind in ("list", "binary"):
        offsets = read_rows(group[f"__offsets_{index}"], first, last + 1)
        inside = (int(offsets[0]), int(offsets[-1]))
        if kind == "binary":
            read_rows(group[name], *inside)
        else:
            read_column(group[name], {**column["item"], "name": "items"}, "items", 0, inside)
    else:
        read_rows(group[name], first, last)


def read_rows(dataset: Any, first: int, last: int) -> Any:
    return dataset[first:last] if dataset.shape[0] > 0 and last > first else None


def assert_close(ours: tuple[int, int], theirs: tuple[int, int]) -> None:
    """Both run libhdf5, but through other drivers: a few small reads may differ."""
    assert abs(ours[0] - theirs[0]) <= max(3, 0.1 * theirs[0]), (ours, theirs)
    assert abs(ours[1] - theirs[1]) <= max(4_096, 0.05 * theirs[1]), (ours, theirs)


@pytest.mark.parametrize("entry", entries("hdf5"))
def test_hdf5(server, entry):
    path = FILES / entry["file"]
    dataset = dataset_of(entry)
    server.serve(path)
    if dataset.kind == "keyedVectors":
        with h5py.File(RangeFile(server, over_http=False)) as file:
            if "networkRequestsForOneRow" in entry["network"]:
                if entry["options"]["layout"] == "bulk":
                    ids = file["seqids"][:]
                    if len(ids) > 0:
                        file["embeds"][len(ids) // 2]
                else:
                    names = list(h5py.File(path))
                    file[names[len(names) // 2]][:]
                assert_close(counted(entry, "OneRow"), asked(server))
        return
    if dataset.kind != "table":
        return
    with h5py.File(path) as file:
        described = json.loads(file["__columns__"][0] if file["__columns__"].shape else file["__columns__"][()])
    columns, rows = described["schema"]["columns"], described["rowCount"]
    if columns and "networkRequestsForOneColumn" in entry["network"]:
        with h5py.File(RangeFile(server, over_http=False)) as file:
            read_columns(file, columns, [column_of(entry)], 0, rows)
            assert_close(counted(entry, "OneColumn"), asked(server))
    if rows > 0 and "networkRequestsForOneRow" in entry["network"]:
        server.requests = []
        with h5py.File(RangeFile(server, over_http=False)) as file:
            read_columns(file, columns, list(range(len(columns))), rows // 2, rows // 2 + 1)
            assert_close(counted(entry, "OneRow"), asked(server))


# ── ROOT by uproot, npy by numpy, Tkrzw by itself ────────────────────────────────────────────────────────────────────

#: The streamer information and the note of the columns' types, which uproot does not read here.
LEFT_OUT = 3


@pytest.mark.parametrize("entry", entries("root", "rntuple"))
def test_root(server, entry):
    path = FILES / entry["file"]
    server.serve(path)
    with uproot.open("ranges://file") as file:
        tree = file["tree" if entry["format"] == "root" else "ntuple"]
        opened = len(server.requests)
        names = [branch.name for branch in (tree.branches if entry["format"] == "root" else tree.fields)]
        rows = int(tree.num_entries)
        if names and rows > 0:
            (tree.branches if entry["format"] == "root" else tree.fields)[column_of(entry)].array()
            requests, sizes = asked(server)
            ours = counted(entry, "OneColumn")
            assert opened > 0 and 0 <= ours[0] - requests <= LEFT_OUT + 2, (ours, requests)
            assert ours[1] >= sizes - 403, (ours, sizes)


@pytest.mark.parametrize("entry", entries("npy"))
def test_npy(server, entry):
    server.serve(FILES / entry["file"])
    file = RangeFile(server)
    assert npy_format.read_magic(file) == (1, 0)
    shape, _, dtype = npy_format.read_array_header_1_0(file)
    rows = shape[0] if shape else 1
    row_bytes = int(np.prod(shape[1:], dtype=int)) * dtype.itemsize
    file.seek(file.tell() + rows // 2 * row_bytes)
    file.read(row_bytes if rows else 0)
    assert counted(entry, "OneRow") == asked(server)


GOLDEN = Path(__file__).resolve().parents[2] / "fixtures/golden"
#: Read by position, as a file over a network is; Tkrzw's default maps it into memory.
GET = """
import sys, tkrzw
for key in sys.argv[2:]:
    dbm = tkrzw.DBM()
    dbm.Open(sys.argv[1], False, file="PositionalParallelFile", no_lock=True)
    sys.stderr.write(f"key {key}\\n")
    sys.stderr.flush()
    dbm.Get(key)
    sys.stderr.write("end\\n")
    sys.stderr.flush()
    dbm.Close()
"""


# scripts/reference-tools.mjs installs it.
@pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("FORMATLAB_CI"), reason="strace is not installed"
)
@pytest.mark.parametrize("name", ["hashdbm/none-edited.tkh", "hashdbm/zstd-crc-16.tkh", "treedbm/none-edited.tkt"])
def test_tkrzw(tool, name):
    """The very reads of Tkrzw's own, told by the system, for a few keys."""
    require_tool()
    path = GOLDEN / name
    keys = [key.decode() for key, _ in dumped(path)][::7]
    traced = subprocess.run(
        ["strace", "-f", "-e", "trace=pread64,write", SYSTEM_PYTHON, "-c", GET, str(path), *keys],
        capture_output=True,
        text=True,
        check=True,
    )
    reads: list[list[list[int]]] = []
    is_getting = False
    for line in traced.stderr.splitlines():
        if "write(2, " in line and '"key ' in line:
            reads.append([])
            is_getting = True
        elif "write(2, " in line:
            is_getting = False
        elif is_getting and (found := re.search(r"pread64\(3, .*, \d+, (\d+)\) *= (\d+)$", line)):
            reads[-1].append([int(found[1]), int(found[2])])
    assert len(reads) == len(keys)
    for key, theirs in zip(keys, reads, strict=True):
        assert tool.ask("tkrzw", path=str(path), key=key)["reads"] == theirs, key

"""The requests and bytes that the product counts for a reader over a network, beside those of the real readers, counted by a server of ranges."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import h5py
import hdf5plugin  # noqa: F401 — registers the filters
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import uproot
from numpy.lib import format as npy_format
from pyarrow import ipc

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

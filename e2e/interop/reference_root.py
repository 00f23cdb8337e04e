"""The reference reader and writer of ROOT (uproot), and the numpy counterpart of e2e/interop/root/made-data.mjs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import uproot

from formatlab_data import STORED_TYPE, VARIABLE_WIDTH, Column

HERE = Path(__file__).resolve().parent
NOTE = "tree.columns"
ALGORITHMS = {None: None, "zlib": uproot.ZLIB, "lz4": uproot.LZ4, "zstd": uproot.ZSTD, "lzma": uproot.LZMA}


# ── Files of the format ──────────────────────────────────────────────────────────────────────────────────────────────


def note_of(file: Any) -> list[dict] | None:
    """The note that workers/formats/root/tree/note.ts documents; None if the branches describe everything."""
    return json.loads(file[NOTE].member("fTitle")) if f"{NOTE};1" in file else None


def as_bytes(array: ak.Array, kind: str) -> list[bytes]:
    if kind == "binary":
        return [bytes(row) for row in ak.to_list(array)]
    return [bytes(row) for row in ak.to_list(ak.without_parameters(array))]


def column_of(branches: dict[str, Any], note: dict) -> Column:
    """A column from the branches by their names: as a path, a name with a slash or a point would lead elsewhere."""
    schema = note.get("column") or note
    name, kind = schema["name"], schema["type"]
    branch = branches[name]
    validity = None
    if "validity" in note:
        valid = branches[note["validity"]].array(library="np")
        assert valid.dtype == bool
        validity = valid
    if kind in VARIABLE_WIDTH:
        assert branch.member("fLeaves")[0].classname == ("TLeafB" if kind == "binary" else "TLeafC")
        rows = as_bytes(branch.array(), kind)
        if "count" in note:
            assert branches[note["count"]].array(library="np").tolist() == [len(row) for row in rows]
        return Column(name, kind, validity, rows)
    parameters = {key: schema[key] for key in ("unit", "timeZone") if key in schema}
    if kind == "list":
        layout = ak.to_layout(ak.to_packed(branch.array()))
        item = schema["item"]
        items = Column(item["name"], item["type"], None, np.asarray(layout.content.data))
        assert items.values.dtype == np.dtype(item["type"])
        return Column(name, kind, validity, np.asarray(layout.offsets).astype(np.int32), parts=[items])
    values = branch.array(library="np")
    if kind == "bool":
        assert values.dtype == bool
    return Column(name, kind, validity, values.astype(STORED_TYPE[kind]), parameters)


def columns_of(path: Path, inner_codec: str | None, row_count: int) -> list[Column]:
    with uproot.open(path) as file:
        assert file.keys() in (["tree;1"], ["tree;1", f"{NOTE};1"])
        compression = file.file.compression
        assert (None if compression is None or compression.level == 0 else type(compression)) == ALGORITHMS[inner_codec]
        tree = file["tree"]
        assert tree.num_entries == row_count
        note = note_of(file)
        if note is None:
            note = [
                {
                    "name": b.name,
                    "type": "utf8"
                    if b.member("fLeaves")[0].classname == "TLeafC"
                    else str(np.dtype(b.interpretation.to_dtype)),
                }
                for b in tree.branches
            ]
        hidden = {n[key] for n in note for key in ("validity", "count") if key in n}
        assert [b.name for b in tree.branches if b.name not in hidden] == [(n.get("column") or n)["name"] for n in note]
        branches = {branch.name: branch for branch in tree.branches}
        return [column_of(branches, n) for n in note]


# ── Made data ────────────────────────────────────────────────────────────────────────────────────────────────────────

COUNTING = ("x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1")
NUMBERS = {
    "int64": lambda row: row.astype(np.int64),
    "uint64": lambda row: row.astype(np.uint64) * np.uint64(0x1_0000_0001),
    "int32": lambda row: (row.astype(np.uint64) * np.uint64(0x9E3779B1)).astype(np.uint32).view(np.int32),
    "uint32": lambda row: (row.astype(np.uint64) * np.uint64(0x9E3779B1)).astype(np.uint32),
    "int16": lambda row: row.astype(np.int16),
    "uint16": lambda row: row.astype(np.uint16),
    "int8": lambda row: row.astype(np.int8),
    "uint8": lambda row: row.astype(np.uint8),
    "float64": lambda row: row / 7,
    "float32": lambda row: (row / 3).astype(np.float32),
    "bool": lambda row: row % 3 == 0,
}


def jagged(rows: int, most: int, kind: str) -> ak.Array:
    counts = np.arange(rows) % most
    offsets = np.concatenate([[0], np.cumsum(counts)])
    flat = np.repeat(np.arange(rows), counts) + np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
    return ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(offsets), ak.contents.NumpyArray(NUMBERS[kind](flat))))


def made(rows: int, branches: str) -> dict:
    """Branch → array, as made-data.mjs generates them."""
    row = np.arange(rows)
    if branches == "counting":
        return {name: row.astype(np.int64) for name in COUNTING}
    columns = {f"a_{kind}": of(row) for kind, of in NUMBERS.items()}
    columns["vector"] = NUMBERS["float32"](np.arange(rows * 3)).reshape(rows, 3)
    columns["njagged"] = (row % 5).astype(np.int32)
    columns["jagged"] = jagged(rows, 5, "float64")
    columns["tracks"] = jagged(rows, 5, "int32")
    columns["nbytes"] = (row % 11).astype(np.int32)
    columns["bytes"] = jagged(rows, 11, "uint8")
    columns["text"] = (
        ak.Array(["é" * 200 if number % 1_000 == 999 else f"text {number}" for number in range(rows)])
        if rows
        else ak.Array([""])[:0]
    )
    return columns


class Tool:
    """Runs the product's modules in Node through e2e/interop/root/tool.mjs, or another tool that answers line by line."""

    def __init__(self, script: str = "root/tool.mjs") -> None:
        self.process = subprocess.Popen(
            ["node", str(HERE / script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE.parents[1]
        )

    def ask(self, command: str, **request: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"command": command, **request}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the tool ended"
        answer = json.loads(line)
        assert "error" not in answer, answer
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)

"""The native side of bench/root.mjs: uproot, in memory, asked line by line in JSON."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lz4.block
import numpy as np
import uproot

NAMES = ("x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1")
MIXER = 0x9E37_79B9_7F4A_7C15

fast = uproot.compression.LZ4.compress


def compress_lz4(self: Any, data: bytes) -> bytes:
    """uproot's own (cramjam's block) takes a level and does not heed it: the fast kind always. ROOT takes HC from level 4 on."""
    return (
        fast(self, data)
        if self.level < 4
        else lz4.block.compress(bytes(data), mode="high_compression", compression=self.level, store_size=False)
    )


uproot.compression.LZ4.compress = compress_lz4


class Memory(io.BytesIO):
    """Stays readable when uproot closes it."""

    def close(self) -> None:
        pass


def encode(format: str, rows: int, codec: list | None, path: str) -> dict:
    columns = {name: np.arange(rows, dtype=np.int64) for name in NAMES}
    compression = None if codec is None else getattr(uproot, codec[0])(codec[1])
    target = Memory()
    started = time.perf_counter()
    with uproot.recreate(target, compression=compression) as file:
        if format == "tree":
            file.mktree("tree", dict.fromkeys(NAMES, np.int64))
            file["tree"].extend(columns)
        else:
            file.mkrntuple("ntuple", columns)
    elapsed = time.perf_counter() - started
    data = target.getvalue()
    Path(path).write_bytes(data)
    return {"bestMs": elapsed * 1_000, "sizeBytes": len(data), "countingBytes": stored_bytes(format, path)}


def decode(format: str, rows: int, path: str) -> dict:
    source = io.BytesIO(Path(path).read_bytes())
    started = time.perf_counter()
    with uproot.open(source) as file:
        arrays = file["tree"].arrays(library="np") if format == "tree" else file["ntuple"].arrays()
    elapsed = time.perf_counter() - started
    expected = np.arange(rows)
    assert all(np.array_equal(np.asarray(arrays[name]), expected) for name in NAMES)
    return {"bestMs": elapsed * 1_000, "countingBytes": stored_bytes(format, path)}


def column_bytes(table: Any, format: str, name: str) -> int:
    """Stored bytes of a column's baskets or pages, without what finds them."""
    if format == "tree":
        return table[name].compressed_bytes
    fields = {record.field_name: index for index, record in enumerate(table.field_records)}
    [column] = [index for index, record in enumerate(table.column_records) if record.field_id == fields[name]]
    return sum(page.locator.num_bytes for cluster in table.page_link_list for page in cluster[column].pages)


def stored_bytes(format: str, path: str) -> int:
    """Of all columns: where the pieces are the same, the same number tells that the same work was done."""
    with uproot.open(path) as file:
        table = file["tree" if format == "tree" else "ntuple"]
        return sum(column_bytes(table, format, name) for name in NAMES)


def check(format: str, rows: int, path: str) -> dict:
    """Which columns of a file have another sum than their values: sums of int64, which go around at 2⁶⁴. A column at a time."""
    counting = rows * (rows - 1) // 2
    expected = {**dict.fromkeys(NAMES, counting), "mixed": counting * MIXER}
    started = time.perf_counter()
    wrong = []
    with uproot.open(path) as file:
        table = file["tree" if format == "tree" else "ntuple"]
        assert table.num_entries == rows and list(table.keys()) == list(expected), (
            "the file has other columns or another number of rows"
        )
        for name, total in expected.items():
            values = table[name].array(library="np") if format == "tree" else np.asarray(table.arrays([name])[name])
            if values.dtype != np.int64 or len(values) != rows or int(values.sum()) % 2**64 != total % 2**64:
                wrong.append(name)
            del values
        elapsed = time.perf_counter() - started
        stored = sum(column_bytes(table, format, name) for name in NAMES)
    return {"wrong": wrong, "countingBytes": stored, "bestMs": elapsed * 1_000}


COMMANDS: dict[str, Callable[..., dict]] = {"encode": encode, "decode": decode, "check": check}

for line in sys.stdin:
    request = json.loads(line)
    command = request.pop("command")
    print(json.dumps(COMMANDS[command](**request)), flush=True)

"""The native side of bench/root.mjs: uproot, in memory, asked line by line in JSON."""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path

import numpy as np
import uproot

NAMES = ("x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1")


class Memory(io.BytesIO):
    """Stays readable when uproot closes it."""

    def close(self) -> None:
        pass


def encode(rows: int, codec: list | None, path: str) -> dict:
    columns = {name: np.arange(rows, dtype=np.int64) for name in NAMES}
    compression = None if codec is None else getattr(uproot, codec[0])(codec[1])
    target = Memory()
    started = time.perf_counter()
    with uproot.recreate(target, compression=compression) as file:
        file.mktree("tree", {name: np.int64 for name in NAMES})
        file["tree"].extend(columns)
    elapsed = time.perf_counter() - started
    data = target.getvalue()
    Path(path).write_bytes(data)
    return {"bestMs": elapsed * 1_000, "sizeBytes": len(data)}


def decode(rows: int, path: str) -> dict:
    source = io.BytesIO(Path(path).read_bytes())
    started = time.perf_counter()
    with uproot.open(source) as file:
        arrays = file["tree"].arrays(library="np")
    elapsed = time.perf_counter() - started
    expected = np.arange(rows)
    assert all(np.array_equal(arrays[name], expected) for name in NAMES)
    return {"bestMs": elapsed * 1_000}


for line in sys.stdin:
    request = json.loads(line)
    command = request.pop("command")
    print(json.dumps({"encode": encode, "decode": decode}[command](**request)), flush=True)

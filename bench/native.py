"""The native side of `npm run bench:native`: the same work by CPython's own libraries, in memory, on one thread.

Reads one JSON request a line from stdin, `{"case", "operation", "calls", …}`, and answers each with one JSON line,
`{"bestMs", "sizeBytes"}`: the best of `calls` calls. Data is made before the clock starts, as in the browser.
"""

import io
import json
import pickle
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

pa.set_cpu_count(1)
pa.set_io_thread_count(1)

#: What encodes, and what decodes its result.
Case = tuple[Callable[[], Any], Callable[[Any], Any]]
EVENT_COLUMNS = ["x", "y", "ax", "ay", "ax0", "ay0", "ax1", "ay1"]


@lru_cache(maxsize=1)
def vectors(count: int, dimension: int) -> dict[str, np.ndarray]:
    matrix = np.random.default_rng(1).random((count, dimension))
    return {f"seq{i:010d}": matrix[i] for i in range(count)}


@lru_cache(maxsize=1)
def events(rows: int) -> pa.Table:
    return pa.table({name: np.arange(rows, dtype=np.int64) for name in EVENT_COLUMNS})


def pickle_case(request: dict) -> Case:
    data = vectors(request["size"], 1280)
    protocol = request["protocol"]
    return lambda: pickle.dumps(data, protocol), pickle.loads


def hdf5_case(request: dict) -> Case:
    data = vectors(request["size"], 1280)
    compression = {} if request.get("gzip") is None else {"compression": "gzip", "compression_opts": request["gzip"]}

    def write(file: h5py.File) -> None:
        ids = [key.encode("utf8") for key in data]
        matrix = np.array(list(data.values()))
        file.create_dataset("seqids", data=ids, **compression)
        file.create_dataset("embeds", data=matrix, **compression)

    def to_bytes_io() -> bytes:
        file_object = io.BytesIO()
        with h5py.File(file_object, "w") as file:
            write(file)
        return file_object.getvalue()

    def to_core_image() -> bytes:
        with h5py.File("memory.h5", "w", driver="core", backing_store=False) as file:
            write(file)
            file.flush()
            return file.id.get_file_image()

    # h5py has two ways to write into memory, and which is faster depends on the machine: the reference is the faster one here.
    to_bytes_io(), to_core_image()
    encode = min(to_bytes_io, to_core_image, key=lambda way: best_of(2, way))

    def decode(image: bytes) -> dict:
        with h5py.File(io.BytesIO(image), "r") as file:
            ids = file["seqids"][()]
            matrix = file["embeds"][()]
            return dict(zip(ids, matrix, strict=True))

    return encode, decode


def parquet_case(request: dict) -> Case:
    table = events(request["size"])
    encoding = request["encoding"]
    dictionary = encoding == "DICTIONARY"
    options = {
        "compression": request["codec"],
        "compression_level": request.get("level"),
        "use_dictionary": dictionary,
        "column_encoding": None if dictionary else dict.fromkeys(EVENT_COLUMNS, encoding),
        "row_group_size": request["rowGroupRows"],
        "data_page_version": "1.0",
    }

    def encode() -> pa.Buffer:
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, **options)
        return sink.getvalue()

    return encode, lambda file: pq.read_table(pa.BufferReader(file), use_threads=False)


CASES = {"pickle": pickle_case, "hdf5": hdf5_case, "parquet": parquet_case}


def best_of(calls: int, work: Callable[[], Any]) -> float:
    best = float("inf")
    for _ in range(calls):
        started = time.perf_counter()
        out = work()
        best = min(best, time.perf_counter() - started)
        del out
    return best * 1000


def measured(request: dict) -> dict:
    encode, decode = CASES[request["case"]](request)
    file = encode()
    work = encode if request["operation"] == "encode" else lambda: decode(file)
    work()
    return {"bestMs": best_of(request["calls"], work), "sizeBytes": len(file)}


for line in sys.stdin:
    print(json.dumps(measured(json.loads(line))), flush=True)

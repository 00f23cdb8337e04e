"""The native counterpart of each format of bench:formats: what encodes a dataset in memory, and what decodes the file. One thread each.

What a library does not do is in the sentences of cases.mjs.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from typing import Any

import h5py
import msgpack
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import ipc

from format_bench_clock import sample_ms
from format_bench_data import arrow_table, pandas_frame, pandas_types, python_lists
from formatlab_data import Dataset, as_python

pa.set_cpu_count(1)
pa.set_io_thread_count(1)

#: What encodes the data, and what decodes its result.
Case = tuple[Callable[[], Any], Callable[[Any], Any]]


def parquet(dataset: Dataset, encoding: str, codec: str, level: int | None, rowGroupRows: int) -> Case:
    table = arrow_table(dataset, fixed_lists=False)
    options = {
        "compression": codec,
        "compression_level": level,
        "use_dictionary": encoding == "DICTIONARY",
        "row_group_size": rowGroupRows,
        "data_page_version": "1.0",
    }

    def encode() -> pa.Buffer:
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, **options)
        return sink.getvalue()

    return encode, lambda file: pq.read_table(pa.BufferReader(file), use_threads=False)


def arrow(dataset: Dataset, codec: str | None, level: int | None, batchRows: int) -> Case:
    table = arrow_table(dataset, fixed_lists=True)
    options = ipc.IpcWriteOptions(compression=None if codec is None else pa.Codec(codec, level), use_threads=False)

    def encode() -> pa.Buffer:
        sink = pa.BufferOutputStream()
        with ipc.new_file(sink, table.schema, options=options) as writer:
            writer.write_table(table, max_chunksize=batchRows)
        return sink.getvalue()

    reading = ipc.IpcReadOptions(use_threads=False)

    def decode(file: pa.Buffer) -> Any:
        read = ipc.open_file(pa.BufferReader(file), options=reading).read_all().combine_chunks()
        if dataset.kind == "table":
            return read
        vectors = read["vector"].chunk(0)
        matrix = vectors.values.to_numpy(zero_copy_only=True).reshape(len(vectors), -1)
        return dict(zip(read["id"].to_pylist(), matrix, strict=True))

    return encode, decode


def hdf5(dataset: Dataset, gzip: int | None, each: bool = False) -> Case:
    """With ``each``, every vector is a dataset of its own."""
    compression = {} if gzip is None else {"compression": "gzip", "compression_opts": gzip}
    data = as_python(dataset)
    vectors = dataset.kind == "keyedVectors" and not each

    def write(file: h5py.File) -> None:
        named = {"seqids": [key.encode() for key in data], "embeds": np.array(list(data.values()))} if vectors else data
        for name, values in named.items():
            file.create_dataset(name, data=values, **compression)

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

    def decode(image: bytes) -> dict:
        with h5py.File(io.BytesIO(image), "r") as file:
            if vectors:
                return dict(zip(file["seqids"][()], file["embeds"][()], strict=True))
            return {name: file[name][()] for name in file}

    # h5py has two ways to write into memory, and which is faster depends on the machine: the reference is the faster one here.
    return min(to_bytes_io, to_core_image, key=fastest_ms), decode


def fastest_ms(encode: Callable[[], Any]) -> float:
    return min(sample_ms(encode) for _ in range(3))


def pickled(dataset: Dataset, protocol: int) -> Case:
    data = as_python(dataset)
    return lambda: pickle.dumps(data, protocol), pickle.loads


def npy(dataset: Dataset) -> Case:
    values = as_python(dataset)

    def encode() -> bytes:
        sink = io.BytesIO()
        np.save(sink, values, allow_pickle=False)
        return sink.getvalue()

    return encode, lambda file: np.load(io.BytesIO(file), allow_pickle=False)


def npz(dataset: Dataset, compressed: bool) -> Case:
    data = as_python(dataset)
    save = np.savez_compressed if compressed else np.savez

    def encode() -> bytes:
        sink = io.BytesIO()
        save(sink, ids=np.array(list(data), str), vectors=np.array(list(data.values())))
        return sink.getvalue()

    def decode(file: bytes) -> dict:
        with np.load(io.BytesIO(file), allow_pickle=False) as archive:
            return dict(zip(archive["ids"].tolist(), archive["vectors"], strict=True))

    return encode, decode


def csv(dataset: Dataset) -> Case:
    frame = pandas_frame(dataset)
    types = pandas_types(frame)

    def encode() -> bytes:
        sink = io.BytesIO()
        frame.to_csv(sink, index=False)
        return sink.getvalue()

    return encode, lambda file: pd.read_csv(io.BytesIO(file), engine="c", **types)


def json_columns(dataset: Dataset) -> Case:
    data = python_lists(dataset, instants=False)
    return lambda: json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), json.loads


def messagepack(dataset: Dataset) -> Case:
    data = python_lists(dataset, instants=True)
    return lambda: msgpack.packb(data, datetime=True), lambda file: msgpack.unpackb(file, timestamp=3)


CASES: dict[str, Callable[..., Case]] = {
    "parquet": parquet,
    "arrow": arrow,
    "hdf5": hdf5,
    "pickle": pickled,
    "npy": npy,
    "npz": npz,
    "csv": csv,
    "json": json_columns,
    "messagepack": messagepack,
}

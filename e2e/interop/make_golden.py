"""Writes fixtures/golden/: small files by the reference implementations, which the browser must read (workers/registry/golden.browser.test.ts).

    node e2e/interop/run.mjs && node scripts/python.mjs e2e/interop/make_golden.py

The first writes the sample datasets in canonical form, the second these files, each with the SHA-256 of the canonical form beside it. The files
are committed: run this only to add some. With `typed`, `arrow`, `hdf5` or `hdf5-indexes` behind it, it makes only those of golden_typed.py, golden_arrow.py or make_hdf5, beside those
that are there.
"""

from __future__ import annotations

import json
import pickle
import platform
import shutil
import sys
from pathlib import Path
from typing import Any, Literal

import h5py
import hdf5plugin
import msgpack
import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet

from formatlab_data import (
    VARIABLE_WIDTH,
    Column,
    Dataset,
    as_numpy,
    as_python,
    canonical_sha256,
    from_canonical,
)
from formatlab_vectors import keyed_vectors
from golden_arrow import make_arrow_types
from golden_destination import make_destination
from golden_rntuple import make_rntuple
from golden_root import make_root
from golden_typed import make_typed
from reference_readers import ARROW_TYPES
from tkrzw_golden import make_tkrzw

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "fixtures/golden"
SAMPLES = ROOT / ".cache/interop"
PYTHON = f"CPython {platform.python_version()}"
ENTRIES: list[dict] = []
#: Texts, lists, dictionaries and records among the samples; dict-1000 fills a whole batch of a pickle.
COLLECTIONS = (
    "strings",
    "list-float64",
    "list-int64",
    "list-utf8",
    "dict-0",
    "dict-utf8-float64",
    "dict-int64-utf8",
    "dict-utf8-int64",
    "dict-1000",
    "records",
    "records-1",
)


def sample(name: str) -> Dataset:
    return from_canonical((SAMPLES / f"{name}.canonical").read_bytes())


def add(
    path: str,
    dataset: Dataset,
    writer: str,
    options: dict | None = None,
    inner_codec: str | None = None,
    identical: bool = False,
) -> Path:
    """Registers a file. `identical`: Formatlab writes the same bytes with these options."""
    target = GOLDEN / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_name(target.name + ".sha256").write_text(canonical_sha256(dataset) + "\n")
    ENTRIES.append(
        {
            "file": path,
            "format": path.split("/")[0],
            "writer": writer,
            "options": options or {},
            "innerCodec": inner_codec,
            "schema": dataset.schema(),
            "identical": identical,
        }
    )
    return target


def make_pickles() -> None:
    for name in ("rich", "rich-0-rows", "long", "vectors", "vectors-float32", "array-3d", "array-0d", "bytes-1"):
        for protocol in (4, 5):
            dataset = sample(name)
            target = add(
                f"pickle/{name}.protocol{protocol}.pkl",
                dataset,
                f"{PYTHON}, numpy {np.__version__}",
                {"protocol": str(protocol)},
                identical=True,
            )
            target.write_bytes(pickle.dumps(as_python(dataset), protocol))
    for name in COLLECTIONS:
        for protocol in (4, 5):
            dataset = sample(name)
            target = add(
                f"pickle/{name}.protocol{protocol}.pkl",
                dataset,
                PYTHON if dataset.kind != "stringArray" else f"{PYTHON}, numpy {np.__version__}",
                {"protocol": str(protocol)},
                identical=True,
            )
            target.write_bytes(pickle.dumps(as_python(dataset), protocol))


def make_npy() -> None:
    for name in ("strings", "strings-0"):
        dataset = sample(name)
        np.save(add(f"npy/{name}.npy", dataset, f"numpy {np.__version__}", identical=True), as_python(dataset))
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"):
        values = np.arange(60).astype(kind).reshape(3, 4, 5)
        dataset = Dataset("array", 60, element_type=kind, shape=values.shape, values=values.reshape(-1))
        np.save(add(f"npy/{kind}.npy", dataset, f"numpy {np.__version__}", identical=True), values)
    empty = Dataset("array", 0, element_type="float64", shape=(0, 3), values=np.zeros(0))
    np.save(add("npy/empty.npy", empty, f"numpy {np.__version__}", identical=True), np.zeros((0, 3)))


def make_npz() -> None:
    for name in (
        "dict-utf8-float64",
        "dict-int64-int64",
        "dict-int64-utf8",
        "dict-0",
        "dict-1000",
        "vectors",
        "vectors-float32",
    ):
        dataset = sample(name)
        members: dict[str, Any]
        if dataset.kind == "dict":
            members = {
                "keys": np.array(dataset.keys, dataset.key_type.replace("utf8", "str")),
                "values": np.array(dataset.values, dataset.element_type.replace("utf8", "str")),
            }
        else:
            members = {"ids": np.array(dataset.ids), "vectors": dataset.values}
        for label, save in (("stored", np.savez), ("deflated", np.savez_compressed)):
            save(add(f"npz/{name}.{label}.npz", dataset, f"numpy {np.__version__}", {"members": label}), **members)


def make_messagepack() -> None:
    """Writes integers in their shortest form, like Python's library."""
    for name in (*COLLECTIONS, "vectors"):
        dataset = sample(name)
        value: Any = (
            {key: vector.tolist() for key, vector in zip(dataset.ids, dataset.values, strict=True)}
            if name == "vectors"
            else as_python(dataset)
        )
        target = add(f"messagepack/{name}.msgpack", dataset, f"msgpack {'.'.join(map(str, msgpack.version))}")
        target.write_bytes(msgpack.packb(value.tolist() if dataset.kind == "stringArray" else value))


def foreign(dataset: Dataset) -> Dataset:
    """The dataset without the columns whose type only Formatlab's own note in the file describes."""
    return Dataset("table", dataset.item_count, columns=[c for c in dataset.columns if c.type != "json"])


def to_arrow(dataset: Dataset) -> pa.Table:
    def array(column: Column) -> pa.Array:
        kind = ARROW_TYPES[column.type]
        if column.type in VARIABLE_WIDTH:
            return pa.array(column.rows(), pa.binary()).cast(kind)
        mask = None if column.validity is None else ~column.validity
        return pa.array(np.ma.getdata(as_numpy(column)), kind, mask=mask)

    return pa.table([array(c) for c in dataset.columns], names=[c.name for c in dataset.columns])


def make_parquet() -> None:
    writer = f"pyarrow {pa.__version__}"
    codecs = {
        "none": (None, "NONE"),
        "snappy": ("snappy", "SNAPPY"),
        "gzip": ("gzip", "GZIP"),
        "lz4": ("lz4", "LZ4"),
        "zstd": ("zstd", "ZSTD"),
        "brotli": ("brotli", "BROTLI"),
    }
    for name, versions in (("rich", ("1.0", "2.0")), ("long", ("2.0",))):
        dataset = foreign(sample(name))
        table = to_arrow(dataset)
        for label, (inner, compression) in codecs.items():
            for version in versions:
                target = add(f"parquet/{name}.{label}.v{version[0]}.parquet", dataset, writer, inner_codec=inner)
                pa.parquet.write_table(
                    table, target, compression=compression, data_page_version=version, row_group_size=1_000
                )
        encodings = {
            "int": "DELTA_BINARY_PACKED",
            "flo": "BYTE_STREAM_SPLIT",
            "utf": "DELTA_LENGTH_BYTE_ARRAY",
            "bin": "DELTA_BYTE_ARRAY",
            "dat": "DELTA_BINARY_PACKED",
            "tim": "DELTA_BINARY_PACKED",
        }
        chosen = {c.name: encodings[c.type[:3]] for c in dataset.columns if c.type[:3] in encodings}
        for label, column_encoding in (("plain", None), ("delta", chosen)):
            for version in versions:
                target = add(f"parquet/{name}.{label}.v{version[0]}.parquet", dataset, writer)
                pa.parquet.write_table(
                    table,
                    target,
                    compression="NONE",
                    use_dictionary=False,
                    column_encoding=column_encoding,
                    data_page_version=version,
                )


def make_arrow() -> None:
    for name in ("rich", "long"):
        dataset = foreign(sample(name))
        table = to_arrow(dataset)
        for codec in (None, "lz4", "zstd"):
            options = pa.ipc.IpcWriteOptions(compression=codec)
            for container, opener in (
                (("file", pa.ipc.new_file), ("stream", pa.ipc.new_stream))
                if name == "rich"
                else (("file", pa.ipc.new_file),)
            ):
                target = add(
                    f"arrow/{name}.{codec or 'none'}.{container}.arrow",
                    dataset,
                    f"pyarrow {pa.__version__}",
                    {"container": container},
                    codec,
                )
                with opener(str(target), table.schema, options=options) as sink:
                    sink.write_table(table, max_chunksize=1_000)


def make_hdf5() -> None:
    """Writes vectors like Johin's code (2024, 000)."""
    writer = f"h5py {h5py.__version__}, libhdf5 {h5py.version.hdf5_version}"
    for kind in ("float64", "float32"):
        dataset = keyed_vectors(42, 40, dimension=24, elementType=kind, decimals="3")
        keys = [key.encode() for key in dataset.ids]
        bulk: dict[str, tuple[dict, dict, str | None]] = {
            "bulk": ({}, {}, None),
            "bulk-gzip": ({}, {"compression": "gzip"}, "gzip"),
            "bulk-gzip9-shuffle": ({}, {"compression": "gzip", "compression_opts": 9, "shuffle": True}, "gzip"),
            "bulk-rows": ({}, {"compression": "gzip", "chunks": True}, "gzip"),
            "bulk-latest": ({"libver": "latest"}, {}, None),
        }
        bulk |= {f"bulk-{codec}{label}": ({}, options, codec) for codec, label, options in hdf5_plugin_options()}
        for label, (file_options, dataset_options, codec) in bulk.items():
            with h5py.File(
                add(f"hdf5/{kind}.{label}.h5", dataset, writer, {"layout": "bulk"}, codec), "w", **file_options
            ) as file:
                # The plugin Blosc divides by the element size, which is 0 for variable-length strings.
                ids_options = {} if str(codec).startswith("blosc") else dict(dataset_options)
                if isinstance(chunks := ids_options.get("chunks"), tuple):
                    ids_options["chunks"] = chunks[:1]
                file.create_dataset("seqids", data=keys, **ids_options)
                file.create_dataset("embeds", data=dataset.values, **dataset_options)
        for label, options in {"each": {}, "each-gzip": {"compression": "gzip"}}.items():
            with h5py.File(
                add(f"hdf5/{kind}.{label}.h5", dataset, writer, {"layout": "each"}, "gzip" if options else None), "w"
            ) as file:
                for key, vector in zip(dataset.ids, dataset.values, strict=True):
                    file.create_dataset(key, data=vector, **options)


def make_hdf5_indexes() -> None:
    """Filtered chunks in each of the indexes that libhdf5 has had since 1.10: single chunk, fixed array, extensible array, version 2 B-tree."""
    writer = f"h5py {h5py.__version__}, libhdf5 {h5py.version.hdf5_version}"
    zstd, lz4 = dict(hdf5plugin.Zstd()), dict(hdf5plugin.LZ4())
    bitshuffle, blosc = dict(hdf5plugin.Bitshuffle()), dict(hdf5plugin.Blosc(cname="zstd", shuffle=2))
    small, many = (40, 24), (1_500, 1)
    files: list[tuple[str, str, str, tuple[int, int], dict]] = [
        ("single", "latest", "zstd", small, {**zstd, "chunks": small}),
        ("fixed", "v110", "lz4", small, {**lz4, "chunks": (7, 24), "shuffle": True}),
        ("fixed-room", "latest", "lzf", small, {"compression": "lzf", "chunks": (7, 5), "maxshape": (80, 31)}),
        ("fixed-pages", "latest", "zstd", many, {**zstd, "chunks": (1, 1)}),
        ("extensible", "v114", "blosc-zstd", small, {**blosc, "chunks": (3, 24), "maxshape": (None, 24)}),
        (
            "extensible-columns",
            "latest",
            "bitshuffle-lz4",
            small,
            {**bitshuffle, "chunks": (7, 5), "maxshape": (40, None)},
        ),
        ("extensible-many", "latest", "lzf", many, {"compression": "lzf", "chunks": (1, 1), "maxshape": (None, 1)}),
        (
            "tree",
            "v110",
            "gzip",
            small,
            {"compression": "gzip", "shuffle": True, "chunks": (5, 5), "maxshape": (None, None)},
        ),
        ("tree-many", "latest", "zstd", many, {**zstd, "chunks": (1, 1), "maxshape": (None, None)}),
    ]
    for label, libver, codec, (count, dimension), options in files:
        dataset = keyed_vectors(42, count, dimension=dimension, elementType="float64", decimals="3")
        # The plugin Blosc divides by the element size, which is 0 for variable-length strings.
        ids_options = {} if codec.startswith("blosc") else {**options, "chunks": (min(count, 500),)}
        if "maxshape" in ids_options:
            ids_options["maxshape"] = options["maxshape"][:1]
        path = add(f"hdf5/index.{label}.{libver}.h5", dataset, writer, {"layout": "bulk"}, codec)
        with h5py.File(path, "w", libver=libver) as file:
            file.create_dataset("seqids", data=[key.encode() for key in dataset.ids], **ids_options)
            file.create_dataset("embeds", data=dataset.values, **options)


def hdf5_plugin_options() -> list[tuple[str, str, dict]]:
    """The inner codec, a label and the options of h5py for each filter that h5py or hdf5plugin adds to libhdf5's own."""
    # Formatlab writes three of Blosc's compressors, and reads all under the name of any.
    blosc: list[tuple[Literal["blosclz", "lz4", "lz4hc", "zlib", "zstd"], int]] = [
        ("blosclz", 0),
        ("lz4", 1),
        ("lz4hc", 1),
        ("zlib", 1),
        ("zstd", 2),
    ]
    return [
        ("lzf", "", {"compression": "lzf"}),
        ("lzf", "-shuffle", {"compression": "lzf", "shuffle": True}),
        ("zstd", "", dict(hdf5plugin.Zstd())),
        ("zstd", "-shuffle-rows", {**hdf5plugin.Zstd(clevel=19), "shuffle": True, "chunks": (7, 24)}),
        ("lz4", "", dict(hdf5plugin.LZ4())),
        ("lz4", "-blocks", {**hdf5plugin.LZ4(nbytes=1000), "shuffle": True}),
        *(
            ("blosc-lz4", f"-{cname}-{shuffle}", dict(hdf5plugin.Blosc(cname=cname, clevel=5, shuffle=shuffle)))
            for cname, shuffle in blosc
        ),
        ("bitshuffle-lz4", "", dict(hdf5plugin.Bitshuffle())),
        ("bitshuffle-lz4", "-blocks", dict(hdf5plugin.Bitshuffle(nelems=64))),
        ("bitshuffle-zstd", "", dict(hdf5plugin.Bitshuffle(cname="zstd"))),
        ("bitshuffle-zstd", "-columns", {**hdf5plugin.Bitshuffle(cname="zstd"), "chunks": (16, 5)}),
    ]


def make_hdf5_table() -> None:
    """Parametrized and nested types as h5py itself writes them, in the layout of workers/formats/hdf5/libhdf5/table-places.ts. Decimals and texts with zeros are left out."""
    typed = sample("typed")
    held = [c for c in typed.columns if c.type != "decimal" and c.name != "nested or null"]
    packed = [c for c in held if c.name in ("half or null", "uuid", "arrays or null")]
    writer = f"h5py {h5py.__version__}, libhdf5 {h5py.version.hdf5_version}"
    for label, columns, options, codec in (
        ("none", held, {}, None),
        ("gzip-shuffle", packed, {"compression": "gzip", "shuffle": True}, "gzip"),
    ):
        dataset = Dataset("table", typed.item_count, columns=columns)
        with h5py.File(add(f"hdf5/typed.{label}.h5", dataset, writer, inner_codec=codec), "w") as file:
            file.attrs["kind"] = np.bytes_("table")
            description = json.dumps({"schema": dataset.schema(), "rowCount": dataset.item_count})
            file.create_dataset("__columns__", data=[description])
            for index, column in enumerate(columns):
                write_hdf5_column(file, index, column, column.name, options)


def write_hdf5_column(group: h5py.Group, index: int, column: Column, name: str, options: dict) -> None:
    def create(where: h5py.Group, dataset_name: str, data: Any) -> None:
        where.create_dataset(dataset_name, data=data, **(options if len(data) > 0 else {}))

    if column.validity is not None:
        create(group, f"__valid_{index}", column.validity.astype(np.uint8))
    if column.type in ("category", "list", "struct"):
        inner = group.create_group(name)
        if column.type == "category":
            create(inner, "codes", column.values)
        if column.type == "list":
            create(group, f"__offsets_{index}", column.values)
        for number, part in enumerate(column.parts):
            part_name = {"category": "categories", "list": "items"}.get(column.type, part.name)
            write_hdf5_column(inner, number, part, part_name, options)
    elif column.type in ("utf8", "json"):
        create(group, name, [value.decode() for value in column.values])
    elif column.type == "float16":
        create(group, name, column.values.view(np.float16))
    elif column.type == "fixedBinary":
        create(group, name, np.ascontiguousarray(column.values).view(f"V{column.parameters['width']}")[:, 0])
    else:
        create(group, name, column.values)


def write_manifest() -> None:
    (GOLDEN / "manifest.json").write_text(json.dumps(ENTRIES, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    if not (SAMPLES / "rich.canonical").exists():
        raise SystemExit("There are no sample datasets: run `node e2e/interop/run.mjs` first.")
    parts = {
        "typed": lambda: make_typed(add),
        "arrow": lambda: make_arrow_types(add, sample),
        "hdf5": make_hdf5,
        "hdf5-indexes": make_hdf5_indexes,
    }
    if len(sys.argv) == 2 and sys.argv[1] in parts:
        parts[sys.argv[1]]()
        made = {entry["file"] for entry in ENTRIES}
        kept = json.loads((GOLDEN / "manifest.json").read_text())
        ENTRIES[:0] = [entry for entry in kept if entry["file"] not in made]
        write_manifest()
        raise SystemExit
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for make in (
        make_pickles,
        make_npy,
        make_npz,
        make_messagepack,
        make_parquet,
        make_arrow,
        make_hdf5,
        make_hdf5_indexes,
        make_hdf5_table,
    ):
        make()
    make_root(add, sample)
    make_rntuple(add, sample)
    make_tkrzw(add)
    make_destination(add, sample)
    make_typed(add)
    make_arrow_types(add, sample)
    write_manifest()
    size = sum(path.stat().st_size for path in GOLDEN.rglob("*") if path.is_file())
    print(f"{len(ENTRIES)} files, {size / 1e6:.2f} MB with their hashes")

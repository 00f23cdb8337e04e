"""Every byte of files by h5py belongs to one span of our map, and its figures are those of libhdf5."""

from __future__ import annotations

from typing import Any

import h5py
import hdf5plugin
import numpy as np
import pytest

from byte_map_account import Part, assert_exact, bytes_of_kind, columns_of, part_named
from telling import telling

RANDOM = np.random.default_rng(8)
MATRIX = np.cumsum(RANDOM.normal(size=(500, 40)), axis=0).astype("float32")

FILTERS: dict[str, dict[str, Any]] = {
    "none": {},
    "gzip": {"compression": "gzip"},
    "shuffled": {"compression": "gzip", "shuffle": True},
    "checked": {"fletcher32": True},
    "lzf": {"compression": "lzf"},
    "scaled": {"scaleoffset": 2},
    "zstd": dict(hdf5plugin.Zstd()),
    "blosc": dict(hdf5plugin.Blosc()),
    "bitshuffle": dict(hdf5plugin.Bitshuffle()),
    "lz4": dict(hdf5plugin.LZ4()),
}
SHAPES: dict[str, dict[str, Any]] = {
    "chunked": {"chunks": (64, 16)},
    "growing": {"chunks": (8, 40), "maxshape": (None, 40)},
    "free": {"chunks": (32, 8), "maxshape": (None, None)},
    "whole": {"chunks": (500, 40)},
}
PAGED = {"fs_strategy": "page"}
KEPT = {"fs_strategy": "fsm", "fs_persist": True, "fs_threshold": 1}
SPACES: list[dict[str, Any]] = [{}, {"userblock_size": 1024}, PAGED, KEPT]
VERSIONS: list[Any] = ["earliest", ("earliest", "v108"), ("v110", "v110"), "latest"]


def write_everything(file: h5py.File) -> None:
    """Attributes, links and layouts of all kinds."""
    file.create_dataset("contiguous", data=MATRIX)
    file.create_dataset("scalar", data=3.5)
    file.create_dataset("never written", shape=(100, 100), dtype="i4")
    file.create_dataset("sparse", shape=(1000, 100), dtype="i8", chunks=(100, 10))[5:20, 3] = 7
    file.create_dataset("texts", data=["a text", "another text, which is longer"] * 300, dtype=h5py.string_dtype())
    file.create_dataset("packed texts", data=["x" * size for size in range(200)], compression="gzip")
    file.create_dataset("compound", data=np.zeros(30, dtype=[("a", "<i4"), ("b", "<f8", (2, 2))]))
    if file.libver[1] != "v108":
        layout = h5py.VirtualLayout(shape=(500, 40), dtype="f4")
        layout[:] = h5py.VirtualSource(file["contiguous"])
        file.create_virtual_dataset("virtual", layout)
    file["linked"] = file["contiguous"]
    file["soft"] = h5py.SoftLink("/contiguous")
    file["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
    file["type"] = np.dtype("<f8")
    file.create_dataset("of a named type", data=np.arange(9.0), dtype=file["type"])
    group = file.create_group("group")
    for index in range(40):
        group.attrs[f"attribute {index}"] = "a value of an attribute " * index
    group.attrs["large"] = np.zeros(5_000)
    for index in range(60):
        file.create_dataset(f"many/{index}/deep/values", data=np.arange(index + 1))
    del file["many/7/deep/values"]


def assert_as_libhdf5(answer: dict[str, Any], path) -> None:
    columns = columns_of(answer)
    seen: dict[str, int] = {}

    def check(name: str, item: object) -> None:
        if not isinstance(item, h5py.Dataset):
            return
        seen[name] = 1
        column = columns[name]
        stored = item.id.get_storage_size()
        assert column["compressedBytes"] == stored, name
        assert column["values"] == item.size
        part = part_named(answer, name)
        is_compact = item.id.get_create_plist().get_layout() == h5py.h5d.COMPACT
        assert bytes_of_kind(part, "values") == (0 if is_compact else stored)
        if item.chunks is None or item.is_virtual:
            return
        [layout] = column["encodings"]
        assert layout["pages"] == item.id.get_num_chunks()
        infos = [item.id.get_chunk_info(index) for index in range(item.id.get_num_chunks())]
        chunks: list[Part] = next((each["parts"] for each in part["parts"] if each["name"] == "Chunks"), [])
        places = {(each["span"]["offset"], each["bytes"]) for each in chunks}
        assert places == {(info.byte_offset, info.size) for info in infos}

    with h5py.File(path) as file:
        file.visititems(check)
    assert set(columns) == set(seen)


@pytest.mark.full
@pytest.mark.parametrize(
    "filters, shape, version",
    # Each filter meets each shape, and both meet each version.
    [
        pytest.param(filters, shape, version, id=f"{filters}-{shape}-{version}")
        for filter_number, filters in enumerate(FILTERS)
        for shape_number, shape in enumerate(SHAPES)
        for version in [VERSIONS[(filter_number + shape_number) % len(VERSIONS)]]
    ],
)
def test_chunks(tool, tmp_path, version, shape, filters):
    path = tmp_path / "file.h5"
    with h5py.File(path, "w", libver=version) as file:
        file.create_dataset("matrix", data=MATRIX, **SHAPES[shape], **FILTERS[filters])
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert_as_libhdf5(answer, path)


@pytest.mark.full
@pytest.mark.parametrize(
    "version, order, options",
    # Each version meets each of the options, and both orders meet both. Version 1.8 of the format has no strategies of file space.
    [
        pytest.param(version, (number + place) % 2 == 1, options, id=f"{version}-{options}")
        for number, version in enumerate(VERSIONS)
        for place, options in enumerate(SPACES)
        if version != ("earliest", "v108") or "fs_strategy" not in options
    ],
)
def test_everything(tool, tmp_path, version, order, options):
    path = tmp_path / "file.h5"
    with h5py.File(path, "w", libver=version, track_order=order, **options) as file:
        write_everything(file)
    with h5py.File(path, "a", libver=version) as file:
        del file["sparse"]
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert_as_libhdf5(answer, path)
    texts = part_named(answer, "Global heap")
    assert bytes_of_kind(texts, "heap") > 10_000


@pytest.mark.parametrize("version", ["earliest", "latest"])
def test_headers(tool, tmp_path, version):
    """The bytes of object headers, and the indexes and heaps of groups, are those that libhdf5 counts."""
    path = tmp_path / "file.h5"
    with h5py.File(path, "w", libver=version) as file:
        write_everything(file)
    answer = tool.ask("map", path=str(path))
    with h5py.File(path) as file:
        for name in ("contiguous", "texts", "compound", "many/3/deep/values"):
            info = h5py.h5o.get_info(file[name].id)
            part = part_named(answer, name)
            unused = sum(each["bytes"] for each in part["parts"] if each["name"] == "Unused in the object header")
            assert bytes_of_kind(part, "objectHeader") + unused == info.hdr.space.total
            assert unused == info.hdr.space.free
        info = h5py.h5o.get_info(file["group"].id)
        part = part_named(answer, "/group")
        indexes = info.meta_size.obj.index_size + info.meta_size.obj.heap_size
        indexes += info.meta_size.attr.index_size + info.meta_size.attr.heap_size
        assert bytes_of_kind(part, "heap", "tree", "metadata") == indexes


@pytest.mark.full
def test_one_dataset_for_each_vector(tool, tmp_path):
    path = tmp_path / "file.h5"
    with h5py.File(path, "w") as file:
        for index in range(1_500):
            file[f"vector {index}"] = MATRIX[index % 500]
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert_as_libhdf5(answer, path)
    assert any(telling("1,500").search(finding["text"]) for finding in answer["findings"])

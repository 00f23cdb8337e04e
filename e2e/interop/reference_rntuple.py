"""The reference reader of RNTuple: uproot."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import uproot
import xxhash

from formatlab_data import NUMPY_TYPE, STORED_TYPE, VARIABLE_WIDTH, Column
from reference_root import ALGORITHMS

NOTE = "ntuple.columns"
CODES = {None: 0, "zlib": 1, "lzma": 2, "lz4": 4, "zstd": 5}

#: The C++ type of each column type, and its column in a file without compression and with.
TYPES = {
    "bool": ("bool", "bit", "bit"),
    **{f"{sign}int8": (f"std::{sign}int8_t", f"{sign}int8", f"{sign}int8") for sign in ("", "u")},
    **{
        f"{sign}int{bits}": (f"std::{sign}int{bits}_t", f"{sign}int{bits}", f"split{sign}int{bits}")
        for sign in ("", "u")
        for bits in (16, 32, 64)
    },
    "float32": ("float", "real32", "splitreal32"),
    "float64": ("double", "real64", "splitreal64"),
    "date": ("std::int32_t", "int32", "splitint32"),
    "timestamp": ("std::int64_t", "int64", "splitint64"),
    "utf8": ("std::string", "index64", "splitindex64"),
    "json": ("std::string", "index64", "splitindex64"),
    "binary": ("std::vector<std::byte>", "index64", "splitindex64"),
}
NUMBERS = dict(uproot.const.rntuple_col_type_to_num_dict)


# ── What uproot leaves unchecked ─────────────────────────────────────────────────────────────────────────────────────


def check_pages(path: Path, ntuple: Any, inner_codec: str | None, level: int | None = None) -> int:
    """Checks the checksum of every page with the xxhash library, and the compression that the page list states. Returns the number of pages."""
    data = path.read_bytes()
    pages = 0
    for cluster in ntuple.page_link_list:
        for column in cluster:
            setting = CODES[inner_codec] * 100 + (level or 0)
            assert (
                column.compression_settings == setting
                if level is not None
                else column.compression_settings // 100 == CODES[inner_codec]
            )
            for page in column.pages:
                at, size = page.locator.offset, page.locator.num_bytes
                assert struct.unpack("<Q", data[at + size : at + size + 8])[0] == xxhash.xxh3_64_intdigest(
                    data[at : at + size]
                )
                pages += 1
    for record in ntuple.footer.cluster_group_records:
        chunk, _ = ntuple.read_locator(record.page_list_link.locator, record.page_list_link.env_uncomp_size)
        raw = bytes(chunk.raw_data)[: record.page_list_link.env_uncomp_size]
        assert struct.unpack("<Q", raw[-8:])[0] == xxhash.xxh3_64_intdigest(raw[:-8])
    return pages


def check_description(file: Any) -> None:
    """Checks that the file describes the class of its anchor, like ROOT's own files."""
    info = file.file.streamer_named("ROOT::RNTuple", 2)
    assert [(e.name, e.typename) for e in info.elements] == [
        *((f"fVersion{part}", "unsigned short") for part in ("Epoch", "Major", "Minor", "Patch")),
        *(
            (name, "unsigned long")
            for name in (
                "fSeekHeader",
                "fNBytesHeader",
                "fLenHeader",
                "fSeekFooter",
                "fNBytesFooter",
                "fLenFooter",
                "fMaxKeySize",
            )
        ),
    ]
    checksum = 0
    for letter in "ROOT::RNTuple" + "".join(e.name + e.typename for e in info.elements):
        checksum = (checksum * 3 + ord(letter)) & 0xFFFF_FFFF
    assert info.member("fCheckSum") & 0xFFFF_FFFF == checksum


# ── Files of the format ──────────────────────────────────────────────────────────────────────────────────────────────


def rows_of(array: ak.Array, kind: str) -> list[bytes]:
    """Texts and byte strings, with b"" for null."""
    if kind == "binary":
        return [b"" if row is None else bytes(row) for row in ak.to_list(array)]
    return [b"" if row is None else row.encode() for row in ak.to_list(array)]


def field_name(note: dict) -> str:
    return note.get("field") or (note["column"]["name"] if "column" in note else note["name"])


def column_of(
    ntuple: Any, firsts: dict[int, Any], arrays: ak.Array, index: int, note: dict, compressed: bool
) -> Column:
    """A column from all arrays of the file; `index` is that of its field, and `firsts` has the first column of each field."""
    record = ntuple.field_records[index]
    array = arrays[record.field_name]
    if "column" in note:
        schema = note["column"]
        assert record.type_name == cpp_type(schema)
        if schema["type"] == "float16":
            assert NUMBERS["real16"] in [column.type for column in ntuple.column_records]
        return column_of_values(schema, ak.to_list(ak.transform(as_bits, array)))
    kind = note["type"]
    cpp, plain, split = TYPES[kind]
    optional = record.type_name.startswith("std::optional<")
    assert record.type_name == (f"std::optional<{cpp}>" if optional else cpp)
    first = firsts[index + 1 if optional else index]
    assert first.type == NUMBERS[split if compressed else plain]
    validity = ~ak.to_numpy(ak.is_none(array)) if optional else None
    if kind in VARIABLE_WIDTH:
        return Column(note["name"], kind, validity, rows_of(array, kind))
    values = ak.to_numpy(
        ak.fill_none(array, False if kind == "bool" else ak.Array(np.zeros(1, NUMPY_TYPE[kind]))[0], axis=0)
        if optional
        else array
    )
    assert values.dtype == (np.dtype(bool) if kind == "bool" else NUMPY_TYPE[kind]), f"{note}: {values.dtype}"
    return Column(note["name"], kind, validity, values.astype(NUMPY_TYPE[kind]))


def cpp_type(schema: dict) -> str:
    """The C++ type name; empty if it contains records."""

    def template(name: str, item: str) -> str:
        return f"{name}<{item}>" if item else ""

    kind = schema["type"]
    if schema["nullable"]:
        return template("std::optional", cpp_type({**schema, "nullable": False}))
    if kind == "list":
        return template("std::vector", cpp_type(schema["item"]))
    if kind == "fixedBinary":
        return f"std::array<std::byte,{schema['width']}>"
    if kind in ("time", "duration"):
        return "std::int64_t"
    if kind == "struct":
        return ""
    return "float" if kind == "float16" else TYPES[kind][0]


def as_bits(layout: Any, **_: Any) -> Any:
    """Floating-point numbers as bits, because Python's own floats lose NaN payloads."""
    if layout.is_numpy and layout.dtype.kind == "f":
        return ak.contents.NumpyArray(layout.data.view(f"u{layout.dtype.itemsize}"))
    return None


#: What the fields of a null struct hold: nothing, which is not null.
EMPTY = object()


def column_of_values(schema: dict, values: list) -> Column:
    """A column's Python values as uproot returns them: records as dict, bytes as lists of int, floating-point numbers as bits."""
    kind = schema["type"]
    validity = None
    if schema["nullable"]:
        if cpp_type(schema) == "":
            # An optional record is a collection of at most one.
            assert all(value is EMPTY or len(value) <= 1 for value in values)
            values = [value if value is EMPTY else value[0] if value else None for value in values]
        validity = np.array([value is not None for value in values], bool)
    filled = [None if value is EMPTY else value for value in values]
    parameters = {
        key: value for key, value in schema.items() if key not in ("name", "type", "nullable", "item", "fields")
    }
    found: Any = None
    parts: list[Column] = []
    if kind in VARIABLE_WIDTH:
        found = [b"" if v is None else v.encode() if isinstance(v, str) else bytes(v) for v in filled]
    elif kind == "fixedBinary":
        found = np.array([v or [0] * schema["width"] for v in filled], np.uint8)
    elif kind == "list":
        lists = [v or [] for v in filled]
        found = np.concatenate([[0], np.cumsum([len(v) for v in lists])]).astype(np.int32)
        parts = [column_of_values(schema["item"], [item for v in lists for item in v])]
    elif kind == "struct":
        rows = [None if v is None else list(v.values()) for v in filled]
        parts = [
            column_of_values(field, [EMPTY if row is None else row[place] for row in rows])
            for place, field in enumerate(schema["fields"])
        ]
    else:
        stored = STORED_TYPE[kind]
        found = np.array([v or 0 for v in filled], f"u{stored.itemsize}" if stored.kind == "f" else stored).view(stored)
    return Column(schema["name"], kind, validity, found, parameters, parts)


def plain_note(record: Any) -> dict:
    cpp = (
        record.type_name.removeprefix("std::optional<").removesuffix(">")
        if record.type_name.startswith("std::optional<")
        else record.type_name
    )
    return {
        "name": record.field_name,
        "type": next(
            kind for kind, (name, *_) in TYPES.items() if name == cpp and kind not in ("date", "timestamp", "json")
        ),
    }


def columns_of(path: Path, inner_codec: str | None, row_count: int) -> list[Column]:
    with uproot.open(path) as file:
        assert file.keys() in (["ntuple;1"], ["ntuple;1", f"{NOTE};1"])
        compression = file.file.compression
        assert (None if compression is None or compression.level == 0 else type(compression)) == ALGORITHMS[inner_codec]
        ntuple = file["ntuple"]
        assert ntuple.num_entries == row_count
        assert (ntuple.header.ntuple_name, ntuple.header.writer_identifier) == ("ntuple", "Formatlab")
        check_description(file)
        pages = check_pages(path, ntuple, inner_codec)
        assert (pages > 0) == (row_count > 0)
        tops = [r for i, r in enumerate(ntuple.field_records) if r.parent_field_id == i]
        note = json.loads(file[NOTE].member("fTitle")) if f"{NOTE};1" in file else [plain_note(r) for r in tops]
        assert [field_name(n) for n in note] == [r.field_name for r in tops]
        arrays = ntuple.arrays()
        places = {r.field_name: i for i, r in enumerate(ntuple.field_records) if r.parent_field_id == i}
        firsts = {c.field_id: c for c in reversed(ntuple.column_records)}
        return [column_of(ntuple, firsts, arrays, places[field_name(n)], n, inner_codec is not None) for n in note]

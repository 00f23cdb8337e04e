"""The destination-specific format (docs/destination-format.md) in Python: a reader of files for Python, over a mapped file, and a writer for either destination.

Arrays, of texts too, are views of the mapped file: nothing is read and nothing is copied. Lists and dictionaries are built object by object.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

MAGIC = b"\x89DSF\r\n\x1a\n"
VERSION = 1
#: magic, version, bytes of the header, structure, destination, element type, key type, length, bytes of data, offset of the values, zeros
HEADER = struct.Struct("<8sHHBBBBQQQ24s")
TEXT = struct.Struct("<QQ")
STRUCTURES = ("array", "list", "dict")
DESTINATIONS = ("Python", "Julia")
TYPES = ("int64", "float64", "utf8")
NUMBERS = {"int64": np.dtype("<i8"), "float64": np.dtype("<f8")}
#: encoding → Python's name of it, bytes of a character
ENCODINGS = {0: ("ascii", 1), 1: ("latin-1", 1), 2: ("utf-16-le", 2), 4: ("utf-32-le", 4)}


class FormatError(ValueError):
    """Damage in a file, and its offset."""


class Header(NamedTuple):
    structure: str
    destination: str
    element_type: str
    key_type: str | None
    length: int
    values_offset: int


def read_header(data: Any) -> Header:
    if len(data) < HEADER.size:
        raise FormatError(f"the file ends in its header, at byte {len(data)}")
    magic, version, size, structure, destination, element_type, key_type, length, data_bytes, values_offset, unused = (
        HEADER.unpack_from(data)
    )
    for wrong, offset in (
        (magic != MAGIC, 0),
        (version != VERSION, 8),
        (size != HEADER.size, 10),
        (not 1 <= structure <= 3, 12),
        (not 1 <= destination <= 2 or (structure, destination) == (2, 2), 13),
        (not 1 <= element_type <= 3, 14),
        (not (1 <= key_type <= 3 if structure == 3 else key_type == 0), 15),
        (data_bytes != len(data) - HEADER.size, 24),
        (
            not (HEADER.size <= values_offset <= len(data) and values_offset % 8 == 0)
            if structure == 3
            else values_offset != 0,
            32,
        ),
        (unused != bytes(24), 40),
    ):
        if wrong:
            raise FormatError(f"the header is wrong at byte {offset}")
    return Header(
        STRUCTURES[structure - 1],
        DESTINATIONS[destination - 1],
        TYPES[element_type - 1],
        TYPES[key_type - 1] if key_type else None,
        length,
        values_offset,
    )


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def map_file(path: Path | str) -> mmap.mmap:
    """Maps a file privately, like the published code, so that changes to an array do not reach the file."""
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)


def decode(data: Any) -> Any:
    """The array (a view of `data`, any object with a buffer), list or dictionary of a file for Python."""
    header = read_header(data)
    if header.destination != "Python":
        raise FormatError("the file is for Julia")
    if header.structure == "array":
        return _array(data, header)
    start, end = HEADER.size, len(data)
    if header.structure == "list":
        values, at = _scalars(data, header.element_type, header.length, start, end)
        if at != end:
            raise FormatError(f"the list ends at byte {at} of {end}")
        return values
    assert header.key_type is not None, "read_header() sees to a dictionary's type of keys"
    keys, at = _scalars(data, header.key_type, header.length, start, header.values_offset)
    values, values_end = _scalars(data, header.element_type, header.length, header.values_offset, end)
    if at + -at % 8 != header.values_offset or values_end != end:
        raise FormatError(f"keys end at byte {at} and values at {values_end}, of {header.values_offset} and {end}")
    found = dict(zip(keys, values, strict=True))
    if len(found) != header.length:
        raise FormatError("a key is repeated")
    return found


def _array(data: Any, header: Header) -> np.ndarray:
    start = HEADER.size
    kind = NUMBERS.get(header.element_type)
    if kind is None:
        if len(data) < start + 8:
            raise FormatError(f"there is no size of an item at byte {start}")
        (item,) = struct.unpack_from("<Q", data, start)
        if item % 4 or not 4 <= item < 2**31:
            raise FormatError(f"items of {item} bytes at byte {start}")
        kind, start = np.dtype(f"<U{item // 4}"), start + 8
    if header.length * kind.itemsize != len(data) - start:
        raise FormatError(f"{header.length} items of {kind.itemsize} bytes are not {len(data) - start} bytes")
    return np.frombuffer(data, kind, header.length, start)


def _scalars(data: Any, kind: str, count: int, start: int, limit: int) -> tuple[list, int]:
    if count * (8 if kind in NUMBERS else TEXT.size) > limit - start:
        raise FormatError(f"{count} of {kind} don't lie in bytes {start} to {limit}")
    if kind in NUMBERS:
        return np.frombuffer(data, NUMBERS[kind], count, start).tolist(), start + 8 * count
    texts, at, unpack, view = [], start, TEXT.unpack_from, memoryview(data)
    for _ in range(count):
        if limit - at < TEXT.size:
            raise FormatError(f"a text at byte {at} goes beyond byte {limit}")
        encoding, length = unpack(view, at)
        if encoding not in ENCODINGS:
            raise FormatError(f"no encoding at byte {at}")
        name, width = ENCODINGS[encoding]
        body = at + TEXT.size
        end = body + length * width
        at = end + -end % 4
        if at > limit:
            raise FormatError(f"a text at byte {body} goes beyond byte {limit}")
        try:
            text = str(view[body:end], name)
        except UnicodeDecodeError as error:
            raise FormatError(f"no characters at byte {body}: {error}") from error
        if len(text) != length:
            raise FormatError(f"surrogates in UCS-2 at byte {body}")
        texts.append(text)
    return texts, at


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def type_of(values: Iterable) -> str:
    """The type that all values share; float64 if there are no values."""
    kinds = {type(value) for value in values}
    if len(kinds) > 1:
        raise TypeError(f"values of several types: {kinds}")
    return {float: "float64", int: "int64", str: "utf8"}[kinds.pop()] if kinds else "float64"


def encode(
    data: np.ndarray | list | dict,
    destination: str = "Python",
    key_type: str | None = None,
    element_type: str | None = None,
) -> bytes:
    """The file of an array (int64, float64 or str), list or dictionary. Types must be given if there are no values to derive them from."""
    values_offset = 0
    if isinstance(data, np.ndarray):
        structure = "array"
        if data.ndim != 1 or data.dtype.kind not in "ifU" or (data.dtype.kind != "U" and data.dtype.itemsize != 8):
            raise TypeError(f"{data.dtype} of shape {data.shape}")
        element_type = {"i": "int64", "f": "float64", "U": "utf8"}[data.dtype.kind]
        if element_type != "utf8":
            body = data.astype(NUMBERS[element_type], copy=False).tobytes()
        elif destination == "Julia":
            body = _encode_scalars(data.tolist(), "utf8", "Julia")
        else:
            kind = data.dtype.newbyteorder("<")
            body = struct.pack("<Q", kind.itemsize) + data.astype(kind, copy=False).tobytes()
    elif isinstance(data, list):
        if destination != "Python":
            raise TypeError("lists have no Julia side")
        structure, element_type = "list", element_type or type_of(data)
        body = _encode_scalars(data, element_type, destination)
    else:
        structure, key_type, element_type = "dict", key_type or type_of(data), element_type or type_of(data.values())
        keys = _encode_scalars(list(data), key_type, destination)
        keys += bytes(-len(keys) % 8)
        values_offset = HEADER.size + len(keys)
        body = keys + _encode_scalars(list(data.values()), element_type, destination)
    codes = (
        STRUCTURES.index(structure) + 1,
        DESTINATIONS.index(destination) + 1,
        TYPES.index(element_type) + 1,
        TYPES.index(key_type) + 1 if key_type else 0,
    )
    return HEADER.pack(MAGIC, VERSION, HEADER.size, *codes, len(data), len(body), values_offset, bytes(24)) + body


def _encode_scalars(values: list, kind: str, destination: str) -> bytes:
    if kind in NUMBERS:
        return np.array(values, NUMBERS[kind]).tobytes()
    parts = []
    for text in values:
        if destination == "Julia":
            utf8 = text.encode()
            parts += [struct.pack("<Q", len(utf8)), utf8]
        else:
            widest = ord(max(text, default="a"))
            encoding = 0 if widest < 0x80 else 1 if widest < 0x100 else 2 if widest < 0x10000 else 4
            characters = text.encode(ENCODINGS[encoding][0])
            parts += [TEXT.pack(encoding, len(text)), characters, bytes(-len(characters) % 4)]
    return b"".join(parts)

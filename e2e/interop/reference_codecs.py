"""One reference encoder and decoder for each codec: the upstream library itself, wherever Python has it.

`decode(data, size_bytes)` gives exactly what one whole stream holds, or raises. The size is the room that the reference gets where the format stores
none (a raw LZ4 block); elsewhere it is only compared. What follows a stream is refused, since a file of ours holds nothing else.
"""

from __future__ import annotations

import bz2
import ctypes
import importlib.metadata
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import blosc
import brotli
import lz4.block
import lz4.frame
import numpy as np
import pcodec.standalone
import pyarrow as pa
import zstandard

import fsst_reference


class Refused(Exception):
    """The reference rejects the input, with its message, or with ours if it only returned less."""


@dataclass(frozen=True)
class Reference:
    #: Upstream's name and version, as the metadata of our own builds of it say: 'zstd 1.5.7'.
    upstream: str
    #: How it is reached: 'Python zstandard 0.25.0'.
    through: str
    #: The edges of its levels, and those between that differ in kind; the second is what large data are written at.
    levels: tuple[int | None, ...]
    decode: Callable[[bytes, int], bytes]
    encode: Callable[[bytes, int | None], bytes]
    #: By how many bytes what it writes may be larger than what upstream writes in one call, and why.
    surplus: tuple[int, str] | None = None

    @property
    def name(self) -> str:
        return f"{self.upstream} ({self.through})"


def package(name: str) -> str:
    return f"Python {name} {importlib.metadata.version(name)}"


def loaded_version(library: str, function: str) -> str:
    """The version of a shared library in this process ('1.0.8'), if the standard library does not expose it; 'of this Python' if it is unknown."""
    try:
        path = next(
            line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if f"/{library}" in line
        )
        ask = ctypes.CDLL(path)[function]
    except (OSError, StopIteration, AttributeError):
        return "of this Python"
    ask.restype = ctypes.c_char_p
    return ask().decode().split(",")[0]


def whole(decompressor: Any, data: bytes) -> bytes:
    """Decompresses one whole stream with a decompressor object of the standard library."""
    out = decompressor.decompress(data)
    if not decompressor.eof:
        raise Refused(f"the stream is not over after {len(data)} bytes")
    if decompressor.unused_data:
        raise Refused(f"{len(decompressor.unused_data)} bytes follow the stream")
    return out


STANDARD = "Python's standard library"


def zlib_reference(window_bits: int) -> Reference:
    def encode(data: bytes, level: int | None) -> bytes:
        compressor = zlib.compressobj(6 if level is None else level, zlib.DEFLATED, window_bits)
        return compressor.compress(data) + compressor.flush()

    return Reference(
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
        STANDARD,
        (0, 6, 9),
        lambda data, _: whole(zlib.decompressobj(window_bits), data),
        encode,
    )


def decode_zstd(data: bytes, _: int) -> bytes:
    return whole(zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj(), data)


def decode_lz4_frame(data: bytes, _: int) -> bytes:
    out, read = lz4.frame.decompress(data, return_bytes_read=True)
    if read != len(data):
        raise Refused(f"{len(data) - read} bytes follow the frame")
    return out


def encode_lz4_block(data: bytes, level: int | None) -> bytes:
    """LZ4 frame levels: negative is an acceleration, 0 is the fast default, from 3 on LZ4 HC."""
    level = level or 0
    mode = (
        {"mode": "high_compression", "compression": level}
        if level >= 3
        else {"mode": "fast", "acceleration": max(1, -level)}
    )
    return lz4.block.compress(data, store_size=False, **mode)


def decode_snappy(data: bytes, size_bytes: int) -> bytes:
    claimed = sum(
        (byte & 127) << 7 * index
        for index, byte in enumerate(data[: next((i for i, byte in enumerate(data) if byte < 128), 0) + 1])
    )
    if claimed != size_bytes:
        raise Refused(f"its header says {claimed} bytes")
    return pa.decompress(data, decompressed_size=size_bytes, codec="snappy", asbytes=True)


def decode_pco(data: bytes, _: int) -> bytes:
    """Decompresses with pco. Its result is None for a file that holds no numbers and so has no type."""
    numbers = pcodec.standalone.simple_decompress(data)
    return b"" if numbers is None else numbers.tobytes()


def encode_lzma(container: int) -> Callable[[bytes, int | None], bytes]:
    return lambda data, level: lzma.compress(data, format=container, preset=level)


LZMA = f"liblzma {loaded_version('liblzma', 'lzma_version_string')}"
BZIP2 = f"bzip2 {loaded_version('libbz2', 'BZ2_bzlibVersion')}"


REFERENCES: dict[str, Reference] = {
    "gzip": zlib_reference(31),
    "deflate": zlib_reference(15),
    "deflate-raw": zlib_reference(-15),
    "zstd": Reference(
        f"zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}",
        package("zstandard"),
        (-131_072, 3, 22),
        decode_zstd,
        lambda data, level: zstandard.ZstdCompressor(level=3 if level is None else level).compress(data),
    ),
    "lz4": Reference(
        f"LZ4 {lz4.library_version_string()}",
        package("lz4"),
        (-65_537, 0, 12),
        decode_lz4_frame,
        lambda data, level: lz4.frame.compress(data, compression_level=level or 0),
    ),
    "lz4-block": Reference(
        f"LZ4 {lz4.library_version_string()}",
        package("lz4"),
        (-65_537, 0, 12),
        lambda data, size_bytes: lz4.block.decompress(data, uncompressed_size=size_bytes),
        encode_lz4_block,
    ),
    "brotli": Reference(
        f"brotli {brotli.__version__}",
        package("brotli"),
        (0, 5, 11),
        lambda data, _: brotli.decompress(data),
        lambda data, level: brotli.compress(data, quality=11 if level is None else level),
        # Seen with the C library too: BROTLI_OPERATION_PROCESS, then FINISH, against FINISH alone.
        (
            1,
            "Python hands brotli the data and ends the stream in two calls; where the data end with a block, an empty last block of 1 byte follows.",
        ),
    ),
    "xz": Reference(
        LZMA,
        STANDARD,
        (0, 6, 9),
        lambda data, _: whole(lzma.LZMADecompressor(lzma.FORMAT_XZ), data),
        encode_lzma(lzma.FORMAT_XZ),
    ),
    "lzma": Reference(
        LZMA,
        STANDARD,
        (0, 6, 9),
        lambda data, _: whole(lzma.LZMADecompressor(lzma.FORMAT_ALONE), data),
        encode_lzma(lzma.FORMAT_ALONE),
    ),
    "bzip2": Reference(
        BZIP2,
        STANDARD,
        (1, 9),
        lambda data, _: whole(bz2.BZ2Decompressor(), data),
        lambda data, level: bz2.compress(data, level or 9),
    ),
    "blosc": Reference(
        f"c-blosc {blosc.blosclib_version.split()[0]}",
        package("blosc"),
        (0, 5, 9),
        lambda data, _: blosc.decompress(data),
        lambda data, level: blosc.compress(
            data, typesize=8, clevel=5 if level is None else level, shuffle=blosc.SHUFFLE, cname="blosclz"
        ),
    ),
    "snappy": Reference(
        "snappy of Arrow",
        package("pyarrow"),
        (None,),
        decode_snappy,
        lambda data, _: pa.compress(data, codec="snappy", asbytes=True),
    ),
    "pco": Reference(
        f"pco {importlib.metadata.version('pcodec')}",
        package("pcodec"),
        (0, 8, 12),
        decode_pco,
        lambda data, level: pcodec.standalone.simple_compress(
            np.frombuffer(data, "<i8"), pcodec.ChunkConfig(compression_level=8 if level is None else level)
        ),
    ),
    # FSST's authors define no file. Levels: bytes of the symbols.
    "fsst": Reference(
        "FSST as its paper and our container define it",
        "a reader and a writer of our own in Python",
        (0, 8, 3, 5),
        lambda data, _: fsst_reference.decode(data),
        lambda data, level: fsst_reference.encode(data, 8 if level is None else level),
    ),
}

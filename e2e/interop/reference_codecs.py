"""What a reference encoder and decoder of a codec is: the upstream library itself, wherever Python has it.

Each codec names its own in `workers/codecs/<id>/testing/reference_of_<id>.py`, and `references.py` finds them.

`decode(data, size_bytes)` gives exactly what one whole stream holds, or raises. The size is the room that the reference gets where the format stores
none (a raw LZ4 block); elsewhere it is only compared. What follows a stream is refused, since a file of ours holds nothing else.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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


LZMA = f"liblzma {loaded_version('liblzma', 'lzma_version_string')}"
BZIP2 = f"bzip2 {loaded_version('libbz2', 'BZ2_bzlibVersion')}"

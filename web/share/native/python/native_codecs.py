"""Codecs around a whole file, by native libraries. Part of the script that Formatlab exports. A library that is not
installed raises `Unsupported`."""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from collections.abc import Callable

import numpy as np

from native_forms import Unsupported, package

Compress = Callable[[bytes], bytes]
#: A function of a codec's level and options that returns a compressor and a decompressor.
Make = Callable[[int | None, dict], tuple[Compress, Callable[..., bytes]]]


def require_defaults(options: dict, **defaults: object) -> None:
    for name, default in defaults.items():
        if options.get(name, default) != default:
            raise Unsupported(f"This script supports only the default ({default}) of the codec's option {name}.")


def deflate(window_bits: int) -> Make:
    def make(level: int | None, options: dict) -> tuple[Compress, Compress]:
        if level is not None and level > 9:
            raise Unsupported("zlib's highest level is 9.")

        def compress(data: bytes) -> bytes:
            compressor = zlib.compressobj(6 if level is None else level, zlib.DEFLATED, window_bits)
            return compressor.compress(data) + compressor.flush()

        return compress, lambda data: zlib.decompress(data, window_bits)

    return make


def zstd(level: int | None, options: dict) -> tuple[Compress, Compress]:
    zstandard = package("zstandard")
    require_defaults(options, windowLog="level", longDistance=False)
    compressor = zstandard.ZstdCompressor(
        level=3 if level is None else level, write_checksum=options.get("checksum", False)
    )
    return compressor.compress, zstandard.ZstdDecompressor(max_window_size=1 << 31).decompress


def lz4_frame(level: int | None, options: dict) -> tuple[Compress, Compress]:
    frame = package("lz4.frame")
    require_defaults(options, favorDecoding=False)
    settings = {
        "compression_level": level or 0,
        "block_size": int(options.get("blockSize", "4")),
        "block_linked": options.get("linked", True),
        "content_checksum": options.get("checksum", False),
    }
    return lambda data: frame.compress(data, **settings), frame.decompress


def lz4_block(level: int | None, options: dict) -> tuple[Compress, Compress]:
    """Negative levels −n mean an acceleration of n + 1, levels 0 and 1 the fast mode, and levels from 2 the
    high-compression mode."""
    block = package("lz4.block")
    level = level or 0
    mode = (
        {"mode": "high_compression", "compression": level}
        if level >= 2
        else {"mode": "fast", "acceleration": max(1, 1 - level)}
    )
    return lambda data: block.compress(data, store_size=False, **mode), block.decompress


def brotli(level: int | None, options: dict) -> tuple[Compress, Compress]:
    library = package("brotli")
    mode = {"generic": library.MODE_GENERIC, "text": library.MODE_TEXT, "font": library.MODE_FONT}[
        options.get("mode", "generic")
    ]
    quality, window = 6 if level is None else level, int(options.get("windowLog", "22"))
    return lambda data: library.compress(data, mode=mode, quality=quality, lgwin=window), library.decompress


def xz(container: int) -> Make:
    def make(level: int | None, options: dict) -> tuple[Compress, Compress]:
        preset = (6 if level is None else level) | (lzma.PRESET_EXTREME if options.get("extreme") else 0)
        checks = {
            "none": lzma.CHECK_NONE,
            "crc32": lzma.CHECK_CRC32,
            "crc64": lzma.CHECK_CRC64,
            "sha256": lzma.CHECK_SHA256,
        }
        check = checks[options.get("check", "crc64")] if container == lzma.FORMAT_XZ else -1
        return lambda data: lzma.compress(
            data, format=container, check=check, preset=preset
        ), lambda data: lzma.decompress(data, container)

    return make


def bzip2(level: int | None, options: dict) -> tuple[Compress, Compress]:
    return lambda data: bz2.compress(data, level or 9), bz2.decompress


def blosc(level: int | None, options: dict) -> tuple[Compress, Compress]:
    library = package("blosc")
    shuffle = {"none": library.NOSHUFFLE, "byte": library.SHUFFLE, "bit": library.BITSHUFFLE}[
        options.get("shuffle", "byte")
    ]
    compressor = options.get("compressor", "blosclz")
    if compressor not in library.compressor_list():
        raise Unsupported(f"This build of c-blosc has no {compressor}.")
    library.set_nthreads(1)
    library.set_blocksize(options.get("blockSize", 0))
    settings = {
        "typesize": options.get("typesize", 8),
        "clevel": 5 if level is None else level,
        "shuffle": shuffle,
        "cname": compressor,
    }
    return lambda data: library.compress(data, **settings), library.decompress


def snappy(level: int | None, options: dict) -> tuple[Compress, Compress]:
    arrow = package("pyarrow")

    def decompress(data: bytes) -> bytes:
        end = next(index for index, byte in enumerate(data) if byte < 128) + 1
        size = sum((byte & 127) << 7 * index for index, byte in enumerate(data[:end]))
        return arrow.decompress(data, decompressed_size=size, codec="snappy", asbytes=True)

    return lambda data: arrow.compress(data, codec="snappy", asbytes=True), decompress


def pco(level: int | None, options: dict) -> tuple[Compress, Compress]:
    library = package("pcodec.standalone", "pcodec")
    config = package("pcodec").ChunkConfig(compression_level=8 if level is None else level)
    element = np.dtype(options.get("element", "int64"))

    def compress(data: bytes) -> bytes:
        if len(data) % element.itemsize:
            raise Unsupported(f"{len(data):,} bytes are not a whole number of elements of {element}.")
        return library.simple_compress(np.frombuffer(data, element), config)

    def decompress(data: bytes) -> bytes:
        numbers = library.simple_decompress(data)
        return b"" if numbers is None else numbers.tobytes()

    return compress, decompress


CODECS: dict[str, Make] = {
    "gzip": deflate(31),
    "deflate": deflate(15),
    "deflate-raw": deflate(-15),
    "zstd": zstd,
    "lz4": lz4_frame,
    "lz4-block": lz4_block,
    "brotli": brotli,
    "xz": xz(lzma.FORMAT_XZ),
    "lzma": xz(lzma.FORMAT_ALONE),
    "bzip2": bzip2,
    "blosc": blosc,
    "snappy": snappy,
    "pco": pco,
}

#: The Python package of each codec, named as in native_adapter.py.
CODEC_LIBRARIES = {
    "gzip": "zlib",
    "deflate": "zlib",
    "deflate-raw": "zlib",
    "zstd": "zstandard",
    "lz4": "lz4",
    "lz4-block": "lz4",
    "brotli": "brotli",
    "xz": "CPython lzma",
    "lzma": "CPython lzma",
    "bzip2": "CPython bz2",
    "blosc": "blosc",
    "snappy": "pyarrow",
    "pco": "pcodec",
}

BLOCK_BYTES = {"page": 4_096, "record": 700}
FRONT = struct.Struct("<8sIIQ")


def wrapping(codec: dict | None) -> tuple[Compress, Callable[[bytes, int], bytes]]:
    """Applies a candidate's codec to the whole file, or to blocks of it in the layout of workers/model/block-file.ts.
    Decompressing needs the uncompressed size."""
    if codec is None or codec["implementation"] is None:
        return lambda data: data, lambda data, _: data
    options = dict(codec.get("options") or {})
    if options.pop("dictionaryKiB", 0):
        raise Unsupported("This script trains no dictionaries.")
    compress, plain = CODECS[codec["id"]](codec["level"], options)
    # A raw LZ4 block does not contain its uncompressed size.
    decompress = (
        (lambda data, size: plain(data, uncompressed_size=size))
        if codec["id"] == "lz4-block"
        else (lambda data, _: plain(data))
    )
    if codec["granularity"] == "file":
        return compress, decompress
    block_bytes = BLOCK_BYTES[codec["granularity"]]
    if codec["id"] == "pco":
        block_bytes -= block_bytes % np.dtype(options.get("element", "int64")).itemsize

    def compress_blocks(data: bytes) -> bytes:
        blocks = [compress(data[at : at + block_bytes]) for at in range(0, len(data), block_bytes)]
        sizes = np.array([len(block) for block in blocks], "<u4").tobytes()
        return b"".join([FRONT.pack(b"FLBLOCK1", block_bytes, 0, len(data)), sizes, *blocks])

    def decompress_blocks(data: bytes, size_bytes: int) -> bytes:
        magic, block_size, dictionary_bytes, total = FRONT.unpack_from(data)
        if magic != b"FLBLOCK1" or block_size != block_bytes or dictionary_bytes or total != size_bytes:
            raise ValueError("The start of the block file differs from what was written.")
        count = -(-total // block_size)
        at, parts = FRONT.size + 4 * count, []
        for index, length in enumerate(np.frombuffer(data, "<u4", count, FRONT.size).tolist()):
            parts.append(decompress(data[at : at + length], min(block_size, total - index * block_size)))
            at += length
        return b"".join(parts)

    return compress_blocks, decompress_blocks

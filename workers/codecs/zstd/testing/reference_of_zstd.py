"""The reference of zstd: the upstream library in Python."""

import zstandard

from reference_codecs import Reference, package, whole


def decode(data: bytes, _: int) -> bytes:
    return whole(zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj(), data)


REFERENCE = Reference(
    f"zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}",
    package("zstandard"),
    (-131_072, 3, 22),
    decode,
    lambda data, level: zstandard.ZstdCompressor(level=3 if level is None else level).compress(data),
)

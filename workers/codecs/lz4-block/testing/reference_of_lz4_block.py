"""The reference of raw LZ4 blocks: the upstream library in Python."""

import lz4.block

from reference_codecs import Reference, package


def encode(data: bytes, level: int | None) -> bytes:
    """LZ4 frame levels: negative is an acceleration, 0 is the fast default, from 3 on LZ4 HC."""
    level = level or 0
    mode = (
        {"mode": "high_compression", "compression": level}
        if level >= 3
        else {"mode": "fast", "acceleration": max(1, -level)}
    )
    return lz4.block.compress(data, store_size=False, **mode)


REFERENCE = Reference(
    f"LZ4 {lz4.library_version_string()}",
    package("lz4"),
    (-65_537, 0, 12),
    lambda data, size_bytes: lz4.block.decompress(data, uncompressed_size=size_bytes),
    encode,
)

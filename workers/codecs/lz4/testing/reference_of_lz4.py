"""The reference of LZ4 frames: the upstream library in Python."""

import lz4.frame

from reference_codecs import Reference, Refused, package


def decode(data: bytes, _: int) -> bytes:
    out, read = lz4.frame.decompress(data, return_bytes_read=True)
    if read != len(data):
        raise Refused(f"{len(data) - read} bytes follow the frame")
    return out


REFERENCE = Reference(
    f"LZ4 {lz4.library_version_string()}",
    package("lz4"),
    (-65_537, 0, 12),
    decode,
    lambda data, level: lz4.frame.compress(data, compression_level=level or 0),
)

"""The reference of Snappy: the upstream library in Python."""

import pyarrow as pa

from reference_codecs import Reference, Refused, package


def decode(data: bytes, size_bytes: int) -> bytes:
    claimed = sum(
        (byte & 127) << 7 * index
        for index, byte in enumerate(data[: next((i for i, byte in enumerate(data) if byte < 128), 0) + 1])
    )
    if claimed != size_bytes:
        raise Refused(f"its header says {claimed} bytes")
    return pa.decompress(data, decompressed_size=size_bytes, codec="snappy", asbytes=True)


REFERENCE = Reference(
    "snappy of Arrow",
    package("pyarrow"),
    (None,),
    decode,
    lambda data, _: pa.compress(data, codec="snappy", asbytes=True),
)

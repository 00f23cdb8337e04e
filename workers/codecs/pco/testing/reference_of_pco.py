"""The reference of pco: the upstream library in Python."""

import importlib.metadata

import numpy as np
import pcodec.standalone

from reference_codecs import Reference, package


def decode(data: bytes, _: int) -> bytes:
    """Decompresses with pco. Its result is None for a file that holds no numbers and so has no type."""
    numbers = pcodec.standalone.simple_decompress(data)
    return b"" if numbers is None else numbers.tobytes()


REFERENCE = Reference(
    f"pco {importlib.metadata.version('pcodec')}",
    package("pcodec"),
    (0, 8, 12),
    decode,
    lambda data, level: pcodec.standalone.simple_compress(
        np.frombuffer(data, "<i8"), pcodec.ChunkConfig(compression_level=8 if level is None else level)
    ),
)

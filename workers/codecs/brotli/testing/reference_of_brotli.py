"""The reference of Brotli: the upstream library in Python."""

import brotli

from reference_codecs import Reference, package

REFERENCE = Reference(
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
)

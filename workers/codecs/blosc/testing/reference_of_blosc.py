"""The reference of Blosc: the upstream library in Python."""

import blosc

from reference_codecs import Reference, package

REFERENCE = Reference(
    f"c-blosc {blosc.blosclib_version.split()[0]}",
    package("blosc"),
    (0, 5, 9),
    lambda data, _: blosc.decompress(data),
    lambda data, level: blosc.compress(
        data, typesize=8, clevel=5 if level is None else level, shuffle=blosc.SHUFFLE, cname="blosclz"
    ),
)

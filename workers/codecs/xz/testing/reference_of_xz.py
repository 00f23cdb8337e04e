"""The reference of xz: the upstream library in Python."""

import lzma

from reference_codecs import LZMA, STANDARD, Reference, whole

REFERENCE = Reference(
    LZMA,
    STANDARD,
    (0, 6, 9),
    lambda data, _: whole(lzma.LZMADecompressor(lzma.FORMAT_XZ), data),
    lambda data, level: lzma.compress(data, format=lzma.FORMAT_XZ, preset=level),
)

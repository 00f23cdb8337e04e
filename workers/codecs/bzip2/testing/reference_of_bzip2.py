"""The reference of bzip2: the upstream library in Python."""

import bz2

from reference_codecs import BZIP2, STANDARD, Reference, whole

REFERENCE = Reference(
    BZIP2,
    STANDARD,
    (1, 9),
    lambda data, _: whole(bz2.BZ2Decompressor(), data),
    lambda data, level: bz2.compress(data, level or 9),
)

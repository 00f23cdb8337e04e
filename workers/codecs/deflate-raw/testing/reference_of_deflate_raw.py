"""The reference of raw deflate: the upstream library in Python."""

from reference_codecs import zlib_reference

REFERENCE = zlib_reference(-15)

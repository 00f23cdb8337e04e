"""The reference of zlib's format: the upstream library in Python."""

from reference_codecs import zlib_reference

REFERENCE = zlib_reference(15)

"""The reference of gzip: the upstream library in Python."""

from reference_codecs import zlib_reference

REFERENCE = zlib_reference(31)

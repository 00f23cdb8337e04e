"""The reference of FSST: its authors define no file, so this reader and writer of the container are our own."""

import fsst_reference
from reference_codecs import Reference

# Levels: bytes of the symbols.
REFERENCE = Reference(
    "FSST as its paper and our container define it",
    "a reader and a writer of our own in Python",
    (0, 8, 3, 5),
    lambda data, _: fsst_reference.decode(data),
    lambda data, level: fsst_reference.encode(data, 8 if level is None else level),
)

"""A second reader of the destination-specific format's files for Julia, written from docs/destination-format.md alone: it shares nothing with the browser's code or
with destination_format.py, and walks through a file byte by byte with `struct`."""

from __future__ import annotations

import struct
from typing import Any


class Walk:
    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def take(self, layout: str) -> Any:
        (value,) = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return value

    def take_bytes(self, count: int) -> bytes:
        piece = self.data[self.at : self.at + count]
        assert len(piece) == count, f"the file ends at byte {len(self.data)}, in {count} bytes from {self.at} on"
        self.at += count
        return piece

    def take_scalar(self, kind: int) -> Any:
        if kind == 1:
            return self.take("q")
        if kind == 2:
            return self.take("d")
        assert kind == 3, f"type {kind} before byte {self.at}"
        return self.take_bytes(self.take("Q")).decode("utf-8")


def read_julia(data: bytes) -> tuple[str, str, list | dict]:
    """Structure and element type by name, and the elements or entries."""
    walk = Walk(data)
    assert walk.take_bytes(8) == bytes.fromhex("89 44 53 46 0D 0A 1A 0A")
    assert (walk.take("H"), walk.take("H")) == (1, 64)
    structure, destination, element, key = (walk.take("B") for _ in range(4))
    assert destination == 2
    length, data_bytes, values_offset = (walk.take("Q") for _ in range(3))
    assert walk.take_bytes(24) == bytes(24) and walk.at == 64
    assert data_bytes == len(data) - 64
    name = {1: "int64", 2: "float64", 3: "utf8"}[element]
    found: list | dict
    if structure == 1:
        assert (key, values_offset) == (0, 0)
        found = [walk.take_scalar(element) for _ in range(length)]
    else:
        assert structure == 3
        keys = [walk.take_scalar(key) for _ in range(length)]
        assert walk.take_bytes(-walk.at % 8).strip(b"\0") == b"" and walk.at == values_offset
        found = dict(zip(keys, [walk.take_scalar(element) for _ in range(length)], strict=True))
        assert len(found) == length
    assert walk.at == len(data)
    return {1: "array", 3: "dict"}[structure], name, found

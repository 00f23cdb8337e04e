"""FSST in numpy, from its paper (Boncz, Neumann, Leis: FSST, VLDB 2020) and the container that workers/wasm/rust/fsst defines: no file of FSST is defined elsewhere.

Codes 0 to 254 stand for a symbol of 1 to 8 bytes each, and 255 for the byte behind it. Nothing here is shared with the codec that it judges.
"""

from __future__ import annotations

import numpy as np

MAGIC = b"FSST"
ESCAPE = 255
#: In the order of codes.
LENGTHS = (2, 3, 4, 5, 6, 7, 8, 1)


def decode(data: bytes) -> bytes:
    if data[:4] != MAGIC or data[4:6] != b"\x01\x00":
        raise ValueError("it does not begin as such a file with its own table does")
    declared, at = 0, 6
    while True:
        declared |= (data[at] & 0x7F) << 7 * (at - 6)
        at += 1
        if data[at - 1] < 128:
            break
    counts = data[at : at + 8]
    at += 8
    symbols = np.zeros((256, 8), np.uint8)
    lengths = np.zeros(256, np.int64)
    code = 0
    for count, length in zip(counts, LENGTHS, strict=True):
        for _ in range(count):
            symbols[code, :length] = np.frombuffer(data, np.uint8, length, at)
            lengths[code] = length
            at += length
            code += 1
    codes = np.frombuffer(data, np.uint8, offset=at) if at < len(data) else np.zeros(0, np.uint8)
    # In a run of 255s every other one is an escape, beginning with the first, which nothing escapes.
    is_255 = codes == ESCAPE
    index = np.arange(len(codes))
    run_start = (
        np.maximum.accumulate(np.where(is_255 & ~np.concatenate(([False], is_255[:-1])), index, -1))
        if len(codes)
        else index
    )
    escape = is_255 & ((index - run_start) % 2 == 0)
    literal = np.concatenate(([False], escape[:-1])) if len(codes) else escape
    if len(codes) and escape[-1]:
        raise ValueError("it ends between an escape and its byte")
    if np.any(~escape & ~literal & (codes >= code)):
        raise ValueError("a code stands for nothing")
    sizes = np.where(escape, 0, np.where(literal, 1, lengths[codes]))
    ends = np.cumsum(sizes)
    if (int(ends[-1]) if len(codes) else 0) != declared:
        raise ValueError(f"{ends[-1] if len(codes) else 0} bytes come out where it declares {declared}")
    of_code = np.repeat(index.astype(np.int32), sizes)
    within = np.arange(declared, dtype=np.int32) - (ends - sizes)[of_code].astype(np.int32)
    taken = codes[of_code]
    return np.where(literal[of_code], taken, symbols[taken, within]).tobytes()


def encode(data: bytes, symbol_bytes: int) -> bytes:
    """Trains symbols: the most frequent byte strings of length `symbol_bytes` at multiples of that, and the most frequent bytes. With 0 there are none, and every byte is escaped."""
    raw = np.frombuffer(data, np.uint8)
    size, head = len(data), b""
    while True:
        size, low = size >> 7, size & 0x7F
        head += bytes([low | 128 if size else low])
        if not size:
            break

    stretches = most_frequent(keys_of(raw, symbol_bytes), 127) if symbol_bytes > 1 else np.zeros(0, np.uint64)
    singles = most_frequent(raw.astype(np.uint64), 128) if symbol_bytes > 0 else np.zeros(0, np.uint64)
    counts = bytes(
        len(stretches) if length == symbol_bytes and length > 1 else len(singles) if length == 1 else 0
        for length in LENGTHS
    )
    table = b"".join(int(key).to_bytes(symbol_bytes, "little") for key in stretches) + bytes(singles.astype(np.uint8))

    # For each byte at most two codes: that of a stretch which begins here, or that of the byte, or an escape and the byte.
    out = np.zeros((len(raw), 2), np.uint8)
    keep = np.zeros((len(raw), 2), bool)
    code_of_byte = np.full(256, ESCAPE, np.uint8)
    code_of_byte[singles.astype(np.uint8)] = len(stretches) + np.arange(len(singles), dtype=np.uint8)
    out[:, 0] = code_of_byte[raw]
    out[:, 1] = raw
    keep[:, 0] = True
    keep[:, 1] = out[:, 0] == ESCAPE
    if len(stretches) > 0:
        keys = keys_of(raw, symbol_bytes)
        order = np.argsort(stretches)
        place = np.minimum(np.searchsorted(stretches[order], keys), len(stretches) - 1)
        found = np.flatnonzero(stretches[order][place] == keys)
        starts = found * symbol_bytes
        for within in range(symbol_bytes):
            keep[starts + within] = False
        out[starts, 0] = order[place[found]].astype(np.uint8)
        keep[starts, 0] = True
    return MAGIC + b"\x01\x00" + head + counts + table + out[keep].tobytes()


def keys_of(raw: np.ndarray, length: int) -> np.ndarray:
    """The consecutive strings of `length` bytes, each as a little-endian number."""
    whole = raw[: len(raw) // length * length].reshape(-1, length).astype(np.uint64)
    return (
        np.bitwise_or.reduce(whole << (np.uint64(8) * np.arange(length, dtype=np.uint64)), axis=1)
        if len(whole)
        else np.zeros(0, np.uint64)
    )


def most_frequent(keys: np.ndarray, most: int) -> np.ndarray:
    values, counts = np.unique(keys[:65_536], return_counts=True)
    return values[np.argsort(-counts, kind="stable")[:most]]

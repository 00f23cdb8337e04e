"""The workloads array, list and dict in numpy: the counterpart of workers/model/generated-scalars.ts. Equal seed and knobs give equal values.

With `start`, they give the items [start, start + size) of the dataset, which any slice alone is.
"""

from __future__ import annotations

import numpy as np

from formatlab_data import Dataset, philox, uniform53

CHARACTER_SETS = ("ascii", "latin1", "bmp", "beyond")
LETTERS = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz012345", np.uint8).astype(np.uint32)
KEY_DIGITS = 8


def _pairs(seed: int, column: int, size: int, start: int) -> np.ndarray:
    """Random words, two for each row."""
    return philox(np.arange(start // 2, (start + size + 1) // 2, dtype=np.uint64), 0, column, 0, (seed, 0)).reshape(
        -1, 2
    )[start % 2 :][:size]


def _int64(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return (low | high << np.uint64(32)).view(np.int64)


def _texts(
    seed: int, column: int, size: int, characters: str, length: int, lengths: str, start: int, digits: int = 0
) -> list[str]:
    longest = 2 * length - 1 if lengths == "varied" else length
    blocks = -(-longest // 16)
    words = philox(np.arange(start * blocks, (start + size) * blocks, dtype=np.uint64), 0, column, 0, (seed, 0)).astype(
        "<u4"
    )
    random = words.view(np.uint8).reshape(size, 16 * blocks).astype(np.uint32)
    texts = []
    for row in range(start, start + size):
        chosen = random[row - start, : 1 + row * 7919 % longest if lengths == "varied" else length]
        kind = CHARACTER_SETS[row % 4] if characters == "mixed" else characters
        codes = LETTERS[chosen & 31]
        if kind == "latin1":
            codes[::4] = 0xE0 + (chosen[::4] & 31)
        elif kind == "bmp":
            codes = 0x4E00 + chosen
        elif kind == "beyond":
            codes[-1] = 0x1F300 + chosen[-1]
        texts.append(codes.astype("<u4").tobytes().decode("utf-32-le") + (f"{row:0{digits}d}" if digits else ""))
    return texts


def _scalars(
    seed: int, column: int, size: int, kind: str, characters: str, length: int, lengths: str, start: int
) -> np.ndarray | list[str]:
    if kind == "utf8":
        return _texts(seed, column, size, characters, length, lengths, start)
    pairs = _pairs(seed, column, size, start)
    return uniform53(pairs).reshape(-1) if kind == "float64" else _int64(pairs[:, 0], pairs[:, 1])


def array(
    seed: int,
    size: int,
    elementType: str = "float64",
    characters: str = "ascii",
    textLength: int = 8,
    lengths: str = "varied",
    start: int = 0,
) -> Dataset:
    values = _scalars(seed, 0, size, elementType, characters, textLength, lengths, start)
    if elementType == "utf8":
        return Dataset("stringArray", size, values=values)
    return Dataset("array", size, element_type=elementType, shape=(size,), values=values)


def scalar_list(
    seed: int,
    size: int,
    elementType: str = "float64",
    characters: str = "ascii",
    textLength: int = 8,
    lengths: str = "varied",
    start: int = 0,
) -> Dataset:
    values = _scalars(seed, 0, size, elementType, characters, textLength, lengths, start)
    return Dataset(
        "list", size, element_type=elementType, values=list(values) if isinstance(values, list) else values.tolist()
    )


def dictionary(
    seed: int,
    size: int,
    keyType: str = "utf8",
    valueType: str = "float64",
    keyLength: int = 26,
    characters: str = "ascii",
    textLength: int = 8,
    lengths: str = "varied",
    start: int = 0,
) -> Dataset:
    if keyType == "int64":
        keys = _int64(np.arange(start, start + size, dtype=np.uint64), _pairs(seed, 0, size, start)[:, 0]).tolist()
    else:
        keys = _texts(seed, 0, size, characters, keyLength - KEY_DIGITS, "equal", start, KEY_DIGITS)
    values = _scalars(seed, 1, size, valueType, characters, textLength, lengths, start)
    return Dataset(
        "dict",
        size,
        key_type=keyType,
        element_type=valueType,
        keys=keys,
        values=list(values) if isinstance(values, list) else values.tolist(),
    )

"""The bytes that the conformance matrix is run on: the counterpart of conformance/sources.ts, which says what each pattern is.

A source is named by a key: 'json/4096' is 4,096 bytes of the pattern json, 'file/movies.json' a file of the corpus.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"

#: A real file whose pages are compressed with zstd; the first million bytes are skipped.
COMPRESSED_FILE = VEGA / "flights-3m.parquet"
COMPRESSED_FROM = 1_000_000


def mix(numbers: np.ndarray) -> np.ndarray:
    """MurmurHash3's finalizer for 32-bit words."""
    with np.errstate(over="ignore"):
        h = numbers.astype(np.uint32)
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x85EBCA6B)
        h ^= h >> np.uint32(13)
        h *= np.uint32(0xC2B2AE35)
        h ^= h >> np.uint32(16)
    return h


def zeros(size: int) -> bytes:
    return bytes(size)


def random(size: int) -> bytes:
    return mix(np.arange(1, size // 4 + 2, dtype=np.uint32)).astype("<u4").tobytes()[:size]


def counting(size: int) -> bytes:
    return np.arange(size // 8 + 1, dtype="<i8").tobytes()[:size]


def json_text(size: int) -> bytes:
    lines: list[str] = []
    length = 0
    row = 0
    while length < size:
        line = f'{{"id":{row},"name":"item {row * 7919 % 1000}","price":{row % 97}.{(row % 4) * 25:02d},"ok":{"true" if row % 3 == 0 else "false"}}}\n'
        lines.append(line)
        length += len(line)
        row += 1
    return "".join(lines).encode()[:size]


def compressed(size: int) -> bytes:
    file = COMPRESSED_FILE.read_bytes()
    once = file[COMPRESSED_FROM:] + file[:COMPRESSED_FROM]
    return (once * (size // len(once) + 1))[:size]


def repeats(size: int) -> bytes:
    at = np.arange(size, dtype=np.uint32)
    period = mix(at >> np.uint32(5)) % np.uint32(8) + np.uint32(1)
    return (97 + at % period).astype(np.uint8).tobytes()


PATTERNS = {
    "zeros": zeros,
    "random": random,
    "counting": counting,
    "json": json_text,
    "compressed": compressed,
    "repeats": repeats,
}

#: Real files, as people have them, of every kind that is at hand on every machine that has run `npm ci`.
CORPUS = {
    **{path.name: path for path in sorted(VEGA.glob("*")) if path.is_file() and path.stat().st_size <= 1_500_000},
    "react.production.js": ROOT / "node_modules/react/cjs/react.production.js",
    "fflate.js": ROOT / "node_modules/fflate/esm/browser.js",
    "react-dom-client.production.js": ROOT / "node_modules/react-dom/cjs/react-dom-client.production.js",
    "zstd.wasm": ROOT / "node_modules/@bokuweb/zstd-wasm/dist/web/zstd.wasm",
}


@lru_cache(maxsize=512)
def source(key: str) -> bytes:
    kind, _, name = key.partition("/")
    return CORPUS[name].read_bytes() if kind == "file" else PATTERNS[kind](int(name))

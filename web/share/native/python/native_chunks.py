"""A plan's dataset in chunks: each is generated alone, and together they have the size and the hash of the whole. Part of
the script that Formatlab exports."""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections.abc import Callable

import numpy as np

from formatlab_data import VARIABLE_WIDTH, Dataset, to_canonical
from native_forms import Unsupported
from native_run import GENERATORS, bytes_of_buffers

CHUNK_BYTES = 64_000_000
SAMPLE_ITEMS = 64
#: Among so many first rows of a table, each column with nulls has one (workers/workloads/table/nulls.ts).
HEAD_ROWS = 16


def chunk_of(spec: dict, start: int, size: int) -> Dataset:
    """Rows [start, start + size), with the schema of the whole: a chunk may have no null where other chunks have some."""
    generate = GENERATORS[spec["workload"]]
    made = generate(spec["seed"], size, **spec["knobs"], start=start)
    if made.kind == "table":
        head = generate(spec["seed"], min(HEAD_ROWS, spec["size"]), **spec["knobs"])
        for column, first in zip(made.columns, head.columns, strict=True):
            if first.validity is not None and column.validity is None:
                column.validity = np.ones(size, bool)
    return made


def chunks_of(size: int, count: int) -> list[tuple[int, int]]:
    """The start and the size of each chunk."""
    bounds = [size * index // count for index in range(count + 1)]
    return [(start, end - start) for start, end in itertools.pairwise(bounds)]


def chunk_count(spec: dict, wanted: int | None) -> int:
    if wanted is not None:
        return max(1, min(wanted, spec["size"] or 1))
    sample = min(SAMPLE_ITEMS, spec["size"])
    item_bytes = bytes_of_buffers(to_canonical(chunk_of(spec, 0, sample))) / max(1, sample)
    return max(1, min(spec["size"] or 1, round(spec["size"] * item_bytes / CHUNK_BYTES)))


# ── The canonical form of the whole, chunk by chunk ──────────────────────────────────────────────────────────────────


def buffers_of(dataset: Dataset) -> tuple[dict, list[bytes]]:
    data = to_canonical(dataset)
    end = data.index(b"\n")
    header = json.loads(data[:end])
    buffers, at = [], end + 1
    for length in header["buffers"]:
        buffers.append(data[at : at + length])
        at += length + -length % 8
    return header["schema"], buffers


class Plain:
    """A buffer of the canonical form, joined from those of the chunks: one after the other."""

    def length(self, sizes: list[int], lengths: list[int]) -> int:
        return sum(lengths)

    def joined(self, number: int, size: int, part: bytes) -> bytes:
        return part

    def rest(self) -> bytes:
        return b""


class Offsets(Plain):
    """They continue from the previous chunk, and have one element more than the items."""

    def __init__(self) -> None:
        self.base = 0

    def length(self, sizes: list[int], lengths: list[int]) -> int:
        return sum(lengths) - 4 * (len(lengths) - 1)

    def joined(self, number: int, size: int, part: bytes) -> bytes:
        moved = np.frombuffer(part, "<i4") + np.int32(self.base)
        self.base = int(moved[-1])
        return moved[0 if number == 0 else 1 :].tobytes()


class Bits(Plain):
    """One bit for each row. A chunk may end within a byte."""

    def __init__(self) -> None:
        self.begun = np.zeros(0, np.uint8)

    def length(self, sizes: list[int], lengths: list[int]) -> int:
        return -(-sum(sizes) // 8)

    def joined(self, number: int, size: int, part: bytes) -> bytes:
        bits = np.unpackbits(np.frombuffer(part, np.uint8), count=size, bitorder="little")
        bits = np.concatenate([self.begun, bits])
        whole = len(bits) // 8 * 8
        self.begun = bits[whole:]
        return np.packbits(bits[:whole], bitorder="little").tobytes()

    def rest(self) -> bytes:
        return np.packbits(self.begun, bitorder="little").tobytes()


class Shared(Plain):
    """The same in every chunk: a column's categories."""

    def length(self, sizes: list[int], lengths: list[int]) -> int:
        return lengths[0]

    def joined(self, number: int, size: int, part: bytes) -> bytes:
        return part if number == 0 else b""


def buffers_of_column(column: dict) -> list[Plain]:
    bits: list[Plain] = [Bits()] if column["nullable"] else []
    if column["type"] in VARIABLE_WIDTH:
        return [*bits, Offsets(), Plain()]
    if column["type"] == "category":
        return [*bits, Plain(), *(Shared() for _ in buffers_of_column(column["item"]))]
    return [*bits, Plain()]


def joined_buffers(schema: dict, count: int) -> list[Plain]:
    """How each of the buffers of a dataset is joined."""
    if schema["kind"] == "table":
        return [each for column in schema["columns"] for each in buffers_of_column(column)]
    offsets = offset_buffers(schema)
    return [Offsets() if index in offsets else Plain() for index in range(count)]


def offset_buffers(schema: dict) -> set[int]:
    """The buffers of offsets of a dataset that is no table."""
    kind = schema["kind"]
    if kind in ("keyedVectors", "stringArray") or (kind == "list" and schema["elementType"] == "utf8"):
        return {0}
    if kind in ("dict", "records"):
        first = schema.get("keyType", "utf8") == "utf8"
        second = schema.get("valueType", "utf8") == "utf8"
        return ({0} if first else set()) | ({2 if first else 1} if second else set())
    return set()


def described(spec: dict, count: int, pool: Callable[[list], list]) -> dict:
    """The size and the SHA-256 of a dataset. The canonical form stores its buffers one after another, so every chunk is
    generated once per buffer, and once more for the lengths."""
    start = time.perf_counter()
    chunks = chunks_of(spec["size"], count)
    facts = pool([(facts_of, spec, *chunk) for chunk in chunks])
    schema = facts[0][0]
    if schema["kind"] == "array":
        schema = {**schema, "shape": [spec["size"]]}
    joins = joined_buffers(schema, len(facts[0][1]))
    sizes = [size for _, size in chunks]
    lengths = [join.length(sizes, [fact[1][index] for fact in facts]) for index, join in enumerate(joins)]
    for index, join in enumerate(joins):
        if isinstance(join, Offsets) and lengths[index + 1] > 0x7FFF_FFFF:
            raise Unsupported(
                "The texts exceed 2 GiB, the limit of one text buffer. The dataset therefore has no canonical form and no SHA-256."
            )
    line = json.dumps(
        {"schema": schema, "itemCount": spec["size"], "buffers": lengths}, ensure_ascii=False, separators=(",", ":")
    ).encode()
    digest = hashlib.sha256(line + b" " * (-(len(line) + 1) % 8) + b"\n")
    for index, length in enumerate(lengths):
        for number, chunk in enumerate(chunks):
            part = buffers_of(chunk_of(spec, *chunk))[1][index]
            digest.update(joins[index].joined(number, chunk[1], part))
        digest.update(joins[index].rest())
        digest.update(b"\0" * (-length % 8))
    info = {
        "status": "ready",
        "schema": schema,
        "itemCount": spec["size"],
        "dataBytes": sum(lengths),
        "sha256": digest.hexdigest(),
    }
    return {**info, "generateMs": (time.perf_counter() - start) * 1e3}


def facts_of(spec: dict, start: int, size: int) -> tuple[dict, list[int]]:
    schema, buffers = buffers_of(chunk_of(spec, start, size))
    return schema, [len(buffer) for buffer in buffers]

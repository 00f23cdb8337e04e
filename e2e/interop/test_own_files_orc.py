"""ORC files of pyarrow (ORC for C++), as a user drops them on the page: our reader finds the values that pyarrow was given, bit for bit."""

from __future__ import annotations

import decimal
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import orc

from depth import full
from own_files import assert_table, read
from telling import telling

CODECS = ["uncompressed", "zlib", "snappy", "lz4", "zstd"]
TEXTS = ["", "a", "ü", "ä🙂", "word", "a\nb", '"', "\0", "word " * 40]
#: Nanoseconds of 64 bits end in 2262; files keep more.
FIRST_NS, LAST_NS = -(2**63) + 1, 2**63 - 1
NS_PER_SECOND = 10**9

Draw = random.Random
KEY_VALUE = pa.struct([("key", pa.string()), ("value", pa.float64())])
INNER = pa.struct([("x", pa.int32()), ("words", pa.list_(pa.string()))])


def integer(bits: int) -> Callable[[Draw], int]:
    limit = 2 ** (bits - 1)
    return lambda draw: draw.choice([0, -1, limit - 1, -limit, draw.randint(-limit, limit - 1), draw.randint(-9, 9)])


def number(draw: Draw) -> float:
    return draw.choice([0.0, -0.0, float("inf"), float("nan"), 5e-324, draw.random(), -1e300])


def exact(digits: int, scale: int) -> Callable[[Draw], decimal.Decimal]:
    def value(draw: Draw) -> decimal.Decimal:
        largest = 10**digits - 1
        unscaled = draw.choice([0, largest, -largest, draw.randint(-largest, largest), draw.randint(-99, 99)])
        with decimal.localcontext(decimal.Context(prec=80)):
            return decimal.Decimal(unscaled).scaleb(-scale)

    return value


def nanoseconds(draw: Draw) -> int:
    whole = draw.randint(-9_000_000_000, 9_000_000_000) * NS_PER_SECOND
    fraction = draw.choice([0, 1, 999, 1_000, 999_999, 1_000_000, 120_000_000, 999_999_999, draw.randrange(10**9)])
    return draw.choice([0, -1, 1, FIRST_NS, LAST_NS, whole + fraction, whole])


def pairs(draw: Draw) -> list[tuple[str, float]]:
    return [(f"k{key}", draw.random()) for key in range(draw.randrange(4))]


#: Each column: the type that pyarrow writes, the type that it has here, and how a value is drawn.
TYPES: dict[str, tuple[pa.DataType, pa.DataType, Callable[[Draw], Any]]] = {
    "flag": (pa.bool_(), pa.bool_(), lambda draw: draw.random() < 0.5),
    "tiny": (pa.int8(), pa.int8(), integer(8)),
    "small": (pa.int16(), pa.int16(), integer(16)),
    "int": (pa.int32(), pa.int32(), integer(32)),
    "long": (pa.int64(), pa.int64(), integer(64)),
    "float": (pa.float32(), pa.float32(), lambda draw: float(np.float32(max(-1e30, number(draw))))),
    "double": (pa.float64(), pa.float64(), number),
    "text": (pa.string(), pa.string(), lambda draw: draw.choice(TEXTS)),
    "large text": (pa.large_string(), pa.string(), lambda draw: draw.choice(TEXTS)),
    "word": (pa.string(), pa.string(), lambda draw: f"w{draw.randrange(99_999)}"),
    "bytes": (pa.binary(), pa.binary(), lambda draw: draw.randbytes(draw.randrange(200))),
    "fixed": (pa.binary(5), pa.binary(), lambda draw: draw.randbytes(5)),
    "price": (pa.decimal128(9, 2), pa.decimal128(9, 2), exact(9, 2)),
    "long price": (pa.decimal128(18, 0), pa.decimal128(18, 0), exact(18, 0)),
    "wide price": (pa.decimal128(38, 20), pa.decimal128(38, 20), exact(38, 20)),
    "day": (pa.date32(), pa.date32(), lambda draw: draw.choice([0, -1, 2_932_896, draw.randint(-700_000, 900_000)])),
    "local": (pa.timestamp("ns"), pa.timestamp("ns"), nanoseconds),
    "instant": (pa.timestamp("ns", "UTC"), pa.timestamp("ns", "UTC"), nanoseconds),
    "list": (
        pa.list_(pa.int64()),
        pa.list_(pa.int64()),
        lambda draw: [draw.choice([None, draw.randrange(10**12)]) for _ in range(draw.randrange(5))],
    ),
    "lists": (
        pa.large_list(pa.list_(pa.string())),
        pa.list_(pa.list_(pa.string())),
        lambda draw: [draw.choice([None, draw.choices(TEXTS, k=draw.randrange(3))]) for _ in range(draw.randrange(3))],
    ),
    "map": (pa.map_(pa.string(), pa.float64()), pa.list_(KEY_VALUE), pairs),
    "inner": (
        INNER,
        INNER,
        lambda draw: {"x": draw.randrange(99), "words": draw.choice([None, draw.choices(TEXTS, k=draw.randrange(3))])},
    ),
}


def drawn(draw: Draw, rows: int, null_share: float) -> dict[str, list[Any]]:
    return {
        name: [None if draw.random() < null_share else value(draw) for _ in range(rows)]
        for name, (_, _, value) in TYPES.items()
    }


def tables(values: dict[str, list[Any]]) -> tuple[pa.Table, pa.Table]:
    """What pyarrow writes, and what is to be found."""
    written = pa.table({name: pa.array(values[name], kind) for name, (kind, _, _) in TYPES.items()})
    as_entries = {
        name: [None if row is None else [{"key": key, "value": item} for key, item in row] for row in column]
        if name == "map"
        else column
        for name, column in values.items()
    }
    return written, pa.table({name: pa.array(as_entries[name], here) for name, (_, here, _) in TYPES.items()})


def write(path: Path, table: pa.Table, **options: Any) -> orc.ORCFile:
    orc.write_table(table, path, **options)
    return orc.ORCFile(path)


@pytest.mark.parametrize("seed", [1, full(2), full(3)])
@pytest.mark.parametrize("null_share", [0.0, 0.3])
@pytest.mark.parametrize("codec", CODECS)
def test_every_type(reader, tmp_path, codec, null_share, seed):
    draw = random.Random(f"{codec} {null_share} {seed}")
    written, expected = tables(drawn(draw, 300 if seed == 1 else 3_000, null_share))
    options = {
        "compression_block_size": draw.choice([65_536, 262_144]),
        "compression_strategy": draw.choice(["speed", "compression"]),
        "dictionary_key_size_threshold": draw.choice([0.0, 1.0]),
        "row_index_stride": draw.choice([1_000, 10_000]),
        "bloom_filter_columns": draw.choice([None, [4, 8]]),
    }
    path = tmp_path / "file.orc"
    write(path, written, compression=codec, **options)
    found, answer = read(reader, path, "orc")
    assert answer["refused"] == []
    assert_table(found, expected)


@pytest.mark.full
@pytest.mark.parametrize("version", ["0.11", "0.12"])
@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_many_stripes(reader, tmp_path, version, threshold):
    """Each stripe has its own dictionaries and nulls; the last is shorter."""
    draw = random.Random(f"{version} {threshold}")
    written, expected = tables(drawn(draw, 5_000, 0.1))
    path = tmp_path / "file.orc"
    options = {"stripe_size": 65_536, "batch_size": 700, "dictionary_key_size_threshold": threshold}
    file = write(path, written, file_version=version, compression="zstd", **options)
    assert file.nstripes > 3
    assert_table(read(reader, path, "orc")[0], expected)


def shaped(draw: np.random.Generator, rows: int) -> dict[str, np.ndarray]:
    """Integers for each encoding of runs: short repeats, direct, deltas of both signs, and outliers that are patched."""
    outliers = draw.integers(0, 100, rows)
    outliers[:: max(1, rows // 20)] = 2**45
    return {
        "constant": np.full(rows, -(2**62)),
        "repeats": np.repeat(draw.integers(-(2**40), 2**40, rows // 7 + 1), 7)[:rows],
        "rising": np.arange(rows) * 3 - 10**6,
        "falling": np.arange(rows)[::-1] * (2**40),
        "steps": np.cumsum(draw.integers(0, 2**20, rows)),
        "outliers": outliers,
        "negative outliers": -outliers,
        "any": draw.integers(-(2**63), 2**63 - 1, rows, endpoint=True),
        "extremes": np.where(draw.random(rows) < 0.5, 2**63 - 1, -(2**63)),
        **{f"width {bits}": draw.integers(0, 2**bits, rows) for bits in (1, 3, 5, 11, 17, 23, 27, 31, 39, 47, 55, 61)},
    }


@pytest.mark.parametrize("rows", [1, 2, 3, 511, 512, 513, 5_000])
@pytest.mark.parametrize("version", ["0.11", "0.12"])
@pytest.mark.parametrize("strategy", ["speed", "compression"])
def test_runs_of_integers(reader, tmp_path, strategy, version, rows):
    columns = shaped(np.random.default_rng(rows), rows)
    table = pa.table({name: pa.array(values.astype(np.int64)) for name, values in columns.items()})
    path = tmp_path / "file.orc"
    write(path, table, file_version=version, compression_strategy=strategy)
    assert_table(read(reader, path, "orc")[0], table)


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows(reader, tmp_path, rows):
    written, expected = tables(drawn(random.Random(rows), rows, 0.0))
    path = tmp_path / "file.orc"
    write(path, written)
    assert_table(read(reader, path, "orc")[0], expected)


def test_columns_of_nulls(reader, tmp_path):
    written, expected = tables({name: [None] * 1_500 for name in TYPES})
    path = tmp_path / "file.orc"
    write(path, written, compression="zlib")
    assert_table(read(reader, path, "orc")[0], expected)


@pytest.mark.parametrize("unit", ["s", "ms", "us"])
def test_timestamps_of_other_units(reader, tmp_path, unit):
    """Files keep nanoseconds. What nanoseconds of 64 bits can't hold is found as microseconds."""
    per_second = {"s": 1, "ms": 10**3, "us": 10**6}[unit]
    near = [None, 0, -1, 1, -per_second, 1_600_000_000 * per_second, -2_000_000_000 * per_second + 1]
    far = [-62_135_596_800 * per_second, None, 253_402_300_799 * per_second]
    table = pa.table({"near": pa.array(near, pa.timestamp(unit))})
    path = tmp_path / "near.orc"
    write(path, table)
    assert_table(read(reader, path, "orc")[0], pa.table({"near": table["near"].cast(pa.timestamp("ns"))}))
    table = pa.table({"far": pa.array(far, pa.timestamp(unit, "UTC"))})
    path = tmp_path / "far.orc"
    write(path, table)
    found, answer = read(reader, path, "orc")
    assert_table(found, pa.table({"far": table["far"].cast(pa.timestamp("us", "UTC"))}))
    assert any("microseconds" in note for note in answer["notes"])


def test_a_union_is_refused_by_name(reader, tmp_path):
    union = pa.UnionArray.from_dense(
        pa.array([0, 1, 0], pa.int8()), pa.array([0, 0, 1], pa.int32()), [pa.array([1, 2]), pa.array(["x"])]
    )
    path = tmp_path / "file.orc"
    write(path, pa.table({"id": pa.array([1, 2, 3]), "either": union}))
    answer = reader.ask("read", path=str(path), type="orc", part=None, into=str(tmp_path / "none"))
    assert [(refused["index"], refused["name"]) for refused in answer["refused"]] == [(1, "either")]
    assert telling("union", "bigint", "string").search(answer["refused"][0]["reason"])

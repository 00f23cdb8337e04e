"""Files of fastavro, h5py, NumPy and pandas, as a user drops them on the page: our readers find the values that the libraries wrote, bit for bit."""

from __future__ import annotations

import datetime
import decimal
import io
import pickle
import random
import uuid
from typing import Any

import fastavro
import h5py
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from depth import full
from own_files import assert_table, read
from telling import telling

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)
SEEDS = [1, full(2)]
TEXTS = ["", "a", "ü", "ä🙂", "word", "a\nb", '"', "\0", "word " * 40]


# ── Avro ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def record(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": key, "type": kind} for key, kind in fields.items()]}


def logical(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "logicalType": name, **more}


MAPS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.float64())]))
INNER = pa.struct([("x", pa.int32()), ("words", pa.list_(pa.string()))])
SYMBOLS = ["red", "green", "blue"]

#: Each column: its Avro type, the type that it has here, and how a value is drawn.
AVRO: dict[str, tuple[Any, pa.DataType, Any]] = {
    "flag": ("boolean", pa.bool_(), lambda draw: draw.random() < 0.5),
    "int": ("int", pa.int32(), lambda draw: draw.choice([0, -1, 63, 64, -64, -65, draw.randint(-(2**31), 2**31 - 1)])),
    "long": ("long", pa.int64(), lambda draw: draw.choice([0, 2**63 - 1, -(2**63), draw.randint(-(2**63), 2**63 - 1)])),
    "float": ("float", pa.float32(), lambda draw: float(np.float32(draw.choice([-0.0, 1e30, draw.random()])))),
    "double": ("double", pa.float64(), lambda draw: draw.choice([-0.0, float("inf"), 5e-324, draw.random()])),
    "bytes": ("bytes", pa.binary(), lambda draw: draw.randbytes(draw.randrange(200))),
    "text": ("string", pa.string(), lambda draw: draw.choice(TEXTS)),
    "fixed": ({"type": "fixed", "name": "Five", "size": 5}, pa.binary(5), lambda draw: draw.randbytes(5)),
    "color": (
        {"type": "enum", "name": "Color", "symbols": SYMBOLS},
        pa.dictionary(pa.int32(), pa.string()),
        lambda draw: draw.choice(SYMBOLS),
    ),
    "list": (
        {"type": "array", "items": ["null", "long"]},
        pa.list_(pa.int64()),
        lambda draw: [draw.choice([None, draw.randrange(10**12)]) for _ in range(draw.randrange(5))],
    ),
    "map": (
        {"type": "map", "values": "double"},
        MAPS,
        lambda draw: {f"k{key}": draw.random() for key in range(draw.randrange(4))},
    ),
    "inner": (
        record("Inner", x="int", words={"type": "array", "items": "string"}),
        INNER,
        lambda draw: {"x": draw.randrange(99), "words": draw.choices(TEXTS, k=draw.randrange(3))},
    ),
    "price": (
        logical("bytes", "decimal", precision=30, scale=4),
        pa.decimal128(30, 4),
        lambda draw: decimal.Decimal(draw.randint(-(10**29), 10**29)).scaleb(-4),
    ),
    "fixed_price": (
        {**logical("fixed", "decimal", precision=50, scale=9), "name": "Price", "size": 21},
        pa.decimal256(50, 9),
        lambda draw: decimal.Decimal(draw.randint(-(10**49), 10**49)).scaleb(-9),
    ),
    "uuid": (logical("string", "uuid"), pa.string(), lambda draw: uuid.UUID(int=draw.getrandbits(128))),
    "day": (
        logical("int", "date"),
        pa.date32(),
        lambda draw: datetime.date(1, 1, 1) + datetime.timedelta(draw.randrange(3_000_000)),
    ),
    "time_ms": (
        logical("int", "time-millis"),
        pa.time32("ms"),
        lambda draw: (EPOCH + datetime.timedelta(milliseconds=draw.randrange(86_400_000))).time(),
    ),
    "time_us": (
        logical("long", "time-micros"),
        pa.time64("us"),
        lambda draw: (EPOCH + datetime.timedelta(microseconds=draw.randrange(86_400_000_000))).time(),
    ),
    "at_ms": (
        logical("long", "timestamp-millis"),
        pa.timestamp("ms", "UTC"),
        lambda draw: (EPOCH + datetime.timedelta(milliseconds=draw.randrange(-(10**12), 10**13))).replace(tzinfo=UTC),
    ),
    "at_us": (
        logical("long", "timestamp-micros"),
        pa.timestamp("us", "UTC"),
        lambda draw: (EPOCH + datetime.timedelta(microseconds=draw.randrange(-(10**15), 10**16))).replace(tzinfo=UTC),
    ),
    "local_us": (
        logical("long", "local-timestamp-micros"),
        pa.timestamp("us"),
        lambda draw: EPOCH + datetime.timedelta(microseconds=draw.randrange(-(10**15), 10**16)),
    ),
}


def as_arrow(value: Any) -> Any:
    """What pyarrow takes for a value that fastavro took."""
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, dict) and "words" not in value:
        return [{"key": key, "value": item} for key, item in value.items()]
    return value


def arrow_column(kind: pa.DataType, values: list[Any]) -> pa.Array:
    if not pa.types.is_dictionary(kind):
        return pa.array([as_arrow(value) for value in values], kind)
    # All symbols of the enum, in its order, whether they are used or not.
    indices = pa.array([None if value is None else SYMBOLS.index(value) for value in values], pa.int32())
    return pa.DictionaryArray.from_arrays(indices, pa.array(SYMBOLS))


def avro_file(draw: random.Random, rows: int, codec: str) -> tuple[bytes, pa.Table]:
    """Every type twice: as it is, and in a union with null, which stands first or second."""
    fields: dict[str, Any] = {}
    columns: dict[str, list[Any]] = {}
    kinds: dict[str, pa.DataType] = {}
    for index, (name, (kind, here, value)) in enumerate(AVRO.items()):
        # A type with a name is defined where it stands first.
        again = kind["name"] if isinstance(kind, dict) and "name" in kind else kind
        fields |= {name: kind, f"maybe_{name}": ["null", again] if index % 2 == 0 else [again, "null"]}
        columns[name] = [value(draw) for _ in range(rows)]
        columns[f"maybe_{name}"] = [None if draw.random() < 0.3 else value(draw) for _ in range(rows)]
        kinds |= {name: here, f"maybe_{name}": here}
    sink = io.BytesIO()
    records = [{name: values[row] for name, values in columns.items()} for row in range(rows)]
    interval = draw.choice([500, 4_000, 1_000_000])
    own = {"source": "drawn"}
    fastavro.writer(sink, fastavro.parse_schema(record("test.Row", **fields)), records, codec, interval, metadata=own)
    return sink.getvalue(), pa.table({name: arrow_column(kinds[name], values) for name, values in columns.items()})


CODECS = ["null", "deflate", "snappy", "bzip2", "xz"]


@pytest.mark.parametrize(
    "codec, seed",
    # The data and the codec have nothing to do with each other: of more rows, each codec has its own.
    [*((codec, 1) for codec in CODECS), *(full(codec, seed) for seed, codec in enumerate(CODECS, 2))],
)
def test_avro(reader, tmp_path, codec, seed):
    path = tmp_path / "file.avro"
    with decimal.localcontext(decimal.Context(prec=100)):
        data, expected = avro_file(random.Random(seed), 200 if seed == 1 else 2_000, codec)
    path.write_bytes(data)
    found, answer = read(reader, path, "avro")
    assert answer["refused"] == []
    assert [note for note in answer["notes"] if telling("Metadata", "“source”").search(note)]
    assert_table(found, expected)


@pytest.mark.parametrize("rows", [0, 1])
def test_avro_of_few_rows(reader, tmp_path, rows):
    path = tmp_path / "file.avro"
    data, expected = avro_file(random.Random(rows), rows, "deflate")
    path.write_bytes(data)
    assert_table(read(reader, path, "avro")[0], expected)


# ── HDF5 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

NUMBERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", ">i2", ">i4", ">i8", ">u4", ">f4", ">f8"]
STORED: dict[str, dict[str, Any]] = {
    "contiguous": {},
    "chunks": {"chunks": (70,)},
    "gzip": {"chunks": (70,), "compression": "gzip", "shuffle": True, "fletcher32": True},
    "lzf": {"chunks": (33,), "compression": "lzf", "shuffle": True},
    "growing": {"chunks": (70,), "maxshape": (None,), "compression": "gzip"},
}


def numbers(draw: np.random.Generator, kind: str, count: int) -> np.ndarray:
    """Values of a type, with its extremes."""
    dtype = np.dtype(kind)
    if dtype.kind == "f":
        made = draw.normal(size=count)
        made[: min(count, 4)] = [0.0, -0.0, np.inf, -np.inf][:count]
        return made.astype(dtype)
    limits = np.iinfo(dtype)
    made = draw.integers(limits.min, limits.max, count, dtype.newbyteorder("="), endpoint=True)
    made[: min(count, 2)] = [limits.min, limits.max][:count]
    return made.astype(dtype)


def native(values: np.ndarray) -> pa.Array:
    return pa.array(values.astype(values.dtype.newbyteorder("=")))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("version", ["earliest", "latest"])
@pytest.mark.parametrize("storage", STORED)
def test_hdf5_datasets_of_one_length(reader, tmp_path, storage, version, seed):
    path = tmp_path / "file.h5"
    draw = np.random.default_rng(seed)
    rows = 300
    texts = [random.Random(seed + row).choice(TEXTS).replace("\0", "0") for row in range(rows)]
    fixed = np.array([f"t{row}"[: row % 5].encode() for row in range(rows)], "S4")
    lists = [draw.integers(-9, 9, row % 5, np.int32) for row in range(rows)]
    columns = {f"number {kind}": numbers(draw, kind, rows) for kind in NUMBERS}
    flags = draw.random(rows) < 0.5
    # libhdf5 makes no checksums of values that lie in a heap.
    in_heap = {key: value for key, value in STORED[storage].items() if key != "fletcher32"}
    with h5py.File(path, "w", libver=version) as file:
        group = file.create_group("group")
        for name, values in columns.items():
            group.create_dataset(name, data=values, **STORED[storage])
        group.create_dataset("flag", data=flags, **STORED[storage])
        group.create_dataset("fixed", data=fixed, **STORED[storage])
        group.create_dataset("text", data=texts, dtype=h5py.string_dtype(), **in_heap)
        made = group.create_dataset("lists", (rows,), dtype=h5py.vlen_dtype("i4"), **in_heap)
        for row, values in enumerate(lists):
            made[row] = values
    expected = {
        **{name: native(values) for name, values in columns.items()},
        "flag": pa.array(flags),
        "fixed": pa.array([value.decode() for value in fixed.tolist()]),
        "text": pa.array(texts),
        "lists": pa.array([values.tolist() for values in lists], pa.list_(pa.int32())),
    }
    found, answer = read(reader, path, "hdf5")
    assert answer["refused"] == []
    # The order of the file, which is that of the names.
    names = [column.name for column in found.columns]
    assert sorted(names) == sorted(expected)
    assert_table(found, pa.table({name: expected[name] for name in names}))


def encoded(parent: h5py.Group, name: str, kind: str, **parts: np.ndarray) -> h5py.Group:
    group = parent.create_group(name)
    group.attrs["encoding-type"] = kind
    for part, values in parts.items():
        group[part] = values
    return group


@pytest.mark.parametrize("version", ["earliest", "latest"])
def test_hdf5_anndata(reader, tmp_path, version):
    """The table obs of AnnData, as its documentation says that it is stored: nullable values have a mask, and categories, too."""
    path = tmp_path / "file.h5ad"
    draw = np.random.default_rng(9)
    rows = 300
    strings = h5py.string_dtype()
    texts = [random.Random(row).choice(TEXTS).replace("\0", "0") for row in range(rows)]
    missing = {name: draw.random(rows) < 0.3 for name in ("text", "n", "b")}
    integers, flags = draw.integers(-9, 9, rows), draw.random(rows) < 0.5
    codes = draw.integers(-1, 2, rows, np.int8)
    categories = ["ü", "second"]
    with h5py.File(path, "w", libver=version) as file:
        file.attrs["encoding-type"] = "anndata"
        obs = encoded(file, "obs", "dataframe")
        obs.attrs["_index"] = "cell"
        obs.attrs["column-order"] = np.array(["text", "n", "b", "kind", "x"], strings)
        encoded(obs, "cell", "nullable-string-array", values=np.array(texts, strings), mask=np.zeros(rows, bool))
        encoded(obs, "text", "nullable-string-array", values=np.array(texts, strings), mask=missing["text"])
        encoded(obs, "n", "nullable-integer", values=integers, mask=missing["n"])
        encoded(obs, "b", "nullable-boolean", values=flags, mask=missing["b"])
        kind = encoded(obs, "kind", "categorical", codes=codes)
        kind.attrs["ordered"] = False
        names = np.array(categories, strings)
        encoded(kind, "categories", "nullable-string-array", values=names, mask=np.zeros(2, bool))
        obs["x"] = integers / 7
        file["X"] = np.ones((rows, 2), "f4")
    found, answer = read(reader, path, "hdf5", part=0)
    assert answer["refused"] == []
    expected = {
        "cell": pa.array(texts),
        "text": pa.array(texts, mask=missing["text"]),
        "n": pa.array(integers, mask=missing["n"]),
        "b": pa.array(flags, mask=missing["b"]),
        "kind": pa.DictionaryArray.from_arrays(pa.array(codes.astype("i4"), mask=codes < 0), pa.array(categories)),
        "x": pa.array(integers / 7),
    }
    assert_table(found, pa.table(expected))


@pytest.mark.parametrize("version", ["earliest", "latest"])
@pytest.mark.parametrize("kind", ["i2", ">f8", "f4", "u8"])
def test_hdf5_arrays(reader, tmp_path, kind, version):
    path = tmp_path / "file.h5"
    values = numbers(np.random.default_rng(5), kind, 24 * 30).reshape(24, 5, 6)
    with h5py.File(path, "w", libver=version) as file:
        file.create_dataset("x", data=values, chunks=(7, 2, 6), maxshape=(None, None, 6), compression="gzip")
    found, _ = read(reader, path, "hdf5")
    assert (found.kind, tuple(found.shape)) == ("array", values.shape)
    assert found.values.tobytes() == values.astype(values.dtype.newbyteorder("<")).tobytes()


@pytest.mark.parametrize("version", ["earliest", "latest"])
def test_hdf5_compound(reader, tmp_path, version):
    path = tmp_path / "file.h5"
    draw = np.random.default_rng(6)
    made = np.zeros(150, [("id", "<i8"), ("x", ">f4"), ("pair", "<i2", (2,)), ("name", "S6"), ("ok", "?")])
    made["id"], made["x"] = numbers(draw, "i8", 150), numbers(draw, "f4", 150)
    made["pair"] = numbers(draw, "i2", 300).reshape(150, 2)
    made["name"], made["ok"] = [f"n {row}" for row in range(150)], draw.random(150) < 0.5
    with h5py.File(path, "w", libver=version) as file:
        file.create_dataset("records", data=made, chunks=(40,), compression="gzip")
    expected = pa.table(
        {
            "id": made["id"],
            "x": native(made["x"]),
            "pair": pa.array(made["pair"].tolist(), pa.list_(pa.int16())),
            "name": [value.decode() for value in made["name"].tolist()],
            "ok": made["ok"],
        }
    )
    assert_table(read(reader, path, "hdf5")[0], expected)


# ── Pickles and NumPy ────────────────────────────────────────────────────────────────────────────────────────────────


def frame(seed: int, rows: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    null = draw.random(rows) < 0.3
    moments = pd.to_datetime(pd.Series(draw.integers(-(10**15), 2 * 10**15, rows)), unit="us").mask(null)
    return pd.DataFrame(
        {
            **{kind: numbers(draw, kind, rows) for kind in ("i1", "i4", "i8", "u2", "u8", "f4", "f8")},
            "flag": draw.random(rows) < 0.5,
            "text": pd.Series([TEXTS[pick] for pick in draw.integers(0, len(TEXTS), rows)]).mask(null),
            "object": [None if gap else f"o{row}" for row, gap in enumerate(null)],
            "moment": moments,
            "zoned": moments.dt.tz_localize("UTC"),
            "took": pd.to_timedelta(pd.Series(draw.integers(-(10**12), 10**12, rows)), unit="us").mask(null),
            "maybe": pd.array(draw.integers(0, 99, rows), "Int32"),
            "maybe flag": pd.array([None if gap else True for gap in null], "boolean"),
            "category": pd.Categorical([["x", "y"][row % 2] for row in range(rows)], ["y", "x", "z"]),
        }
    ).assign(maybe=lambda made: made["maybe"].mask(null))


def arrow_of(made: pd.DataFrame) -> pa.Table:
    table = pa.Table.from_pandas(made, preserve_index=False).replace_schema_metadata(None)
    for index, field in enumerate(table.schema):
        if pa.types.is_large_string(field.type):
            table = table.set_column(index, field.name, table[field.name].cast(pa.string()))
        if pa.types.is_dictionary(field.type):
            column = table[field.name].combine_chunks()
            categories = column.dictionary.cast(pa.string())
            made_column = pa.DictionaryArray.from_arrays(column.indices.cast(pa.int32()), categories)
            table = table.set_column(index, field.name, made_column)
    return table


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_pickles_of_pandas(reader, tmp_path, protocol, seed):
    path = tmp_path / "frame.pkl"
    made = frame(seed, 150)
    made.to_pickle(path, protocol=protocol)
    found, answer = read(reader, path, "pickle")
    assert answer["refused"] == []
    assert_table(found, arrow_of(made))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_pickles_of_numpy(reader, tmp_path, protocol):
    draw = np.random.default_rng(protocol)
    columns = {kind: numbers(draw, kind, 90) for kind in NUMBERS if kind != "f2"}
    path = tmp_path / "columns.pkl"
    path.write_bytes(pickle.dumps(columns, protocol))
    assert_table(read(reader, path, "pickle")[0], pa.table({name: native(values) for name, values in columns.items()}))
    array = numbers(draw, ">f8", 60).reshape(3, 20)
    path.write_bytes(pickle.dumps(np.asfortranarray(array), protocol))
    found, _ = read(reader, path, "pickle")
    assert found.values.tobytes() == array.astype("<f8").tobytes()


@pytest.mark.parametrize("protocol", [2, 5])
def test_a_pickle_is_never_executed(reader, tmp_path, protocol):
    """One that would write a file where Python loads it."""
    touched = tmp_path / "touched"

    class Touches:
        def __reduce__(self) -> Any:
            return (open, (str(touched), "w"))

    path = tmp_path / "trap.pkl"
    path.write_bytes(pickle.dumps({"x": np.arange(3), "trap": Touches()}, protocol))
    reader.ask("read", path=str(path), type="pickle", part=None, into=str(tmp_path / "none"))
    assert not touched.exists()


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_npz(reader, tmp_path, save):
    draw = np.random.default_rng(7)
    arrays = {kind.replace(">", "big-"): numbers(draw, kind, 48).reshape(4, 12) for kind in NUMBERS if kind != "f2"}
    path = tmp_path / "arrays.npz"
    save(path, **arrays)
    for part, values in enumerate(arrays.values()):
        found, _ = read(reader, path, "npz", part)
        assert tuple(found.shape) == values.shape
        assert found.values.tobytes() == values.astype(values.dtype.newbyteorder("<")).tobytes()

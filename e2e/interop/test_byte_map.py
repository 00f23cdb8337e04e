"""Every byte of files by pyarrow and DuckDB belongs to one span of our map, and its figures are those of DuckDB's parquet_metadata."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from pyarrow import ipc

ROWS = 20_000
CODECS = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]


def flat_table() -> pa.Table:
    random = np.random.default_rng(7)
    number = np.arange(ROWS)
    return pa.table(
        {
            "id": pa.array(number, pa.int64()),
            "word": pa.array([f"word {value}" for value in random.integers(0, 50, ROWS)]),
            "unique": pa.array([f"text {value} of its own" for value in number]),
            "time": pa.array(number * 1_000_000_000, pa.timestamp("ns")),
            "float": pa.array(random.normal(size=ROWS)),
            "small": pa.array(random.integers(-5, 5, ROWS).astype("int32"), mask=number % 3 == 0),
            "flag": pa.array(number % 2 == 0),
            "day": pa.array([datetime.date(2020, 1, 1) + datetime.timedelta(int(day)) for day in number % 900]),
        }
    )


def nested_table() -> pa.Table:
    return pa.table(
        {
            "list": [[value, value + 1] if value % 3 else None for value in range(ROWS)],
            "struct": [{"a": value, "b": None if value % 5 == 0 else str(value % 9)} for value in range(ROWS)],
            "deep": [[[value], []] if value % 2 else [] for value in range(ROWS)],
            "empty": pa.array([None] * ROWS, pa.int32()),
        }
    )


ENCODINGS = {
    "id": "DELTA_BINARY_PACKED",
    "word": "DELTA_BYTE_ARRAY",
    "unique": "DELTA_LENGTH_BYTE_ARRAY",
    "float": "BYTE_STREAM_SPLIT",
}


def chosen_pairs() -> Iterator[tuple[Callable[[], pa.Table], str, str, bool]]:
    """Each two of a table, a codec, a version of pages and a page index meet."""
    for number, codec in enumerate(CODECS):
        for make, other in ((flat_table, 0), (nested_table, 1)):
            yield make, codec, ("1.0", "2.0")[(number + other) % 2], (number // 2 + other) % 2 == 1


def pyarrow_cases() -> list:
    cases = [
        pytest.param(
            make,
            {
                "compression": codec,
                "data_page_version": version,
                "write_page_index": index,
                "row_group_size": 7_000,
                "data_page_size": 20_000,
            },
            id=f"{make.__name__}-{codec}-{version}-{index}",
        )
        for make, codec, version, index in chosen_pairs()
    ]
    others = {
        "encodings": {"use_dictionary": False, "column_encoding": ENCODINGS, "compression": "zstd"},
        "overflow": {"dictionary_pagesize_limit": 2_000, "row_group_size": 5_000},
        "checksums": {"write_page_checksum": True},
        "no statistics": {"write_statistics": False, "store_schema": False},
        "bloom filters": {"bloom_filter_options": {"word": True, "id": {"ndv": 5_000, "fpp": 0.01}}},
        "many pages": {"data_page_size": 100, "write_batch_size": 10, "use_dictionary": False},
    }
    return cases + [pytest.param(flat_table, options, id=name) for name, options in others.items()]


def assert_exact(answer: dict, path: Path) -> None:
    assert "refusal" not in answer, answer
    at = 0
    for span in answer["spans"]:
        assert span["offset"] == at and span["bytes"] > 0
        at += span["bytes"]
    assert at == answer["fileBytes"] == path.stat().st_size
    assert sum(part["bytes"] for part in answer["parts"]) == at
    assert answer["kinds"].get("unknown", 0) == 0


def assert_as_duckdb(answer: dict, path: Path) -> None:
    columns = {column["name"]: column for column in answer["columns"]}
    rows = duckdb.execute(f"SELECT * FROM parquet_metadata('{path}')").df()
    assert set(columns) == {name.replace(", ", ".") for name in rows["path_in_schema"]}
    for joined, group in rows.groupby("path_in_schema"):
        column = columns[joined.replace(", ", ".")]
        assert column["type"].split(", ")[-1].split("(")[0] == group["type"].iloc[0]
        assert column["values"] == group["num_values"].sum()
        assert column["compressedBytes"] == group["total_compressed_size"].sum()
        assert column["uncompressedBytes"] == group["total_uncompressed_size"].sum()
        assert set(column["codecs"]) == set(group["compression"])
        nulls = group["stats_null_count"]
        assert column["nulls"] == (None if nulls.isna().any() else nulls.sum())
        told = {name.strip() for names in group["encodings"] for name in names.split(",")}
        assert {encoding["name"] for encoding in column["encodings"]} <= told
    by_name = {part["name"]: part for part in answer["parts"]}
    for joined, group in rows.groupby("path_in_schema"):
        part = by_name[joined.replace(", ", ".")]
        assert len(part["parts"]) == len(group)
        for row_group, size in zip(part["parts"], group["total_compressed_size"], strict=True):
            indexes = ("Column index", "Offset index", "Bloom filter")
            assert sum(page["bytes"] for page in row_group["parts"] if page["name"] not in indexes) == size
    filters = rows["bloom_filter_length"].fillna(0).sum()
    assert answer["kinds"].get("bloomFilter", 0) == filters


@pytest.mark.full
@pytest.mark.parametrize("make, options", pyarrow_cases())
def test_pyarrow(tool, tmp_path, make, options):
    path = tmp_path / "file.parquet"
    pq.write_table(make(), path, **options)
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert_as_duckdb(answer, path)


@pytest.mark.parametrize("codec", ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"])
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_duckdb(tool, tmp_path, codec, version):
    path = tmp_path / "file.parquet"
    duckdb.sql(
        f"""COPY (SELECT i AS id, 'word ' || (i % 40) AS word, [i, NULL] AS list, random() AS float
        FROM range(12000) AS numbers(i))
        TO '{path}' (FORMAT parquet, CODEC '{codec}', PARQUET_VERSION '{version}', ROW_GROUP_SIZE 4096)"""
    )
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert_as_duckdb(answer, path)
    assert answer["kinds"].get("bloomFilter", 0) > 0


def test_facts(tool, tmp_path):
    path = tmp_path / "file.parquet"
    table = flat_table()
    pq.write_table(table, path, row_group_size=ROWS)
    columns = {column["name"]: column for column in tool.ask("map", path=str(path))["columns"]}
    assert columns["word"]["distinct"] == {"count": 50, "isExact": True}
    assert (columns["id"]["min"], columns["id"]["max"]) == ("0", str(ROWS - 1))
    assert (columns["time"]["min"], columns["time"]["max"]) == ("1970-01-01 00:00:00", "1970-01-01 05:33:19")
    assert (columns["day"]["min"], columns["day"]["max"]) == ("2020-01-01", "2022-06-18")
    assert (columns["small"]["min"], columns["small"]["max"]) == ("-5", "4")
    assert columns["small"]["nulls"] == table["small"].null_count


@pytest.mark.parametrize(
    "rows, said",
    [
        (5_000, "The dictionary reached its size limit in 4 of 4 row groups. These dictionaries take"),
        (ROWS, "The dictionary reached its size limit. It takes"),
    ],
)
def test_overflow_is_found(tool, tmp_path, rows, said):
    path = tmp_path / "file.parquet"
    pq.write_table(flat_table(), path, dictionary_pagesize_limit=2_000, row_group_size=rows)
    findings = tool.ask("map", path=str(path))["findings"]
    texts = [finding["text"] for finding in findings if finding["column"] == "unique"]
    assert any(text.startswith(said) for text in texts), findings


def write_arrow(table: pa.Table, path: Path, **options) -> None:
    with ipc.new_file(str(path), table.schema, options=ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=7_000)


def typed_table() -> pa.Table:
    number = list(range(ROWS))
    return (
        flat_table()
        .append_column("category", flat_table()["word"].dictionary_encode())
        .append_column("fixed", pa.array([[value, None] for value in number], pa.list_(pa.int16(), 2)))
        .append_column("large", pa.array([f"{value}" for value in number], pa.large_string()))
        .append_column("null", pa.nulls(ROWS))
        .append_column(
            "view", pa.array([f"a text longer than twelve bytes, {value}" for value in number], pa.string_view())
        )
        .append_column("runs", pc.run_end_encode(pa.array([value // 9 for value in number])))
        .append_column("list view", pa.array([[value] * (value % 3) for value in number], pa.list_view(pa.int16())))
        .append_column("large list view", pa.array([[str(value)] for value in number], pa.large_list_view(pa.string())))
    )


@pytest.mark.full
@pytest.mark.parametrize("make", [flat_table, nested_table, typed_table])
@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
def test_arrow(tool, tmp_path, make, codec):
    """Every byte belongs to one span, and the buffers of each column are as large as pyarrow's."""
    path = tmp_path / "file.arrow"
    table = make()
    write_arrow(table, path, compression=codec)
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    with ipc.open_file(str(path)) as reader:
        batches = [reader.get_batch(index) for index in range(reader.num_record_batches)]
    for index, column in enumerate(answer["columns"]):
        name = table.schema.field(index).name
        assert column["name"] == name
        assert (column["values"], column["nulls"]) == (ROWS, table[name].null_count)
        arrays = [batch.column(index) for batch in batches]
        dictionaries = [arrays[0].dictionary] if pa.types.is_dictionary(arrays[0].type) else []
        sizes = [buffer.size for array in arrays + dictionaries for buffer in own_buffers(array)]
        if codec is None:
            assert column["uncompressedBytes"] == column["compressedBytes"] == sum(sizes)
        else:
            assert column["uncompressedBytes"] == sum(sizes)


@pytest.mark.parametrize("codec", [None, "zstd"])
def test_arrow_stream(tool, tmp_path, codec):
    path = tmp_path / "file.arrows"
    table = typed_table()
    with ipc.new_stream(str(path), table.schema, options=ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(table, max_chunksize=7_000)
    answer = tool.ask("map", path=str(path))
    assert_exact(answer, path)
    assert [column["name"] for column in answer["columns"]] == table.schema.names


def own_buffers(array: pa.Array) -> list:
    """Without those of the dictionary, which `buffers` leaves out, too."""
    return [buffer for buffer in array.buffers() if buffer is not None]


def write_whole(path: Path) -> bytes:
    """A small file of the format that the path ends with."""
    table = typed_table().slice(0, 200)
    if path.suffix == ".parquet":
        pq.write_table(
            table.drop_columns(["view", "null", "runs", "list view", "large list view"]),
            path,
            write_page_index=True,
            row_group_size=70,
        )
    else:
        write_arrow(table, path, compression="lz4")
    return path.read_bytes()


FORMATS = ["parquet", "arrow"]


@pytest.mark.full
@pytest.mark.parametrize("suffix", FORMATS)
def test_truncated(tool, tmp_path, suffix):
    content = write_whole(tmp_path / f"whole.{suffix}")
    path = tmp_path / f"cut.{suffix}"
    for length in range(0, len(content), 1_193):
        path.write_bytes(content[:length])
        answer = tool.ask("map", path=str(path))
        assert answer["refusal"]["tag"] in ("malformedInput", "unsupported"), (length, answer)


@pytest.mark.full
@pytest.mark.parametrize("suffix", FORMATS)
def test_mutants(tool, tmp_path, suffix):
    """A changed byte leaves a map that is still exact, or an error with a reason."""
    content = write_whole(tmp_path / f"whole.{suffix}")
    random = np.random.default_rng(3)
    path = tmp_path / f"mutant.{suffix}"
    outcomes = {"map": 0, "error": 0}
    for _ in range(150):
        mutant = bytearray(content)
        start = len(content) // 2 if random.random() < 0.8 else 0
        for _ in range(int(random.integers(1, 4))):
            mutant[int(random.integers(start, len(content)))] = int(random.choice([0, 1, 127, 128, 255]))
        path.write_bytes(mutant)
        answer = tool.ask("map", path=str(path))
        if "refusal" in answer:
            outcomes["error"] += 1
            assert answer["refusal"]["tag"] in ("malformedInput", "unsupported", "tooLarge"), answer
        else:
            outcomes["map"] += 1
            assert sum(span["bytes"] for span in answer["spans"]) == len(content)
    assert min(outcomes.values()) > 0, outcomes

"""pyarrow and DuckDB read the parts of a Parquet file that the page fetches from an address or measures as a sample, with the values of the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reference_root import Tool
from test_byte_map import ENCODINGS, ROWS, flat_table, nested_table

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden" / "parquet"


def check_part(tool: Tool, path: Path, into: Path, columns: list[int], groups: list[int]) -> None:
    tool.ask("part", path=str(path), into=str(into), columns=columns, groups=groups)
    source = pq.ParquetFile(path)
    names = source.schema_arrow.names
    expected = pa.concat_tables(
        source.read_row_group(group, columns=[names[column] for column in columns]) for group in groups
    )
    part = pq.read_table(into)
    assert part.num_rows == expected.num_rows
    for name in part.column_names:
        # pyarrow finds NaN unequal to NaN; as texts they are equal.
        one, other = part[name], expected[name]
        assert one.equals(other) or repr(one.to_pylist()) == repr(other.to_pylist()), f"{path.name}: {name}"
    # Without the metadata of pandas, which names columns that are not there.
    assert part.schema.remove_metadata().equals(expected.schema.remove_metadata())
    with duckdb.connect() as connection:
        counted = connection.execute("select count(*) from read_parquet(?)", [str(into)]).fetchone()
    assert counted == (expected.num_rows,)


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.parquet")))
def test_each_second_column_of_the_golden_files(tool: Tool, tmp_path: Path, name: str) -> None:
    source = pq.ParquetFile(GOLDEN / name)
    count = len(source.schema_arrow.names)
    groups = list(range(source.num_row_groups))
    for columns in ([*range(0, count, 2)], [count - 1], [*range(count)]):
        check_part(tool, GOLDEN / name, tmp_path / "part.parquet", columns, groups)


@pytest.mark.parametrize("options", [{}, {"write_page_index": True, "compression": "zstd"}, {"use_dictionary": False}])
def test_row_groups_of_flat_and_nested_tables(tool: Tool, tmp_path: Path, options: dict[str, object]) -> None:
    for index, table in enumerate([flat_table(), nested_table()]):
        path = tmp_path / f"{index}.parquet"
        pq.write_table(table, path, row_group_size=3_000, **options)
        check_part(tool, path, tmp_path / "part.parquet", [1, 3], [0, 2, 6])
        check_part(tool, path, tmp_path / "part.parquet", [*range(table.num_columns)], [5])


def numbered(table: pa.Table) -> pa.Table:
    """The table with the number of each row, and columns that other samples of pages are made of."""
    number = np.arange(ROWS)
    return table.append_column("row", pa.array(number)).append_column(
        "fixed", pa.array([int(value).to_bytes(5, "big") for value in number], pa.binary(5))
    )


def check_sample(tool: Tool, table: pa.Table, path: Path, into: Path, target_bytes: int) -> dict[str, Any]:
    """Cuts a sample of a numbered table, of which pyarrow must read the rows in the ranges that the cut names."""
    cut: dict[str, Any] = tool.ask(
        "sample", path=str(path), into=str(into), type="parquet", seed=5, targetBytes=target_bytes
    )
    assert "refusal" not in cut, cut
    part = pq.read_table(into)
    rows = part["row"].to_numpy()
    assert cut["totalItems"] == table.num_rows
    assert sum(cut["unitItems"]) == len(rows)
    ends = np.cumsum(cut["unitItems"])
    for start, end in zip([0, *ends[:-1]], ends, strict=True):
        assert (np.diff(rows[start:end]) == 1).all()
    assert (np.diff(rows) > 0).all()
    expected = table.take(pa.array(rows))
    for name in table.column_names:
        one, other = part[name].combine_chunks(), expected[name].combine_chunks()
        assert one.equals(other) or repr(one.to_pylist()) == repr(other.to_pylist()), f"{path.name}: {name}"
    with duckdb.connect() as connection:
        found = connection.execute('select "row" from read_parquet(?)', [str(into)]).fetchnumpy()["row"]
    assert (found == rows).all()
    return cut


SAMPLED: list[dict[str, Any]] = [
    {"compression": "zstd"},
    {"compression": "snappy", "data_page_version": "2.0", "write_page_index": True},
    {"compression": "none", "use_dictionary": False, "column_encoding": ENCODINGS | {"fixed": "BYTE_STREAM_SPLIT"}},
    {"compression": "gzip", "use_dictionary": False, "data_page_version": "2.0", "column_encoding": ENCODINGS},
]


@pytest.mark.parametrize("options", SAMPLED, ids=["zstd", "indexed", "encodings", "encodings-v2"])
def test_a_sample_has_the_rows_of_its_ranges(tool: Tool, tmp_path: Path, options: dict[str, Any]) -> None:
    nested = {key: value for key, value in options.items() if key != "column_encoding"}
    for index, (table, how) in enumerate([(numbered(flat_table()), options), (numbered(nested_table()), nested)]):
        path = tmp_path / f"{index}.parquet"
        for rows in (ROWS, ROWS // 3):
            pq.write_table(table, path, row_group_size=rows, data_page_size=9_000, **how)
            cut = check_sample(tool, table, path, tmp_path / "part.parquet", 200_000)
            assert cut["unitKind"] == "pages"
            assert len(cut["unitItems"]) == 16


@pytest.mark.parametrize("compression", [None, "zstd"])
@pytest.mark.parametrize("container", [pa.ipc.new_file, pa.ipc.new_stream])
def test_a_sample_of_arrow_has_the_rows_of_its_batches(
    tool: Tool, tmp_path: Path, container: Any, compression: str | None
) -> None:
    table = numbered(flat_table())
    words = table["word"].combine_chunks().dictionary_encode()
    table = table.set_column(1, "word", words)
    path, into = tmp_path / "whole.arrow", tmp_path / "part.arrow"
    with container(str(path), table.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        writer.write_table(table, max_chunksize=100)
    cut = tool.ask("sample", path=str(path), into=str(into), type="arrow", seed=5, targetBytes=200_000)
    assert (cut["unitKind"], cut["unitCount"], cut["totalItems"]) == ("batches", ROWS // 100, ROWS)
    part = (pa.ipc.open_file if container is pa.ipc.new_file else pa.ipc.open_stream)(into.read_bytes()).read_all()
    rows = part["row"].to_numpy()
    assert cut["unitItems"] == [100] * (len(rows) // 100)
    # Of fewer than 8 batches, ranges of rows would be taken.
    assert 8 <= len(cut["unitItems"]) <= 45
    assert part.equals(table.take(pa.array(rows)).cast(part.schema))

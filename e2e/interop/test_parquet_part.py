"""pyarrow and DuckDB read the columns and row groups that the page fetches of a Parquet file at an address, with the values of the file."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reference_root import Tool
from test_byte_map import flat_table, nested_table

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

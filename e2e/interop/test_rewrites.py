"""Tables that the browser rewrote: pyarrow and DuckDB read them, and the lines that the page shows for these tools write the same rows; pyarrow's file has the browser's size within 2 %, but for columns in gzip, and DuckDB's a size in the range that the page states."""

from __future__ import annotations

import json
import os
import runpy
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from pyarrow import ipc

from telling import telling

pytestmark = pytest.mark.full

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ENTRIES = json.loads((FILES / "rewrites.json").read_text())
TESTED = [pytest.param(entry, id=entry["name"]) for entry in ENTRIES]
SIZE_TOLERANCE = 0.02
# How each text states the time that it is narrowed to, and with how many digits of a second: pyarrow writes those of the unit.
FORMS = {"seen": ("s", "%Y-%m-%d %H:%M:%S"), "stamped": ("ms", "%Y-%m-%dT%H:%M:%SZ")}


def source(entry: dict) -> pa.Table:
    """The table before the rewrite, without Formatlab's notes."""
    with pa.OSFile(str(FILES / "rewrite-source.arrow")) as file:
        table = ipc.open_file(file).read_all().replace_schema_metadata(None)
    if not entry["hasCategories"]:
        return table
    index = table.column_names.index("group")
    return table.set_column(index, "group", table["group"].dictionary_encode())


def without_dictionaries(table: pa.Table) -> pa.Table:
    for index, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            table = table.set_column(index, field.name, table[field.name].cast(field.type.value_type))
    return table


def check_equal(one: pa.ChunkedArray, other: pa.ChunkedArray, name: str) -> None:
    # pytest would describe the difference of two long lists for hours.
    pairs = zip(one.to_pylist(), other.to_pylist(), strict=True)
    differing = [(row, *pair) for row, pair in enumerate(pairs) if pair[0] != pair[1]]
    assert not differing, f"{name}: {len(differing)} values differ, the first are {differing[:3]}"


def snippet_of(entry: dict, tool: str) -> dict:
    return next(snippet for snippet in entry["snippets"] if snippet["tool"] == tool)


def code_of(entry: dict, tool: str) -> str:
    return snippet_of(entry, tool)["code"]


def size_without_gzip(path: Path) -> int:
    """The size of a file without its columns in gzip, which the page says to have another size by pyarrow."""
    metadata = pq.read_metadata(path)
    gzip = 0
    for group in range(metadata.num_row_groups):
        columns = [metadata.row_group(group).column(index) for index in range(metadata.num_columns)]
        gzip += sum(column.total_compressed_size for column in columns if column.compression == "GZIP")
    return path.stat().st_size - gzip


def widened(table: pa.Table, before: pa.Schema) -> pa.Table:
    """The table in its former types, by pyarrow."""
    columns = []
    for field in before:
        column = table[field.name]
        if pa.types.is_string(field.type) and pa.types.is_timestamp(column.type):
            unit, form = FORMS[field.name]
            column = pc.strftime(column.cast(pa.timestamp(unit, tz=column.type.tz)), format=form)
        columns.append(column.cast(field.type))
    return pa.table(columns, schema=before)


def sort_keys(entry: dict) -> list[tuple[str, str]]:
    return [(key["column"], "descending" if key["descending"] else "ascending") for key in entry["order"]]


@pytest.mark.parametrize("entry", TESTED)
def test_browsers_file_has_every_row(entry: dict) -> None:
    before = without_dictionaries(source(entry))
    written = without_dictionaries(pq.read_table(FILES / entry["file"]).replace_schema_metadata(None))
    after = widened(written, before.schema)
    expected = before.sort_by(sort_keys(entry)) if entry["order"] else before
    for name in before.column_names:
        check_equal(after[name], expected[name], name)


@pytest.mark.parametrize("entry", TESTED)
def test_file_declares_its_order(entry: dict) -> None:
    metadata = pq.read_metadata(FILES / entry["file"])
    names = metadata.schema.names
    declared = {metadata.row_group(group).sorting_columns for group in range(metadata.num_row_groups)}
    # Neither floats, whose NaN has no place, nor categories are declared as sorted.
    keys = [key for key in entry["order"][:1] if key["column"] != "price" and not entry["hasCategories"]]
    expected = tuple(pq.SortingColumn(names.index(key["column"]), descending=key["descending"]) for key in keys)
    assert declared == {expected}


def test_narrower_types_are_narrower() -> None:
    schema = pq.read_table(FILES / ENTRIES[-1]["file"]).schema
    assert {field.name: str(field.type) for field in schema} == {
        "id": "int32",
        "group": "string",
        "day": "date32[day]",
        "seen": "timestamp[ms]",
        "stamped": "timestamp[ms, tz=UTC]",
        "code": "int32",
        "story": "string",
        "price": "float",
        "moment": "timestamp[ms, tz=UTC]",
    }


@pytest.mark.parametrize("entry", TESTED)
def test_pyarrow_writes_the_same(entry: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = Path("snippet.py")
    script.write_text(code_of(entry, "pyarrow"))
    runpy.run_path(str(script), init_globals={"table": source(entry)})
    browsers = FILES / entry["file"]
    size, expected = (size_without_gzip(path) for path in (Path("data.parquet"), browsers))
    assert abs(size - expected) <= SIZE_TOLERANCE * expected, f"{size} bytes, {expected} of the browser"
    has_gzip = "gzip" in code_of(entry, "pyarrow")
    lacks = snippet_of(entry, "pyarrow")["lacks"]
    assert has_gzip == ("zlib" in lacks)
    # As the page has it, which knows how long the texts are.
    assert telling("pyarrow", "statistics", "“story”").search(lacks)
    own, other = (without_dictionaries(pq.read_table(path)) for path in (Path("data.parquet"), browsers))
    assert own.schema.types == other.schema.types
    groups = [pq.read_metadata(path).row_group(0) for path in (Path("data.parquet"), browsers)]
    assert groups[0].sorting_columns == groups[1].sorting_columns
    for name in other.column_names:
        check_equal(own[name], other[name], name)


@pytest.mark.parametrize("entry", TESTED)
def test_duckdb_writes_the_same_rows(entry: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    snippet = snippet_of(entry, "duckdb")
    least, most = snippet["sizeRange"]
    assert telling("DuckDB", f"{-least:.0%}"[:-1], f"{most:.0%}"[:-1]).search(snippet["lacks"])
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.register("data", source(entry))
        connection.execute(snippet["code"])
        found = connection.sql("FROM 'data.parquet'").to_arrow_table()
    share = Path("data.parquet").stat().st_size / (FILES / entry["file"]).stat().st_size - 1
    assert least <= share <= most, share
    other = without_dictionaries(pq.read_table(FILES / entry["file"]))
    assert found.column_names == other.column_names
    for name in other.column_names:
        check_equal(found[name].cast(other[name].type), other[name], name)

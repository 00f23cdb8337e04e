"""The script that applies a recipe to files: run as it is exported, from a folder of files of which some do not fit."""

from __future__ import annotations

import json
import math
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import apply_files
import apply_task
from apply_order import SortedInMemory, SortedOnDisk
from apply_values import same_values
from apply_write import open_parquet
from telling import telling

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ROWS = 1_000


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported script with a recipe of 1,000 columns whose names are hostile."""
    entries = json.loads((FILES / "snippet-hostile.json").read_text())
    path = tmp_path_factory.mktemp("script") / "formatlab_apply.py"
    path.write_text(next(entry["lines"] for entry in entries if entry["language"] == "recipe"))
    return path


@pytest.fixture(scope="module")
def recipe(script: Path) -> dict[str, Any]:
    return runpy.run_path(str(script))["RECIPE"]


def table_of(recipe: dict[str, Any], rows: int) -> pa.Table:
    """Every second column has numbers, the others texts; both have nulls."""
    columns = recipe["writes"]["columns"]
    numbers = pa.array([None if row % 7 == 0 else row * 37 % 11 for row in range(rows)], pa.int64())
    return pa.table(
        [numbers if column["type"] == "int64" else numbers.cast(pa.string()) for column in columns],
        [c["name"] for c in columns],
    )


def apply(script: Path, *arguments: object) -> tuple[int, list[dict[str, Any]]]:
    """The exit code, and what became of each file."""
    report = script.with_name("report.json")
    argv = sys.argv
    sys.argv = [str(script), *map(str, arguments), "--jobs", "1", "--json", str(report)]
    try:
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(script), run_name="__main__")
    finally:
        sys.argv = argv
    files = json.loads(report.read_text())["files"] if report.exists() else []
    report.unlink(missing_ok=True)
    return int(str(ended.value.code)), files


def test_a_folder_is_written_anew_and_a_second_run_does_nothing(script, recipe, tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    (source / "deep").mkdir(parents=True)
    table = table_of(recipe, ROWS)
    pq.write_table(table, source / "deep/a.parquet")
    pq.write_table(table.drop_columns([table.column_names[1]]), source / "other.parquet")
    pq.write_table(table.set_column(0, table.column_names[0], pa.array([2**40] * ROWS)), source / "wide.parquet")
    before = {path: path.read_bytes() for path in source.rglob("*.parquet")}
    code, results = apply(script, source, "--out", out)
    assert code == 1
    assert {Path(result["source"]).name: result["status"] for result in results} == {
        "a.parquet": "written",
        "other.parquet": "unfit",
        "wide.parquet": "unfit",
    }
    assert telling("int32").match(next(result["reason"] for result in results if "wide" in result["source"]))
    # It is put in order, and so small that it is estimated whole.
    (good,) = (result for result in results if result["status"] == "written")
    assert good["expected"]["low"] <= good["afterBytes"] <= good["expected"]["high"]
    written = pq.ParquetFile(out / "deep/a.parquet")
    assert written.metadata.num_row_groups == 3
    assert written.schema_arrow.field(0).type == pa.int32()
    chunk = written.metadata.row_group(0).column(0)
    assert (chunk.compression, "DELTA_BINARY_PACKED" in chunk.encodings) == ("ZSTD", True)
    key = table.column_names[0]
    order = pc.sort_indices(table[key], sort_keys=[("", "descending")])
    assert written.read().column(0).cast(pa.int64()).combine_chunks().equals(table[key].take(order).combine_chunks())
    assert {path: path.read_bytes() for path in source.rglob("*.parquet")} == before
    assert sorted(path.name for path in out.rglob("*") if path.is_file()) == [".formatlab-apply.jsonl", "a.parquet"]
    stamp = (out / "deep/a.parquet").stat().st_mtime_ns
    _, again = apply(script, source, "--out", out)
    assert (out / "deep/a.parquet").stat().st_mtime_ns == stamp
    assert sorted(result["status"] for result in again) == ["done before", "unfit", "unfit"]


def test_in_place_keeps_what_a_file_is_and_leaves_one_that_changed(script, recipe, tmp_path, monkeypatch):
    path = tmp_path / "a.parquet"
    table = table_of(recipe, 50)
    pq.write_table(table, path)
    path.chmod(0o640)
    os.utime(path, ns=(10**18, 10**18))
    journal = ("--journal", tmp_path / "done.jsonl", "--order", "leave", "--no-estimate")
    assert apply(script, path, "--in-place", *journal)[0] == 0
    assert pq.read_schema(path).field(0).type == pa.int32()
    found = path.stat()
    assert (found.st_mode & 0o777, found.st_mtime_ns) == (0o640, 10**18)
    assert apply(script, path, "--in-place", *journal)[1][0]["status"] == "done before"
    # Another process writes while the new file is verified, or just as it is put in place.
    pq.write_table(table, path)
    task = {"source": str(path), "target": str(path), "recipe": recipe, "hash": "", "order": "leave", "memory": 9**9}
    options = {"threads": 1, "inPlace": True, "plans": False, "estimates": False, "onlySmaller": False}
    verify = apply_task.verify
    monkeypatch.setattr(apply_task, "verify", lambda *given: (verify(*given), path.write_bytes(b"other"))[0])
    result = apply_task.run_task({**task, **options})
    assert (result["status"], path.read_bytes()) == ("failed", b"other")
    monkeypatch.setattr(apply_task, "verify", verify)
    pq.write_table(table, path)
    exchange = apply_files.exchange
    late = iter([b"late"])
    monkeypatch.setattr(
        apply_files, "exchange", lambda *places: ([path.write_bytes(each) for each in late], exchange(*places))[1]
    )
    result = apply_task.run_task({**task, **options})
    assert (result["status"], path.read_bytes()) == ("failed", b"late")
    assert not list(tmp_path.glob(".*.formatlab-part"))


@pytest.mark.parametrize(
    "writes, name",
    [
        ({"format": "arrow", "codec": {"id": "zstd", "level": 5, "granularity": "buffer"}}, "a.arrow"),
        ({"format": "csv", "codec": {"id": "gzip", "level": 9, "granularity": "file"}}, "a.csv.gz"),
    ],
)
def test_arrow_and_csv_come_back(script, recipe, tmp_path, writes, name):
    table = table_of(recipe, ROWS).select(range(6))
    texts = table.column(1).dictionary_encode()
    pq.write_table(table.set_column(1, table.column_names[1], texts), tmp_path / "a.parquet", row_group_size=300)
    other = {**recipe, "writes": {**writes, "implementation": "x", "options": {"batchRows": "400"}}}
    (tmp_path / "recipe.json").write_text(json.dumps(other))
    arguments = (tmp_path / "a.parquet", "--out", tmp_path / "out", "--recipe", tmp_path / "recipe.json")
    code, (result,) = apply(script, *arguments)
    size = (tmp_path / "out" / name).stat().st_size
    assert (code, result["status"], result["afterBytes"]) == (0, "written", size)
    assert result["expected"]["low"] <= size <= result["expected"]["high"]
    if writes["format"] == "arrow":
        back = pa.ipc.open_file(tmp_path / "out" / name)
        assert (back.num_record_batches, back.read_all().equals(table)) == (3, True)
    (tmp_path / "recipe.json").write_text(json.dumps({**other, "writes": {**other["writes"], "format": "hdf5"}}))
    assert apply(script, *arguments)[0] == 2


def test_rows_that_do_not_fit_in_memory_have_the_order_of_those_that_do(tmp_path):
    random = np.random.default_rng(36)
    rows = 5_000
    table = pa.table(
        {
            "price": pa.array(
                [None if x < 0.1 else float("nan") if x < 0.2 else round(x, 2) for x in random.random(rows)]
            ),
            "group": pa.array(random.choice(["red", "green", "blue"], rows)).dictionary_encode(),
            "number": pa.array(np.arange(rows)),
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    file = open_parquet(tmp_path / "a.parquet")
    order = [{"column": "group", "descending": True}, {"column": "price", "descending": False}]
    on_disk = SortedOnDisk(file, order, {}, file.schema_arrow, 60_000, 20, tmp_path / "sort", 500)
    assert (len(on_disk.runs), on_disk.parts) == (5, 8)
    one, other = (
        pa.Table.from_batches(sorter.batches()).combine_chunks()
        for sorter in (SortedInMemory(file, order, {}, file.schema_arrow, 500), on_disk)
    )
    assert all(same_values(one[name].chunk(0), other[name].chunk(0)) for name in table.column_names)
    # Its own order, by Python alone: NaN after the numbers, nulls last, equal rows in theirs.
    keys = table.to_pylist()
    expected = sorted(
        range(rows), key=lambda row: (-["blue", "green", "red"].index(keys[row]["group"]), *rank(keys[row]["price"]))
    )
    assert one["number"].to_pylist() == expected
    on_disk.close()


def rank(price: float | None) -> tuple[int, float]:
    return (2, 0) if price is None else (1, 0) if math.isnan(price) else (0, price)

"""Reads a file with the product's own reader of its kind, and compares what it finds with what the library was given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa

from arrow_types import table_of
from formatlab_data import Dataset, from_canonical, to_canonical
from reference_root import Tool


def read(reader: Tool, path: Path, kind: str, part: int | None = None) -> tuple[Dataset, dict[str, Any]]:
    into = path.with_suffix(".canonical")
    answer = reader.ask("read", path=str(path), type=kind, part=part, into=str(into))
    assert "refusal" not in answer, answer
    return from_canonical(into.read_bytes()), answer


def assert_table(found: Dataset, expected: pa.Table) -> None:
    """Same columns, types and bits. Columns are compared one by one, so that a failure names one."""
    wanted = table_of(expected)
    assert found.kind == "table"
    assert found.item_count == expected.num_rows
    assert [column.name for column in found.columns] == expected.column_names
    for ours, theirs in zip(found.columns, wanted.columns, strict=True):
        assert ours.schema() == theirs.schema()
        assert to_canonical(Dataset("table", found.item_count, columns=[ours])) == to_canonical(
            Dataset("table", found.item_count, columns=[theirs])
        ), ours.name

"""Checks that pyarrow keeps of the torture table what the page says that it keeps."""

import json
import os
from pathlib import Path

import pytest

from arrow_types import arrow_table, table_of
from formatlab_data import from_canonical, to_canonical
from torture_references import references

FILES = Path(os.environ["FORMATLAB_INTEROP"])
RECORDED = Path(__file__).parents[2] / "fixtures/torture/references.json"
TYPED = [name for name in ("typed", "typed-0-rows", "rich") if (FILES / f"{name}.canonical").exists()]


@pytest.mark.parametrize("name", TYPED)
def test_a_table_goes_through_arrow_bit_by_bit(name):
    dataset = from_canonical((FILES / f"{name}.canonical").read_bytes())
    for column in dataset.columns:
        # Arrow has no type of its own for JSON.
        column.type = "utf8" if column.type == "json" else column.type
    assert to_canonical(table_of(arrow_table(dataset))) == to_canonical(dataset)


@pytest.mark.full
def test_the_references_are_as_recorded(tmp_path):
    for path in FILES.glob("torture-*.canonical"):
        (tmp_path / path.name.removeprefix("torture-")).symlink_to(path.resolve())
    systems, _ = references(tmp_path)
    recorded = json.loads(RECORDED.read_text())
    assert [system["id"] for system in systems] == [system["id"] for system in recorded]
    for found, wanted in zip(systems, recorded, strict=True):
        assert found["outcomes"] == wanted["outcomes"], found["id"]

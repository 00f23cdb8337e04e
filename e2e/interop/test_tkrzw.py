"""Checks the results of tkrzw/exchange.mjs: Tkrzw's databases as the page read them, and the page's trees beside those that Tkrzw makes by inserting the same records in order."""

import json
import os
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

from formatlab_data import Dataset, canonical_sha256, from_canonical
from tkrzw_reference import NATIVE_SIDE, SYSTEM_PYTHON, read_with_dictionary, records_of

FOLDER = Path(os.environ["FORMATLAB_INTEROP"]) / "tkrzw"
EXCHANGE: Any = json.loads((FOLDER / "exchange.json").read_text()) if (FOLDER / "exchange.json").exists() else None
NATIVE = {entry["file"]: entry for entry in json.loads((FOLDER / "native.json").read_text())} if EXCHANGE else {}

pytestmark = [pytest.mark.full, pytest.mark.skipif(EXCHANGE is None, reason="Tkrzw is not installed")]


def test_every_combination_was_exchanged():
    combinations = {(entry["format"], entry["codec"]) for entry in NATIVE.values() if entry["records"]}
    assert combinations == {
        (fmt, codec) for fmt in ("hashdbm", "treedbm") for codec in (None, "zlib", "zstd", "lz4", "lzma")
    }
    assert {answer["file"] for answer in EXCHANGE["read"]} == set(NATIVE)


@pytest.mark.parametrize("answer", EXCHANGE["read"] if EXCHANGE else [], ids=lambda answer: answer["file"])
def test_the_page_reads_what_tkrzw_wrote(answer):
    records = NATIVE[answer["file"]]["records"]
    if records is None:
        assert "offset 15" in answer["error"] and "not closed" in answer["error"]
        return
    assert "error" not in answer, answer.get("error")
    keys = sorted(records, key=str.encode)
    assert answer["sha256"] == canonical_sha256(
        Dataset("records", len(keys), keys=keys, values=[records[key] for key in keys])
    )
    wanted = [records[key] for key in answer["keys"]]
    assert answer["cold"] == wanted
    if NATIVE[answer["file"]]["format"] == "treedbm":
        assert answer["warm"] == wanted


@pytest.fixture(scope="module")
def sorted_records():
    return from_canonical((FOLDER / "sorted.canonical").read_bytes())


@pytest.fixture(scope="module")
def native_trees(sorted_records, tmp_path_factory):
    """Inserts the records of all trees in one process."""
    folder = tmp_path_factory.mktemp("trees")
    dump = folder / "records"
    with dump.open("wb") as target:
        for key, value in records_of(sorted_records):
            target.write(struct.pack(">II", len(key), len(value)) + key + value)
    requests = [
        {
            "path": str(folder / f"{index}.tkt"),
            "records": str(dump),
            "codec": None,
            "parameters": {"max_page_size": tree["maxPageSize"], "max_branches": tree["maxBranches"]},
        }
        for index, tree in enumerate(EXCHANGE["written"])
    ]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [SYSTEM_PYTHON, NATIVE_SIDE, "insert"], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("index", range(len(EXCHANGE["written"]) if EXCHANGE else 0))
def test_trees_have_the_pages_of_sorted_insertion(index, native_trees, sorted_records):
    ours, native = EXCHANGE["written"][index], native_trees[index]
    assert ours["counts"]["records"] == len(sorted_records.keys) == int(native["num_records"])
    assert (ours["counts"]["leafPages"], ours["counts"]["innerPages"], ours["counts"]["levels"]) == (
        int(native["num_leaf_nodes"]),
        int(native["num_inner_nodes"]),
        int(native["tree_level"]),
    )


@pytest.mark.full
def test_a_dictionary_is_worth_its_bytes(sorted_records):
    assert read_with_dictionary((FOLDER / "dictionary.tkh").read_bytes()) == records_of(sorted_records)
    assert EXCHANGE["dictionary"]["zstd-dictionary"] < 0.75 * EXCHANGE["dictionary"]["zstd"]

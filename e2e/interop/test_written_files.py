"""Opens every file that the browser wrote (run.mjs) with the format's reference implementation; one test a file."""

import json
import os
from pathlib import Path

import pytest

from formatlab_data import canonical_sha256, events, from_canonical
from formatlab_scalars import array, dictionary, scalar_list
from formatlab_table import table
from formatlab_vectors import keyed_vectors
from references import FORMATS, REFERENCES

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ENTRIES = json.loads((FILES / "manifest.json").read_text())


def of_kind(kind: str) -> list:
    return [
        pytest.param(entry, id=entry["file"], marks=[pytest.mark.full] if entry["full"] else [])
        for entry in ENTRIES
        if entry["kind"] == kind
    ]


WRITTEN_BY_FORMATS = of_kind("format")
WRITTEN_BY_CODECS = of_kind("codec")


def canonical(entry: dict) -> bytes:
    return (FILES / f"{entry['dataset']}.canonical").read_bytes()


def test_there_are_files():
    assert len(WRITTEN_BY_FORMATS) > 50 and len(WRITTEN_BY_CODECS) > 10


#: What Python's datetime has no values for; pyarrow and numpy have, and read the same cases of their formats.
BEYOND_PYTHON = {
    "torture-dates-before-1582": "One of its dates is of the year 0; Python's begin with 1.",
    "torture-dates-beyond": "Its dates are after 9999 and before 0; Python's are not.",
}


@pytest.mark.parametrize("entry", WRITTEN_BY_FORMATS)
def test_format(entry):
    if entry["format"] in ("csv", "json", "messagepack") and entry["dataset"] in BEYOND_PYTHON:
        pytest.skip(BEYOND_PYTHON[entry["dataset"]])
    reader = FORMATS.get(entry["format"])
    assert reader is not None, (
        f"no reference reader is registered for {entry['format']} (its testing/reference_of_….py)"
    )
    reader(FILES / entry["file"], entry, from_canonical(canonical(entry)))


@pytest.mark.parametrize("entry", WRITTEN_BY_CODECS)
def test_codec(entry):
    reference = REFERENCES.get(entry["codec"])
    assert reference is not None, f"no reference is registered for {entry['codec']} (its testing/reference_of_….py)"
    expected = canonical(entry)
    try:
        found = reference.decode((FILES / entry["file"]).read_bytes(), len(expected))
    except Exception as error:
        if entry["conforming"]:
            raise
        pytest.xfail(f"declared not to conform, and refused: {error}")
    assert found == expected


GENERATORS = {
    "keyedVectors": keyed_vectors(42, 25),
    "events": events(42, 25),
    "table": table(42, 25),
    "array": array(42, 25),
    "array-int64": array(42, 25, "int64"),
    "array-texts": array(42, 25, "utf8", "mixed"),
    "list": scalar_list(42, 25),
    "list-texts": scalar_list(42, 25, "utf8", "beyond", 20, "equal"),
    "dict": dictionary(42, 25),
    "dict-int64": dictionary(42, 25, "int64", "int64"),
    "dict-texts": dictionary(42, 25, valueType="utf8", characters="mixed", keyLength=9),
}


@pytest.mark.parametrize("name, dataset", GENERATORS.items(), ids=GENERATORS)
def test_numpy_makes_the_same_data(name, dataset):
    assert canonical_sha256(dataset) == canonical_sha256(
        from_canonical((FILES / f"workload-{name}.canonical").read_bytes())
    )

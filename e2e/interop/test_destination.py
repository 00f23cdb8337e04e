"""The destination-specific format: Julia itself on the files for Julia, where there is one; that arrays are views of the mapped file; damaged files."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from destination_format import HEADER, FormatError, decode, encode, map_file
from destination_julia_layout import read_julia
from formatlab_data import as_python, from_canonical
from reference_readers import assert_same_array, assert_same_scalars

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ENTRIES = [entry for entry in json.loads((FILES / "manifest.json").read_text()) if entry.get("format") == "destination"]
FOR_JULIA = [entry for entry in ENTRIES if entry["options"]["destination"] == "Julia"]
JULIA = os.environ.get("JULIA") or shutil.which("julia")
needs_julia = pytest.mark.skipif(
    JULIA is None,
    reason="NO JULIA here (PATH or $JULIA): its files are read by destination_julia_layout.py alone, and its own are in fixtures/golden",
)


def dataset(entry: dict):
    return from_canonical((FILES / f"{entry['dataset']}.canonical").read_bytes())


def test_there_are_files_for_both():
    assert len(FOR_JULIA) >= 15 and len(ENTRIES) - len(FOR_JULIA) >= 20


# ── Julia ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def through_julia(tmp_path_factory):
    """Each file for Julia, by the browser and by Python, read by Julia and written again: for Python, and for Julia. All in one process, which starts slowly."""
    folder = tmp_path_factory.mktemp("julia")
    sources = {entry["file"]: FILES / entry["file"] for entry in FOR_JULIA}
    for entry in ENTRIES:
        if dataset(entry).kind == "list":
            continue
        wanted = dataset(entry)
        target = folder / f"python-{entry['dataset']}.dsf"
        target.write_bytes(encode(as_python(wanted), "Julia", wanted.key_type or None, wanted.element_type or None))
        sources[target.name] = target
    program = Path(__file__).with_name("destination.jl")
    for flag, ending in ((["--julia"], ".julia"), ([], ".python")):
        pairs = [str(path) for name, source in sources.items() for path in (source, folder / (name + ending))]
        subprocess.run([str(JULIA), "--startup-file=no", str(program), *flag, *pairs], check=True, timeout=300)
    return folder, sources


def same_entries(found: Any, wanted: dict) -> None:
    """Julia's dictionaries keep no order."""
    assert found.keys() == wanted.keys()
    assert_same_scalars({key: found[key] for key in wanted}, wanted, "the data")


@needs_julia
def test_julia_reads_what_the_browser_and_python_write(through_julia):
    folder, sources = through_julia
    assert len(sources) > 10
    kinds = set()
    for entry in ENTRIES:
        wanted = dataset(entry)
        for name in {entry["file"], f"python-{entry['dataset']}.dsf"} & sources.keys():
            kinds.add(wanted.kind)
            found = decode(map_file(folder / (name + ".python")))
            again = (folder / (name + ".julia")).read_bytes()
            if wanted.kind == "dict":
                same_entries(found, as_python(wanted))
                same_entries(read_julia(again)[2], as_python(wanted))
            else:
                if wanted.kind == "stringArray":
                    assert found.tolist() == wanted.values
                else:
                    assert_same_array(found, wanted.values, name)
                assert again == sources[name].read_bytes(), f"{name}: Julia writes other bytes"
    assert kinds == {"array", "stringArray", "dict"}


@needs_julia
@pytest.mark.parametrize("offset, value", [(0, 0), (8, 2), (13, 1), (16, 200), (24, 1), (40, 1), (64, 255), (72, 255)])
def test_julia_refuses_damaged_files(tmp_path, offset, value):
    data = bytearray(encode(np.array(["ab", "c"]), "Julia"))
    data[offset] = value
    (tmp_path / "damaged").write_bytes(data)
    program = Path(__file__).with_name("destination.jl")
    run = subprocess.run(
        [str(JULIA), "--startup-file=no", str(program), str(tmp_path / "damaged"), str(tmp_path / "out")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode != 0 and "byte" in run.stderr


# ── Python ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "values", [np.arange(100_000.0), np.arange(100_000), np.array([f"text {i}" for i in range(1_000)])], ids=str
)
def test_an_array_is_a_view_of_the_mapped_file(tmp_path, values):
    path = tmp_path / "array.dsf"
    path.write_bytes(encode(values))
    mapped = map_file(path)
    found = decode(mapped)
    whole = np.frombuffer(mapped, np.uint8)
    start = HEADER.size + (8 if values.dtype.kind == "U" else 0)
    assert found.__array_interface__["data"][0] == whole.__array_interface__["data"][0] + start
    assert not found.flags.owndata and found.dtype == values.dtype and found.tolist() == values.tolist()
    # A private mapping: what is done to the array stays out of the file.
    before = path.read_bytes()
    found[:] = found[0]
    assert path.read_bytes() == before


def test_damaged_files_are_refused():
    for data in (
        encode(np.arange(3.0)),
        encode(np.array(["a", "é"])),
        encode(["a", "é", "日本", "😀"]),
        encode({"a": 1, "b": 2}),
    ):
        decode(data)
        for end in range(len(data)):
            with pytest.raises(FormatError):
                decode(data[:end])
        for offset in (*range(16), *range(16, 64)):
            flipped = bytearray(data)
            flipped[offset] ^= 0x40
            with pytest.raises(FormatError):
                decode(bytes(flipped))
    for wrong in (
        encode(["😀"]).replace("😀".encode("utf-32-le"), b"\0\0\x11\0"),
        encode(["日"]).replace("日".encode("utf-16-le"), b"\0\xd8"),
        encode(["a"]).replace(b"a\0", b"\xff\0"),
    ):
        with pytest.raises(FormatError):
            decode(wrong)

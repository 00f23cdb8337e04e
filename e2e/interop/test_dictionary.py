"""The workload `dictionary`: its Python generator makes the same bytes, and the native Tkrzw compresses its records as the source's were compressed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from formatlab_data import canonical_sha256, from_canonical
from formatlab_dictionary import dictionary

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(os.environ["FORMATLAB_INTEROP"])
#: The unit tests hold workers/workloads/dictionary/ to the same hashes.
SLICES = json.loads((ROOT / "fixtures/dictionary/slices.json").read_text())


def test_the_python_generator_makes_what_the_browser_made():
    browser = from_canonical((FILES / "workload-dictionary.canonical").read_bytes())
    made = dictionary(42, browser.item_count)
    assert (made.keys, made.values) == (browser.keys, browser.values)


@pytest.mark.parametrize("piece", SLICES, ids=lambda piece: f"{piece['seed']}-{piece['from']}")
def test_the_python_generator_makes_the_slices_on_record(piece):
    assert canonical_sha256(dictionary(piece["seed"], piece["to"] - piece["from"], piece["from"])) == piece["sha256"]


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which("tkrzw_dbm_util") is None and not os.environ.get("FORMATLAB_CI"),
    reason="tkrzw_dbm_util (Debian: tkrzw-utils) is not installed",
)
def test_native_files_are_of_the_published_sizes_and_ratios():
    run = subprocess.run(
        ["node", "bench/dictionary-calibration.mjs", "--seeds", "1", "--records", "8000", "--lzma-records", "800"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("published") == 16, run.stdout

"""Holds the conformance matrix that was just run (run.mjs) against the committed one, which the Codecs page shows; one test an implementation and direction.

It fails where they differ in any case that both ran, and where the committed one was taken with another version of a library: then
`npm run make:conformance` takes it anew, and what changed is to be looked at before it is committed.
"""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TAKEN = json.loads((Path(os.environ["FORMATLAB_INTEROP"]) / "conformance.json").read_text())
COMMITTED = json.loads((ROOT / "fixtures/conformance/conformance.json").read_text())


def by_key(record: dict) -> dict[str, dict]:
    return {f"{one['codec']}/{one['implementation']}": one for one in record["implementations"]}


#: The full suite runs them again, over the cases that the quick one leaves out.
pytestmark = [pytest.mark.full] if TAKEN["scope"] == "full" else []

NOW = by_key(TAKEN["conformance"])
THEN = by_key(COMMITTED)
SIZES = TAKEN["conformance"]["sizesBytes"]
SMALL = [size for size in SIZES if size < 1_000_000]
PATTERNS = 6


def key(case: dict) -> str:
    return f"{case['sizeBytes']}/{case['pattern']}/{'none' if case['level'] is None else case['level']}"


def test_is_about_the_same_implementations():
    assert sorted(NOW) == sorted(THEN)
    assert SIZES == COMMITTED["sizesBytes"]


@pytest.mark.full
def test_large_data_are_among_them():
    """Slow cases are left out, but never all of them."""
    written = [one for name in NOW for one in TAKEN["ran"][name]["written"]]
    assert all(any(one.startswith(f"{size}/") for one in written) for size in SIZES)


@pytest.mark.parametrize("name", sorted(NOW))
def test_was_taken_with_this_library(name):
    assert NOW[name]["library"] == THEN[name]["library"], "stale: npm run make:conformance"


@pytest.mark.parametrize("direction", ["written", "read"])
@pytest.mark.parametrize("name", sorted(NOW))
def test_matrix(name, direction):
    now, then = NOW[name][direction], THEN[name][direction]
    ran = set(TAKEN["ran"][name][direction])
    if now is None:
        assert then is None and not ran
        return
    levels = {one.rsplit("/", 1)[1] for one in ran}
    small = [one for one in ran if int(one.split("/")[0]) < 1_000_000]
    # 0 bytes are a whole number of elements of any size; an implementation that takes all lengths ran all of the small cases.
    assert len(small) % (PATTERNS * len(levels)) == 0 and any(one.startswith("0/") for one in small)
    assert len(small) == len(SMALL) * PATTERNS * len(levels) or "whole number" in (now["leftOut"] or "")
    refused_now = {key(case): case["message"] for case in now["refused"]}
    refused_then = {key(case): case["message"] for case in then["refused"]}
    assert refused_now.keys() == refused_then.keys() & ran, f"refused now {refused_now}, then {refused_then}"
    assert then["accepted"] + len(then["refused"]) == then["cases"]


@pytest.mark.parametrize("name", sorted(NOW))
def test_files(name):
    """The committed run had all of the files that this one has, and larger ones."""
    now, then = NOW[name]["files"], THEN[name]["files"]
    assert now["tried"] > 0 and now["tried"] <= then["tried"]
    assert {one.split(":")[0] for one in now["lost"]} <= {one.split(":")[0] for one in then["lost"]}


@pytest.mark.parametrize("name", [name for name in sorted(NOW) if NOW[name]["blocks"] is not None])
def test_blocks_from_a_seed(name):
    assert NOW[name]["blocks"] == THEN[name]["blocks"]


@pytest.mark.parametrize("name", [name for name in sorted(NOW) if NOW[name]["sizes"] is not None])
def test_sizes_are_those_of_the_same_version(name):
    sizes = NOW[name]["sizes"]
    assert sizes["compared"] > 0 and sizes["equal"] + sizes["explained"] == sizes["compared"]

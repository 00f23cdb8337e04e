"""Holds the conformance matrix that was just run (run.mjs) against the committed one, which the Codecs page shows; one test an implementation and direction.

It fails where they differ in any case that both ran, and where the committed one was taken with another version of a library: then
`npm run make:conformance` takes it anew, and what changed is to be looked at before it is committed.
"""

import json
import os
from pathlib import Path

import pytest

from conformance_sources import CORPUS

ROOT = Path(__file__).resolve().parents[2]
TAKEN = json.loads((Path(os.environ["FORMATLAB_INTEROP"]) / "conformance.json").read_text())
COMMITTED = json.loads((ROOT / "fixtures/conformance/conformance.json").read_text())


def by_key(record: dict) -> dict[str, dict]:
    return {f"{one['codec']}/{one['implementation']}": one for one in record["implementations"]}


#: `rest` runs them again, over the cases that `quick` leaves out.
pytestmark = [pytest.mark.pinned, *([pytest.mark.full] if TAKEN["scope"] == "full" else [])]

NOW = by_key(TAKEN["conformance"])
THEN = by_key(COMMITTED)
SIZES = TAKEN["conformance"]["sizesBytes"]
SMALL = [size for size in SIZES if size < 1_000_000]
LARGEST = TAKEN["largestBytes"]
PATTERNS = 6


def takes_whole_elements(name: str) -> bool:
    return any(
        of is not None and "whole number" in (of["leftOut"] or "") for of in (NOW[name]["written"], NOW[name]["read"])
    )


def key(case: dict) -> str:
    return f"{case['sizeBytes']}/{case['pattern']}/{'none' if case['level'] is None else case['level']}"


def test_is_about_the_same_implementations():
    assert sorted(NOW) == sorted(THEN)
    assert SIZES == COMMITTED["sizesBytes"]


@pytest.mark.full
def test_large_data_are_among_them():
    """Slow cases are left out, but never all of them: most codecs wrote every pattern."""
    assert LARGEST > max(SMALL)
    for size in [size for size in SIZES if max(SMALL) < size <= LARGEST]:
        wrote = [
            name for name in NOW if sum(one.startswith(f"{size}/") for one in TAKEN["ran"][name]["written"]) == PATTERNS
        ]
        assert len(wrote) > len(NOW) / 2


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
    assert len(small) == len(SMALL) * PATTERNS * len(levels) or takes_whole_elements(name)
    refused_now = {key(case): case["message"] for case in now["refused"]}
    refused_then = {key(case): case["message"] for case in then["refused"]}
    assert refused_now.keys() == refused_then.keys() & ran, f"refused now {refused_now}, then {refused_then}"
    assert then["accepted"] + len(then["refused"]) == then["cases"]


@pytest.mark.parametrize("name", sorted(NOW))
def test_files(name):
    """The committed run had all of the files that this one has, and larger ones. Both lost the same of them."""
    now, then = NOW[name]["files"], THEN[name]["files"]
    ran = TAKEN["ran"][name]["files"]
    sizes = {file: path.stat().st_size for file, path in CORPUS.items()}
    directions = [direction for direction in ("written", "read") if NOW[name][direction] is not None]
    small = {file for file, size in sizes.items() if size <= TAKEN["filesUpToBytes"]}
    tried = {one.rsplit(", ", 1)[0] for one in ran}
    # An implementation that takes whole elements has only the files that are made of them.
    assert tried == small or takes_whole_elements(name)
    assert tried <= small and sorted(ran) == sorted(
        f"{file}, {direction}" for file in tried for direction in directions
    )
    assert 0 < now["tried"] == len(ran) <= then["tried"]
    lost_now, lost_then = ({one.split(":")[0] for one in of["lost"]} for of in (now, then))
    assert lost_now == lost_then & set(ran)


@pytest.mark.parametrize("name", [name for name in sorted(NOW) if NOW[name]["blocks"] is not None])
def test_blocks_from_a_seed(name):
    assert NOW[name]["blocks"] == THEN[name]["blocks"]


@pytest.mark.parametrize("name", [name for name in sorted(NOW) if NOW[name]["sizes"] is not None])
def test_sizes_are_those_of_the_same_version(name):
    sizes = NOW[name]["sizes"]
    assert sizes["compared"] > 0 and sizes["equal"] + sizes["explained"] == sizes["compared"]

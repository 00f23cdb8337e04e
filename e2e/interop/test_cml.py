"""CML both ways: CDK reads ours into the molecules that we wrote, and writes of them the same bytes again; we read what CDK writes of SMILES. Without Java the tests are skipped."""

from __future__ import annotations

import json

import pytest

from depth import FULL_MOLECULES, QUICK_MOLECULES, full
from java_tool import ROOT, class_path, java, tables
from reference_root import Tool

AWKWARD = ROOT / "fixtures/molecules/awkward.smi"

pytestmark = pytest.mark.skipif(class_path() is None, reason="there is no JDK or no Maven")


@pytest.fixture(scope="module")
def tool():
    made = Tool("cml/tool.mjs")
    yield made
    made.close()


def graphs(read: list[dict]) -> list[dict]:
    return [{"atoms": molecule["atoms"], "bonds": molecule["bonds"]} for molecule in read]


@pytest.mark.full
@pytest.mark.parametrize(
    "composition, coordinates, count",
    [
        ("chembl", False, FULL_MOLECULES),
        ("chebi", True, FULL_MOLECULES),
    ],
)
def test_cdk_reads_ours(tool, tmp_path, composition, coordinates, count):
    """Atoms, bonds, places and the centres that are tetrahedral; CDK of that time takes no notice of bondStereo, nor of titles."""
    made = tool.ask(
        "make",
        composition=composition,
        coordinates=coordinates,
        count=count,
        bare=False,
        path=str(tmp_path / "ours.cml"),
    )
    assert made["difference"] is None
    found = tables("cml", tmp_path / "ours.cml", tmp_path / "read.jsonl")
    assert len(found) == count
    assert graphs(found) == made["tables"]
    centres = [sorted(molecule["stereo"], key=lambda centre: centre[1]) for molecule in found]
    assert centres == [sorted(molecule, key=lambda centre: centre[1]) for molecule in made["centres"]]
    assert sum(map(len, centres)) > count / 2


@pytest.mark.full
@pytest.mark.parametrize("count", [QUICK_MOLECULES, full(2_000)])
def test_cdk_writes_the_same_bytes(tool, tmp_path, count):
    made = tool.ask(
        "make", composition="chebi", coordinates=True, count=count, bare=True, path=str(tmp_path / "ours.cml")
    )
    assert made["difference"] is None
    java("rewrite-cml", tmp_path / "ours.cml", tmp_path / "cdk.cml")
    ours, cdks = ((tmp_path / name).read_bytes() for name in ("ours.cml", "cdk.cml"))
    assert ours == cdks


def test_we_read_what_cdk_writes_of_awkward_smiles(tool, tmp_path):
    lines = [line for line in AWKWARD.read_text(encoding="utf-8").splitlines() if line]
    (tmp_path / "all.smi").write_text("\n".join(lines), encoding="utf-8")
    java("smiles", tmp_path / "all.smi", tmp_path / "all.jsonl")
    with open(tmp_path / "all.jsonl", encoding="utf-8") as read:
        taken = [
            (line, molecule)
            for line, molecule in zip(lines, map(json.loads, read), strict=True)
            if "error" not in molecule
        ]
    assert len(taken) > 0.8 * len(lines)
    (tmp_path / "taken.smi").write_text("\n".join(line for line, _ in taken), encoding="utf-8")
    java("write-cml", tmp_path / "taken.smi", tmp_path / "cdk.cml")
    expected = graphs([molecule for _, molecule in taken])
    for atom in (atom for molecule in expected for atom in molecule["atoms"] if atom[0] == 0):
        # CDK writes no isotopeNumber of what is no element.
        atom[1] = 0
    assert tool.ask("read", path=str(tmp_path / "cdk.cml"))["tables"] == expected

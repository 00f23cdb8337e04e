"""Java object streams of CDK's molecules: Java's own ObjectInputStream opens ours, and we read CDK's and give back the same bytes. CDK does all chemistry; without Java the tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from depth import FULL_MOLECULES, counted
from java_tool import ROOT, class_path, java, tables
from reference_root import Tool

#: The source's own molecule, and what a dataset holds at the edge of what CDK's objects hold: wildcards, atom classes below and above the Integers that Java shares, mass numbers likewise,
#: charges, several parts, bare atoms. CDK's stream of them is committed beside, for those who test without Java.
EDGES = ROOT / "fixtures/molecules/cdk-objects.smi"
AWKWARD = ROOT / "fixtures/molecules/awkward.smi"
#: What the molecules are like, whether they have coordinates, and how many of them.
WORKLOADS = [
    each
    for composition, coordinates, count in (
        ("chembl", False, FULL_MOLECULES),
        ("chembl", True, 1_000),
        ("chebi", False, 2_000),
        ("chebi", True, 1_000),
    )
    for each in counted(composition + (" with coordinates" if coordinates else ""), count, composition, coordinates)
]

pytestmark = pytest.mark.skipif(class_path() is None, reason="there is no JDK or no Maven")


@pytest.fixture(scope="module")
def tool():
    made = Tool("java/tool.mjs")
    yield made
    made.close()


@pytest.fixture(scope="module", params=WORKLOADS)
def workload(request, tool, tmp_path_factory):
    """Its folder with the molecules as SMILES and as our stream, their tables, whether they have coordinates."""
    _, composition, coordinates, count = request.param
    folder = tmp_path_factory.mktemp("workload")
    made = tool.ask(
        "make",
        seed=42,
        count=count,
        knobs={"composition": composition, "coordinates": coordinates},
        smilesPath=str(folder / "made.smi"),
        objectsPath=str(folder / "ours.obj"),
    )
    assert made["count"] == count
    return folder, made["tables"], coordinates


def graphs(read: list[dict]) -> list[dict]:
    return [{"atoms": molecule["atoms"], "bonds": molecule["bonds"]} for molecule in read]


@pytest.mark.full
def test_java_reads_our_stream(workload, tmp_path):
    folder, expected, _ = workload
    found = tables("read-objects", folder / "ours.obj", tmp_path / "read.jsonl")
    assert graphs(found) == expected
    assert not any(molecule["title"] or molecule["stereo"] for molecule in found)


def test_our_stream_is_as_large_as_cdks(workload, tmp_path):
    """Compares with the same molecules, which CDK reads as SMILES. Which bonds of an aromatic ring are double may differ, but not how many bytes that takes."""
    folder, expected, coordinates = workload
    assert int(
        java("write-objects", folder / "made.smi", tmp_path / "cdk.obj", *(["places"] if coordinates else []))
    ) == len(expected)
    ours, cdks = (path.stat().st_size for path in (folder / "ours.obj", tmp_path / "cdk.obj"))
    assert abs(ours / cdks - 1) < 0.01, (ours, cdks)


def check_cdks_own(tool, smiles: Path, folder: Path, *places: str) -> int:
    """CDK writes, we read and write again: the same bytes, which Java reads as the very objects that CDK makes of the SMILES, down to fields that share an object. Returns how many CDK took."""
    count = int(java("write-objects", smiles, folder / "cdk.obj", *places))
    rewritten = tool.ask("rewriteObjects", path=str(folder / "cdk.obj"), out=str(folder / "ours.obj"))
    assert rewritten["count"] == count
    assert (folder / "ours.obj").read_bytes() == (folder / "cdk.obj").read_bytes()
    assert int(java("compare-objects", folder / "ours.obj", smiles, *places)) == count
    assert graphs(tables("read-objects", folder / "cdk.obj", folder / "read.jsonl")) == rewritten["tables"]
    return count


@pytest.mark.full
def test_cdks_own_stream_comes_back_byte_for_byte(workload, tool, tmp_path):
    folder, expected, coordinates = workload
    assert check_cdks_own(tool, folder / "made.smi", tmp_path, *(["places"] if coordinates else [])) == len(expected)


@pytest.mark.parametrize("places", [[], ["places"]], ids=["without places", "with places"])
def test_edges_come_back_byte_for_byte(tool, tmp_path, places):
    assert check_cdks_own(tool, EDGES, tmp_path, *places) == len(EDGES.read_text().splitlines())
    if places:
        assert (tmp_path / "cdk.obj").read_bytes() == EDGES.with_suffix(".obj").read_bytes()


def test_nothing_comes_back(tool, tmp_path):
    (tmp_path / "none.smi").write_text("")
    assert check_cdks_own(tool, tmp_path / "none.smi", tmp_path) == 0


def test_awkward_molecules(tool, tmp_path):
    """What CDK of 2015 takes of them comes back byte for byte, less elements that had no name then, whose symbols it takes for the label of a wildcard; and Java reads all of them from our stream."""
    lines = AWKWARD.read_text().splitlines()
    named = [line for line in lines if not any(f"[{symbol}" in line for symbol in ("Nh", "Mc", "Ts", "Og"))]
    (tmp_path / "named.smi").write_text("\n".join(named) + "\n")
    assert check_cdks_own(tool, tmp_path / "named.smi", tmp_path) > 0.9 * len(lines)
    made = tool.ask("objectsOfSmiles", smilesPath=str(AWKWARD), objectsPath=str(tmp_path / "ours.obj"))
    for molecule in made["tables"]:
        # Our reader of SMILES leaves aromatic bonds without an order, for which CDK has only UNSET.
        molecule["bonds"] = [
            [begin, end, 0 if order == 5 else order, aromatic] for begin, end, order, aromatic in molecule["bonds"]
        ]
    assert graphs(tables("read-objects", tmp_path / "ours.obj", tmp_path / "read.jsonl")) == made["tables"]

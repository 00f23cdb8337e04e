"""Kryo both ways: CDK's molecules that Kryo 3.0.3 wrote in Java are read here and written again byte for byte, and Kryo reads what we write into the objects that CDK makes of the SMILES."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import atom_container_stream as stream
from depth import FULL_MOLECULES, counted, full
from java_tool import java, tables
from reference_root import HERE, Tool

AWKWARD = HERE.parents[1] / "fixtures/molecules/awkward.smi"
NUMBERS = ["variable-length", "fixed-width"]
#: Elements that had no name when CDK 1.5.11 came: it takes their symbols for the label of a wildcard.
UNNAMED = ("Nh", "Mc", "Ts", "Og")
GENERATED = {"chembl": FULL_MOLECULES, "chebi": FULL_MOLECULES}
CORPORA = [
    pytest.param(("samples", 0), id="samples"),
    *(each for composition, count in GENERATED.items() for each in counted(composition, count)),
    pytest.param(("awkward", 0), id="awkward"),
]
SAMPLES = ["molecules", "molecules-unusual", "molecules-300"]


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("containers/tool.mjs")
    yield made_tool
    made_tool.close()


@pytest.fixture(scope="module", params=CORPORA)
def smiles(request, tool, tmp_path_factory) -> Path:
    """A file of SMILES: the contract tests' molecules, generated ones, or real ones of every kind."""
    source, count = request.param
    folder = tmp_path_factory.mktemp("kryo")
    path = folder / f"{source}.smi"
    if source == "samples":
        tool.ask("samples", folder=str(folder))
        for name in SAMPLES:
            tool.ask("smiles", canonical=str(folder / f"{name}.canonical"), path=str(folder / name))
        path.write_bytes(b"".join((folder / name).read_bytes() for name in SAMPLES))
    elif source == "awkward":
        path.write_text(
            "".join(
                line + "\n"
                for line in AWKWARD.read_text().splitlines()
                if not any(f"[{symbol}" in line for symbol in UNNAMED)
            )
        )
    else:
        tool.ask("generate", canonical=str(folder / "canonical"), count=count, composition=source)
        tool.ask("smiles", canonical=str(folder / "canonical"), path=str(path))
    return path


def rows(molecules: list[stream.Molecule]) -> list[tuple]:
    """Atoms and bonds in their order, in the form of Java's tables; an unset order is 0."""
    return [
        (
            [list(atom) for atom in molecule.atoms],
            [[begin, end, order % 5, aromatic] for begin, end, order, aromatic in molecule.bonds],
        )
        for molecule in molecules
    ]


def by_java(numbers: str, file: Path, out: Path) -> list[tuple]:
    """The molecules that Kryo reads."""
    java("read-kryo", numbers, file, out)
    with open(out, encoding="utf-8") as lines:
        return [(table["atoms"], table["bonds"]) for table in map(json.loads, lines)]


@pytest.mark.parametrize("places", [full(False, id=""), pytest.param(True, id="places")])
@pytest.mark.parametrize("numbers", NUMBERS)
def test_we_read_what_java_writes_and_write_the_same(tool, smiles, tmp_path, numbers, places):
    theirs, ours, canonical = tmp_path / "theirs.kryo", tmp_path / "ours.kryo", tmp_path / "read.canonical"
    count = int(java("write-kryo", numbers, smiles, theirs, *(["places"] if places else [])))
    options = {"numbers": numbers}
    assert (
        tool.ask("decode", format="kryo", options=options, path=str(theirs), canonical=str(canonical))["count"]
        == count
        > 5
    )
    assert stream.from_canonical(canonical.read_bytes())[0] == places
    tool.ask("encode", format="kryo", options=options, canonical=str(canonical), path=str(ours))
    assert ours.read_bytes() == theirs.read_bytes()
    # Each field of each object, also private ones, and which objects are one.
    assert int(java("compare-kryo", numbers, ours, smiles, *(["places"] if places else []))) == count


@pytest.mark.parametrize("numbers", NUMBERS)
def test_java_reads_what_we_make_of_smiles(tool, smiles, tmp_path, numbers):
    """Compares molecules of our own parser, whose bonds may be in another order than CDK's and whose aromatic rings may have the other Kekulé structure."""
    file, canonical = tmp_path / "ours.kryo", tmp_path / "parsed.canonical"
    assert tool.ask("parse", smiles=str(smiles), canonical=str(canonical))["skipped"] == 0
    tool.ask("encode", format="kryo", options={"numbers": numbers}, canonical=str(canonical), path=str(file))
    found = by_java(numbers, file, tmp_path / "ours.jsonl")
    assert found == rows(stream.from_canonical(canonical.read_bytes())[1])
    cdk = tables("smiles", smiles, tmp_path / "cdk.jsonl")
    assert len(found) == len(cdk)
    compared = 0
    for (atoms, bonds), table in zip(found, cdk, strict=True):
        # CDK refuses a few of the awkward ones.
        if "error" in table:
            continue
        assert atoms == table["atoms"]
        assert_same_bonds(bonds, table["bonds"])
        compared += 1
    assert compared > 0.9 * len(found)


def assert_same_bonds(ours: list, cdks: list) -> None:
    """Bonds by their ends, and by order if neither end is marked aromatic. CDK marks more bonds: also unwritten single bonds between two aromatic atoms."""
    ours, cdks = (sorted((min(bond[:2]), max(bond[:2]), *bond[2:]) for bond in bonds) for bonds in (ours, cdks))
    assert [bond[:2] for bond in ours] == [bond[:2] for bond in cdks]
    for (*_, order, aromatic), (*_, cdk_order, cdk_aromatic) in zip(ours, cdks, strict=True):
        assert cdk_aromatic if aromatic else cdk_aromatic or order == cdk_order


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("name", ["molecules-coordinates", "molecules-unusual", "molecules-0"])
def test_java_reads_molecules_with_places_and_without_any(tool, tmp_path, numbers, name):
    file = tmp_path / "ours.kryo"
    tool.ask("samples", folder=str(tmp_path))
    tool.ask(
        "encode",
        format="kryo",
        options={"numbers": numbers},
        canonical=str(tmp_path / f"{name}.canonical"),
        path=str(file),
    )
    assert by_java(numbers, file, tmp_path / "ours.jsonl") == rows(
        stream.from_canonical((tmp_path / f"{name}.canonical").read_bytes())[1]
    )

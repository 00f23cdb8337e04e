"""The AtomContainer stream both ways: a second reader and writer in Python after its documentation, and Java's DataInputStream, with CDK's molecules made of what it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import atom_container_stream as stream
from depth import FULL_MOLECULES, counted
from java_tool import tables
from reference_root import HERE, Tool

AWKWARD = HERE.parents[1] / "fixtures/molecules/awkward.smi"
WORKLOADS: dict[str, dict[str, Any]] = {
    "chembl": {"composition": "chembl"},
    "chebi, places": {"composition": "chebi", "coordinates": True},
}
SAMPLES = [
    "molecules",
    "molecules-coordinates",
    "molecules-untitled",
    "molecules-unusual",
    "molecules-300",
    "molecules-0",
]


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("containers/tool.mjs")
    yield made_tool
    made_tool.close()


@pytest.fixture(
    scope="module",
    params=[
        *(each for workload in WORKLOADS for each in counted(workload, FULL_MOLECULES)),
        *(pytest.param((name, 0), id=name) for name in ("awkward", *SAMPLES)),
    ],
)
def canonical(request, tool, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("containers")
    source, count = request.param
    path = folder / f"{source}.canonical"
    if source in WORKLOADS:
        tool.ask("generate", canonical=str(path), count=count, **WORKLOADS[source])
    elif source == "awkward":
        assert tool.ask("parse", smiles=str(AWKWARD), canonical=str(path))["skipped"] == 0
    else:
        assert source in tool.ask("samples", folder=str(folder))["names"]
    return path


def encoded(tool, canonical: Path) -> Path:
    path = canonical.with_suffix(".acs")
    tool.ask("encode", format="atom-container", canonical=str(canonical), path=str(path))
    return path


def test_python_reads_ours_and_writes_the_same(tool, canonical):
    expected = stream.from_canonical(canonical.read_bytes())
    file = encoded(tool, canonical).read_bytes()
    assert stream.read(file) == expected
    assert stream.write(*expected) == file


def test_we_read_what_python_writes(tool, canonical, tmp_path):
    theirs = tmp_path / "theirs.acs"
    theirs.write_bytes(stream.write(*stream.from_canonical(canonical.read_bytes())))
    tool.ask("decode", format="atom-container", path=str(theirs), canonical=str(tmp_path / "read.canonical"))
    assert (tmp_path / "read.canonical").read_bytes() == canonical.read_bytes()


def test_the_widest_molecule_both_ways(tool, tmp_path):
    """More atoms than a byte counts, every field in its long form."""
    atoms = [
        (at % 119, at * 257 % 65_536, at % 256 - 128, at % 256, at % 2, at * 31 % 65_536, None, None)
        for at in range(3_000)
    ]
    bonds = [(at, at - 1, at % 6, at % 2) for at in range(1, 3_000)]
    wide = stream.Molecule(
        "é".encode() * 40_000, atoms, bonds, [(6, 2_999, 30, (0, 1, 2, 300, 4, 2_998)), (2, 2_998, 2, (0, 2_997))]
    )
    theirs, again = tmp_path / "theirs.acs", tmp_path / "ours.acs"
    theirs.write_bytes(stream.write(False, [wide, stream.Molecule()]))
    assert stream.read(theirs.read_bytes()) == (False, [wide, stream.Molecule()])
    tool.ask("decode", format="atom-container", path=str(theirs), canonical=str(tmp_path / "read.canonical"))
    tool.ask("encode", format="atom-container", canonical=str(tmp_path / "read.canonical"), path=str(again))
    assert again.read_bytes() == theirs.read_bytes()


def test_java_reads_ours(tool, canonical, tmp_path):
    """As CDK's molecules, which have no aromatic order (it is unset), and classes for three kinds of stereo elements."""
    _, molecules = stream.from_canonical(canonical.read_bytes())
    found = tables("read-atom-containers", encoded(tool, canonical), tmp_path / "read.jsonl")
    assert len(found) == len(molecules)
    configurations = {(1, 1): "@", (1, 2): "@@", (3, 1): "@", (3, 2): "@@"}
    for table, molecule in zip(found, molecules, strict=True):
        assert table["title"] == molecule.title.decode()
        assert [tuple(atom) for atom in table["atoms"]] == [
            (element, isotope, charge, hydrogens, aromatic, label, x, y)
            for element, isotope, charge, hydrogens, aromatic, label, x, y in molecule.atoms
        ]
        assert [tuple(bond) for bond in table["bonds"]] == [
            (begin, end, order % 5, aromatic) for begin, end, order, aromatic in molecule.bonds
        ]
        centres = [
            [centre, list(carriers), configurations[kind, configuration]]
            for kind, centre, configuration, carriers in molecule.stereo
            if kind in (1, 3)
        ]
        assert sorted(element[1:] for element in table["stereo"] if element[0] in ("tetrahedral", "allenal")) == sorted(
            centres
        )
        # CDK tells a double bond by bonds: one whose carrier is the end itself (a hydrogen that is no atom) it can't tell.
        double: list[list[Any]] = [
            [centre, list(carriers), "opposite" if configuration == 1 else "together"]
            for kind, centre, configuration, carriers in molecule.stereo
            if kind == 2
        ]
        told = [element[1:] for element in table["stereo"] if element[0] == "doubleBond"]
        assert all(element in double for element in told) and len(told) >= sum(
            not set(carriers) & set(molecule.bonds[centre][:2]) for centre, carriers, _ in double
        )

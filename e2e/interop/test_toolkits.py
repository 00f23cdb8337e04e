"""Compares the toolkits in Chromium with RDKit in Python: records and SMILES in both directions, for generated and for awkward molecules."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from rdkit import Chem

from depth import FULL_MOLECULES, counted
from formatlab_molecules import Molecules, molecules_from_canonical, rdkit_molecule
from rdkit_molecules import finished, name_of
from reference_root import HERE, Tool
from reference_toolkits import records_in

AWKWARD = HERE.parents[1] / "fixtures/molecules/awkward.smi"
TETRAHEDRAL, DOUBLE_BOND = 1, 2
BINARY = [{"format": "rdkit-binary", "implementation": implementation} for implementation in ("rdkit", "formatlab")]
PROPERTIES = Chem.PropertyPickleOptions.AllProps
#: What this release of OpenChemLib marks so that RDKit says "conflicting single bond directions": its own reader takes them as they were meant.
MOST_CONFLICTING = 0.03
ODD = "OpenChemLib writes a few awkward molecules otherwise: openchemlib.browser.test.ts has them one by one"


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("toolkits/tool.mjs")
    yield made_tool
    made_tool.close()


@pytest.fixture(
    scope="module",
    params=[
        *counted("chembl", FULL_MOLECULES),
        *counted("chebi", FULL_MOLECULES),
        *counted("coordinates", FULL_MOLECULES),
        pytest.param(("awkward", 0), id="awkward"),
    ],
)
def dataset(request, tool, tmp_path_factory) -> tuple[str, Molecules, list[str]]:
    """The molecules, and RDKit's name for each. Awkward molecules are limited to stereo classes that RDKit accepts; the others are in test_awkward_classes."""
    source, count = request.param
    path = tmp_path_factory.mktemp("toolkits") / "made.canonical"
    if source == "awkward":
        given = path.with_name("given.smi")
        given.write_text("\n".join(plain_awkward()) + "\n")
        tool.ask("take", path=str(path), given=str(given))
    else:
        knobs = {"coordinates": True} if source == "coordinates" else {"composition": source}
        tool.ask("generate", path=str(path), knobs=knobs, seed=17, to=count)
    molecules = molecules_from_canonical(path.read_bytes())
    return (
        source,
        molecules,
        [name_of(finished(rdkit_molecule(molecules, index))) for index in range(molecules.count)],
    )


def plain_awkward() -> list[str]:
    """Awkward molecules without features that only some toolkits support: allenes, classes other than tetrahedral, and forms that RDKit's clean-up would change."""
    kept = []
    for line in AWKWARD.read_text(encoding="utf-8").splitlines():
        smiles = line.split(" ", 1)[0]
        parameters = Chem.SmilesParserParams()
        parameters.sanitize, parameters.removeHs = False, False  # type: ignore[assignment]  # as RDKit's stubs have it
        raw = Chem.MolFromSmiles(smiles, parameters)
        tags = {atom.GetChiralTag() for atom in raw.GetAtoms()} - {
            Chem.ChiralType.CHI_UNSPECIFIED,
            Chem.ChiralType.CHI_TETRAHEDRAL_CW,
            Chem.ChiralType.CHI_TETRAHEDRAL_CCW,
        }
        operations = (
            Chem.SanitizeFlags.SANITIZE_ALL
            ^ Chem.SanitizeFlags.SANITIZE_CLEANUP
            ^ Chem.SanitizeFlags.SANITIZE_CLEANUP_ORGANOMETALLICS
        )
        refused = Chem.SanitizeMol(raw, operations, catchErrors=True) != Chem.SanitizeFlags.SANITIZE_NONE
        # Cyanocobalamin's double bonds in rings of five have marks, which RDKit in Python forgets where it assigns stereo anew; a wildcard in an aromatic ring has no one Kekulé structure.
        if (
            not tags
            and not refused
            and "=[C@" not in smiles
            and not line.endswith("cyanocobalamin")
            and not smiles.startswith("*1c")
        ):
            kept.append(line)
    assert len(kept) > 100
    return kept


def assert_same(found: list[str], expected: list[str]) -> None:
    different = [pair for pair in zip(found, expected, strict=True) if pair[0] != pair[1]]
    assert different == [], f"{len(different)} of {len(expected)} differ"


@pytest.mark.full
@pytest.mark.parametrize("asked", BINARY, ids=lambda asked: asked["implementation"])
def test_rdkit_reads_our_records(tool, dataset, tmp_path, asked):
    _, molecules, names = dataset
    tool.ask("encode", path=str(tmp_path / "ours.rdkit"), **asked)
    read = [
        Chem.Mol(record)  # type: ignore[call-overload]  # RDKit takes bytes, its stubs do not know
        for record in records_in((tmp_path / "ours.rdkit").read_bytes())
    ]
    assert [molecule.GetProp("_Name") if molecule.HasProp("_Name") else "" for molecule in read] == molecules.titles
    if molecules.coordinates is not None:
        places = iter(molecules.coordinates.tolist())
        for molecule in read:
            for x, y, _ in molecule.GetConformer().GetPositions():
                assert [round(x, 4), round(y, 4)] == next(places)
    assert_same([name_of(finished(molecule)) for molecule in read], names)


@pytest.mark.full
@pytest.mark.parametrize("asked", BINARY, ids=lambda asked: asked["implementation"])
@pytest.mark.parametrize("prepared", ["sanitized", "with every property"])
def test_records_by_rdkit_are_read_in_the_browser(tool, dataset, tmp_path, asked, prepared):
    _, molecules, _ = dataset
    with (tmp_path / "theirs.rdkit").open("wb") as file:
        for index in range(molecules.count):
            molecule = finished(rdkit_molecule(molecules, index))
            if molecules.titles[index]:
                molecule.SetProp("_Name", molecules.titles[index])
            for atom, atom_map in zip(
                molecule.GetAtoms(),
                molecules.maps[slice(*molecules.atom_offsets[index : index + 2])].tolist(),
                strict=True,
            ):
                atom.SetAtomMapNum(atom_map)
            if molecules.coordinates is not None:
                conformer = Chem.Conformer(molecule.GetNumAtoms())
                conformer.Set3D(False)
                for number in range(molecule.GetNumAtoms()):
                    place = molecules.coordinates[molecules.atom_offsets[index] + number]
                    conformer.SetAtomPosition(number, [*place, 0])
                molecule.AddConformer(conformer)
            if prepared == "with every property":
                Chem.AssignStereochemistry(molecule, force=True, flagPossibleStereoCenters=True)
                molecule.SetIntProp("number", index)
                molecule.SetDoubleProp("half", index / 2)
                record = molecule.ToBinary(int(PROPERTIES))
            else:
                record = molecule.ToBinary(
                    int(Chem.PropertyPickleOptions.MolProps | Chem.PropertyPickleOptions.PrivateProps)
                )
            file.write(struct.pack("<I", len(record)) + record)
    assert tool.ask("decode", path=str(tmp_path / "theirs.rdkit"), **asked) == {"difference": None}


@pytest.mark.full
@pytest.mark.parametrize("sanitize", [True, False])
def test_smiles_by_rdkit_in_the_browser(tool, dataset, tmp_path, sanitize):
    _, molecules, names = dataset
    asked = {"format": "smiles", "implementation": "rdkit", "options": {"sanitize": sanitize, "malformed": "fatal"}}
    tool.ask("encode", path=str(tmp_path / "ours.smi"), **asked)
    lines = (tmp_path / "ours.smi").read_text(encoding="utf-8").splitlines()
    assert [line.partition(" ")[2] for line in lines] == molecules.titles
    assert_same([name_of(Chem.MolFromSmiles(line.split(" ", 1)[0])) for line in lines], names)
    for given in (tmp_path / "ours.smi", written_by_python(dataset, tmp_path)):
        assert tool.ask("decode", path=str(given), **asked) == {"difference": None}


def written_by_python(dataset, folder: Path) -> Path:
    """Canonical SMILES with the dataset's atom maps."""
    _, molecules, _ = dataset
    path = folder / "theirs.smi"
    with path.open("w", encoding="utf-8") as file:
        for index in range(molecules.count):
            molecule = finished(rdkit_molecule(molecules, index))
            for atom, atom_map in zip(
                molecule.GetAtoms(),
                molecules.maps[slice(*molecules.atom_offsets[index : index + 2])].tolist(),
                strict=True,
            ):
                atom.SetAtomMapNum(atom_map)
            Chem.AssignStereochemistry(molecule, force=True)
            title = molecules.titles[index]
            file.write(Chem.MolToSmiles(molecule) + (f" {title}" if title else "") + "\n")
    return path


@pytest.mark.full
def test_smiles_by_openchemlib(tool, dataset, tmp_path):
    """OpenChemLib reads its own lines correctly. RDKit finds the same graphs in them, and the same configurations unless the marks contradict each other."""
    source, molecules, names = dataset
    if source == "awkward":
        pytest.skip(ODD)
    asked = {"format": "smiles", "implementation": "openchemlib", "options": {"malformed": "fatal"}}
    tool.ask("encode", path=str(tmp_path / "ours.smi"), **asked)
    lines = [line.split(" ", 1)[0] for line in (tmp_path / "ours.smi").read_text(encoding="utf-8").splitlines()]
    read = [Chem.MolFromSmiles(line) for line in lines]
    assert [line for line, molecule in zip(lines, read, strict=True) if molecule is None] == []
    different = [index for index, molecule in enumerate(read) if name_of(molecule) != names[index]]
    assert_same(
        [name_of(read[index], stereo=False) for index in different],
        [name_of(finished(rdkit_molecule(molecules, index)), stereo=False) for index in different],
    )
    assert all("/" in lines[index] or "\\" in lines[index] for index in different)
    assert len(different) <= MOST_CONFLICTING * molecules.count
    assert tool.ask("decode", path=str(tmp_path / "ours.smi"), **asked) == {"difference": None}


def test_idcodes(tool, dataset, tmp_path):
    """The browser reads its own idCodes; written as our SMILES, RDKit reads the dataset's molecules from them, except for double bonds in rings."""
    source, molecules, names = dataset
    if source in ("awkward", "chembl"):
        pytest.skip(
            "ChEBI's and those with coordinates do: an idCode takes milliseconds" if source == "chembl" else ODD
        )
    asked = {"format": "openchemlib-idcode", "implementation": "openchemlib", "options": {"malformed": "fatal"}}
    tool.ask("encode", path=str(tmp_path / "ours.idcode"), **asked)
    assert tool.ask("decode", path=str(tmp_path / "ours.idcode"), smilesPath=str(tmp_path / "read.smi"), **asked) == {
        "difference": None
    }
    lines = (tmp_path / "read.smi").read_text(encoding="utf-8").splitlines()
    assert [line.partition(" ")[2] for line in lines] == molecules.titles
    assert_same([name_of(Chem.MolFromSmiles(line.split(" ", 1)[0])) for line in lines], names)

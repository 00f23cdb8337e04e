"""SDF both ways: RDKit reads what we write of generated and of awkward molecules to the same molecules, configurations included, and we what RDKit writes as V2000 and V3000."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdkit import Chem

from depth import FULL_MOLECULES, counted
from formatlab_molecules import molecules_from_canonical, rdkit_molecule
from rdkit_molecules import drawn, finished, name_of, same_molecule, write_canonical
from reference_root import HERE, Tool

COUNT = FULL_MOLECULES
AWKWARD = HERE.parents[1] / "fixtures/molecules/awkward.smi"


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("sdf/tool.mjs")
    yield made_tool
    made_tool.close()


def read_smiles(path: Path) -> list[Chem.Mol]:
    molecules = [Chem.MolFromSmiles(line.split(None, 1)[0]) for line in path.read_text().splitlines()]
    assert all(molecule is not None for molecule in molecules)
    return molecules


def read_sdf(path: Path) -> list[Chem.Mol]:
    molecules = list(Chem.SDMolSupplier(str(path)))
    assert all(molecule is not None for molecule in molecules)
    return molecules


def assert_same(found: list[Chem.Mol], expected: list[Chem.Mol], stereo: bool = True) -> None:
    assert len(found) == len(expected)
    same = same_molecule if stereo else lambda left, right: name_of(left, False) == name_of(right, False)
    different = [
        (index, name_of(left, stereo), name_of(right, stereo))
        for index, (left, right) in enumerate(zip(found, expected, strict=True))
        if not same(left, right)
    ]
    assert different == [], f"{len(different)} of {len(expected)} differ"


@pytest.fixture(scope="module", params=[*counted("chembl", COUNT), *counted("chebi", COUNT)])
def generated(request, tool, tmp_path_factory):
    composition, count = request.param
    folder = tmp_path_factory.mktemp(composition)
    paths = {
        name: str(folder / file)
        for name, file in {"drawn": "drawn.sdf", "flat": "flat.sdf", "smiles": "ours.smi"}.items()
    }
    answer = tool.ask("generate", composition=composition, count=count, **paths)
    return folder, answer, read_smiles(folder / "ours.smi")


@pytest.mark.full
def test_every_generated_configuration_is_drawn(generated):
    _, answer, source = generated
    count = len(source)
    assert answer["drawn"]["difference"] is None and answer["flat"]["difference"] is None
    assert (
        answer["drawn"]["count"] == count
        and answer["drawn"]["tetrahedral"] > count / 2
        and answer["drawn"]["doubleBonds"] > count / 50
    )
    assert set(answer["drawn"]["lostStereo"].values()) == {0}
    # Without coordinates, parities keep those of atoms, and nothing those of double bonds.
    assert (
        answer["flat"]["lostStereo"]["tetrahedral"] == 0
        and answer["flat"]["lostStereo"]["doubleBond"] == answer["flat"]["doubleBonds"]
    )


def test_rdkit_reads_generated_molecules(generated):
    folder, _, source = generated
    assert_same(read_sdf(folder / "drawn.sdf"), source)


def test_rdkit_reads_generated_molecules_without_coordinates(generated):
    folder, _, source = generated
    assert_same(read_sdf(folder / "flat.sdf"), source, stereo=False)


def rdkit_writes(path: Path, molecules: list[Chem.Mol], version: str) -> None:
    with Chem.SDWriter(str(path)) as writer:
        writer.SetForceV3000(version == "V3000")
        for index, molecule in enumerate(molecules):
            molecule = Chem.Mol(molecule)
            molecule.SetProp("_Name", f"M{index}")
            molecule.SetProp("NOTE", "of two lines\n> <and no tag>")
            writer.write(molecule)
    assert f" {version}\n" in path.read_text()


def we_read(tool: Tool, path: Path, folder: Path) -> tuple[list[Chem.Mol], list[Chem.Mol]]:
    """Compares with RDKit's molecules from our columns, built atom by atom, and from our SMILES."""
    answer = tool.ask("read", path=str(path), canonical=str(folder / "read.canonical"), smiles=str(folder / "read.smi"))
    molecules = molecules_from_canonical((folder / "read.canonical").read_bytes())
    assert molecules.titles == [f"M{index}" for index in range(answer["count"])]
    return [finished(rdkit_molecule(molecules, index)) for index in range(molecules.count)], read_smiles(
        folder / "read.smi"
    )


@pytest.mark.full
@pytest.mark.parametrize("version", ["V2000", "V3000"])
def test_we_read_what_rdkit_writes_of_generated_molecules(tool, tmp_path, generated, version):
    _, _, source = generated
    molecules = [drawn(molecule) for molecule in source[: COUNT if version == "V2000" else COUNT // 5]]
    rdkit_writes(tmp_path / "theirs.sdf", molecules, version)
    # Its drawings of cages are crowded: a few configurations don't come back to RDKit itself, and then may to us.
    theirs = read_sdf(tmp_path / "theirs.sdf")
    by_columns, by_smiles = we_read(tool, tmp_path / "theirs.sdf", tmp_path)
    for ours in (by_columns, by_smiles):
        assert_same(
            ours,
            [
                drawn_one if same_molecule(found, drawn_one) else read_one
                for found, drawn_one, read_one in zip(ours, molecules, theirs, strict=True)
            ],
        )


def awkward() -> list[str]:
    """Lines that RDKit also reads, without quadruple bonds, for which MDL has no number."""
    lines = AWKWARD.read_text().splitlines()
    known = [
        line
        for line in lines
        if Chem.MolFromSmiles(line.split(None, 1)[0]) is not None and "$" not in line.split(None, 1)[0]
    ]
    assert len(known) > 0.9 * len(lines)
    return known


@pytest.mark.parametrize("version", ["V2000", "V3000"])
def test_awkward_molecules_both_ways(tool, tmp_path, version):
    # What RDKit itself reads back of its drawing: it has no wedges for configurations beyond four neighbours, and some are too crowded to be shown.
    molecules = [drawn(Chem.MolFromSmiles(line.split(None, 1)[0])) for line in awkward()]
    rdkit_writes(tmp_path / "theirs.sdf", molecules, version)
    theirs = read_sdf(tmp_path / "theirs.sdf")
    by_columns, _ = we_read(tool, tmp_path / "theirs.sdf", tmp_path)
    assert_same(by_columns, theirs)
    write_canonical(tmp_path / "columns", theirs, ["" for _ in theirs], True)
    answer = tool.ask("write", canonical=str(tmp_path / "columns"), path=str(tmp_path / "ours.sdf"))
    assert answer["difference"] is None
    assert_same(read_sdf(tmp_path / "ours.sdf"), theirs)


def test_awkward_molecules_without_coordinates(tool, tmp_path):
    (tmp_path / "known.smi").write_text("\n".join(awkward()) + "\n")
    answer = tool.ask("convert", smiles=str(tmp_path / "known.smi"), path=str(tmp_path / "ours.sdf"))
    assert (
        answer["skipped"] == 0
        and answer["failures"] == []
        and answer["difference"] is None
        and answer["lostStereo"]["tetrahedral"] == 0
    )
    assert_same(read_sdf(tmp_path / "ours.sdf"), read_smiles(tmp_path / "known.smi"), stereo=False)

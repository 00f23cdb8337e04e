"""The reference reader of SDF: RDKit."""

from __future__ import annotations

from pathlib import Path

from rdkit import Chem

from formatlab_data import Dataset
from formatlab_molecules import DOUBLE_BOND, TETRAHEDRAL, Molecules, molecules_from_canonical, rdkit_molecule
from rdkit_molecules import finished, name_of

OF_STEREO = ("stereo_kinds", "stereo_centers", "stereo_carriers", "stereo_configurations")


def read_sdf(path: Path, entry: dict, dataset: Dataset) -> None:
    expected = molecules_from_canonical(dataset.bytes)
    # Without coordinates the file has parities, which RDKit does not read, and no sides of double bonds.
    stereo = expected.coordinates is not None
    found = list(Chem.SDMolSupplier(str(path))) if expected.count > 0 else []
    assert all(molecule is not None for molecule in found)
    assert [molecule.GetProp("_Name") for molecule in found] == expected.titles
    assert [name_of(molecule, stereo) for molecule in found] == [
        expected_name(expected, index, stereo) for index in range(expected.count)
    ]
    if expected.coordinates is None:
        return
    places = [
        (round(x * 10_000), round(y * 10_000))
        for molecule in Chem.SDMolSupplier(str(path), removeHs=False)
        for x, y, _ in molecule.GetConformer().GetPositions()
    ]
    assert places == [(round(x * 10_000), round(y * 10_000)) for x, y in expected.coordinates.tolist()]


def expected_name(expected: Molecules, index: int, stereo: bool) -> str:
    elements = slice(*expected.stereo_offsets[index : index + 2].tolist())
    known = set(expected.stereo_kinds[elements].tolist()) <= {TETRAHEDRAL, DOUBLE_BOND}
    bare = Molecules(
        expected.count,
        {name: column[:0] if name in OF_STEREO else column for name, column in expected.columns.items()},
        None,
        [],
    )
    return name_of(finished(rdkit_molecule(expected if known else bare, index)), stereo)

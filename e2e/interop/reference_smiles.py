"""The reference reader of SMILES, with coordinates or without: RDKit."""

from __future__ import annotations

import itertools
from pathlib import Path

from rdkit import Chem

from formatlab_data import Dataset
from formatlab_molecules import Molecules, molecules_from_canonical, rdkit_molecule
from rdkit_molecules import finished, name_of

#: Configurations that RDKit's molecules have no place for.
ALLENAL = 3
OF_STEREO = ("stereo_kinds", "stereo_centers", "stereo_carriers", "stereo_configurations")


def expected_names(expected: Molecules) -> list[str]:
    """RDKit's canonical SMILES of each molecule, made from the dataset's columns. Molecules with an allene's configuration lose their configurations."""

    def name(index: int) -> str:
        elements = slice(*expected.stereo_offsets[index : index + 2].tolist())
        known = ALLENAL not in expected.stereo_kinds[elements].tolist()
        return name_of(finished(rdkit_molecule(expected if known else bare, index)))

    bare = Molecules(
        expected.count,
        {name: column[:0] if name in OF_STEREO else column for name, column in expected.columns.items()},
        None,
        [],
    )
    return [name(index) for index in range(expected.count)]


def read_smiles(path: Path, entry: dict, dataset: Dataset) -> None:
    expected = molecules_from_canonical(dataset.bytes)
    rows = [line.partition(" ") for line in path.read_text(encoding="utf-8").splitlines()]
    assert [title for _, _, title in rows] == expected.titles
    assert [name_of(Chem.MolFromSmiles(smiles)) for smiles, _, _ in rows] == expected_names(expected)


def read_smiles_coordinates(path: Path, entry: dict, dataset: Dataset) -> None:
    expected = molecules_from_canonical(dataset.bytes)
    names, places, titles = [], [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        smiles, numbers, *title = line.split(" ", 2)
        molecule = Chem.MolFromSmiles(smiles)
        units = [int(number) for number in numbers.split(",")]
        # Atoms of the text are those of the dataset, in its order where that is the writer's.
        assert len(units) == 2 * Chem.MolFromSmiles(smiles, sanitize=False).GetNumAtoms()
        names.append(name_of(molecule))
        places += sorted(zip(units[::2], units[1::2], strict=True))
        titles.append(title[0] if title else "")
    wanted = []
    assert expected.coordinates is not None
    for start, end in itertools.pairwise(expected.atom_offsets.tolist()):
        wanted += sorted((round(x * 10_000), round(y * 10_000)) for x, y in expected.coordinates[start:end].tolist())
    assert (places, titles, names) == (wanted, expected.titles, expected_names(expected))

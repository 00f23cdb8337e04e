"""Reference readers in Java of molecules as object streams (Java) and as CML (CDK), called through e2e/interop/java."""

from __future__ import annotations

from pathlib import Path

from formatlab_data import Dataset
from formatlab_molecules import Molecules, molecules_from_canonical
from java_tool import tables


def graph_of(molecules: Molecules, index: int) -> dict:
    """A molecule in the form of java/src/formatlab/Tables.java, without title and configurations."""
    atoms = slice(*molecules.atom_offsets[index : index + 2].tolist())
    bonds = slice(*molecules.bond_offsets[index : index + 2].tolist())
    columns = [
        column[atoms].tolist()
        for column in (
            molecules.elements,
            molecules.isotopes,
            molecules.charges,
            molecules.hydrogens,
            molecules.aromatic_atoms,
            molecules.maps,
        )
    ]
    places = (
        [[None, None]] * len(columns[0]) if molecules.coordinates is None else molecules.coordinates[atoms].tolist()
    )
    return {
        "atoms": [[*values, *place] for *values, place in zip(*columns, places, strict=True)],
        "bonds": [
            list(values)
            for values in zip(
                *(
                    column[bonds].tolist()
                    for column in (molecules.begins, molecules.ends, molecules.orders, molecules.aromatic_bonds)
                ),
                strict=True,
            )
        ],
    }


def read_java_objects(path: Path, entry: dict, expected: Dataset) -> None:
    molecules = molecules_from_canonical(expected.bytes)
    found = tables("read-objects", path, path.with_suffix(".jsonl"))
    assert [{"atoms": molecule["atoms"], "bonds": molecule["bonds"]} for molecule in found] == [
        graph_of(molecules, index) for index in range(molecules.count)
    ]


def read_cml(path: Path, entry: dict, expected: Dataset) -> None:
    """Compares with CDK, which ignores titles; test_cml.py compares configurations."""
    molecules = molecules_from_canonical(expected.bytes)
    found = tables("cml", path, path.with_suffix(".jsonl"))
    assert [{"atoms": molecule["atoms"], "bonds": molecule["bonds"]} for molecule in found] == [
        graph_of(molecules, index) for index in range(molecules.count)
    ]

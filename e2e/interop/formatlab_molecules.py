"""Formatlab's molecules in Python: the canonical form (workers/model/canonical.ts) as numpy columns, and RDKit's molecules of them."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem

NO_CARRIER = 0xFFFF
TETRAHEDRAL, DOUBLE_BOND = 1, 2
ORDERS = {
    0: Chem.BondType.ZERO,
    1: Chem.BondType.SINGLE,
    2: Chem.BondType.DOUBLE,
    3: Chem.BondType.TRIPLE,
    4: Chem.BondType.QUADRUPLE,
}

#: Buffers of the canonical form, in order; coordinates come before the titles, where there are any.
COLUMNS = {
    "atom_offsets": np.int32,
    "bond_offsets": np.int32,
    "stereo_offsets": np.int32,
    "elements": np.uint8,
    "isotopes": np.uint16,
    "charges": np.int8,
    "hydrogens": np.uint8,
    "aromatic_atoms": np.uint8,
    "maps": np.uint16,
    "begins": np.uint16,
    "ends": np.uint16,
    "orders": np.uint8,
    "aromatic_bonds": np.uint8,
    "stereo_kinds": np.uint8,
    "stereo_centers": np.uint16,
    "stereo_carriers": np.uint16,
    "stereo_configurations": np.uint8,
}


@dataclass
class Molecules:
    """The columns of workers/model/molecules/molecules.ts; `coordinates` is an array of x and y, or None."""

    count: int
    columns: dict[str, np.ndarray]
    coordinates: np.ndarray | None
    titles: list[str]

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return self.__dict__["columns"][name]
        except KeyError:
            raise AttributeError(name) from None


def molecules_from_canonical(data: bytes) -> Molecules:
    end = data.index(b"\n")
    header = json.loads(data[:end])
    schema, count = header["schema"], header["itemCount"]
    assert schema["kind"] == "molecules", schema
    lengths = iter(header["buffers"])
    offset = end + 1

    def take(kind: Any) -> np.ndarray:
        nonlocal offset
        length = next(lengths)
        buffer = np.frombuffer(data, kind, length // np.dtype(kind).itemsize, offset)
        offset += length + -length % 8
        return buffer

    columns = {name: take(kind) for name, kind in COLUMNS.items()}
    coordinates = take(np.float64).reshape(-1, 2) if schema["coordinates"] else None
    title_offsets, titles = take(np.int32).tolist(), take(np.uint8).tobytes()
    assert next(lengths, None) is None
    return Molecules(
        count,
        columns,
        coordinates,
        [titles[a:b].decode() for a, b in itertools.pairwise(title_offsets)],
    )


def rdkit_molecule(molecules: Molecules, index: int) -> Chem.RWMol:
    """The RDKit molecule with the Kekulé structure, without sanitizing: no aromatic flags, but every configuration. Atoms and bonds keep their order."""
    atoms = slice(*molecules.atom_offsets[index : index + 2].tolist())
    bonds = slice(*molecules.bond_offsets[index : index + 2].tolist())
    elements = slice(*molecules.stereo_offsets[index : index + 2].tolist())
    made = Chem.RWMol()
    for element, isotope, charge, hydrogens in zip(
        *(
            column[atoms].tolist()
            for column in (molecules.elements, molecules.isotopes, molecules.charges, molecules.hydrogens)
        ),
        strict=True,
    ):
        atom = Chem.Atom(element)
        atom.SetIsotope(isotope)
        atom.SetFormalCharge(charge)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(hydrogens)
        made.AddAtom(atom)
    for begin, end, order in zip(
        *(column[bonds].tolist() for column in (molecules.begins, molecules.ends, molecules.orders)), strict=True
    ):
        made.AddBond(begin, end, ORDERS[order])
    stereo_bonds = []
    for kind, center, configuration, carriers in zip(
        molecules.stereo_kinds[elements].tolist(),
        molecules.stereo_centers[elements].tolist(),
        molecules.stereo_configurations[elements].tolist(),
        molecules.stereo_carriers.reshape(-1, 6)[elements].tolist(),
        strict=True,
    ):
        if kind == TETRAHEDRAL:
            atom = made.GetAtomWithIdx(center)
            neighbours = [bond.GetOtherAtomIdx(center) for bond in atom.GetBonds()]
            # RDKit has the bonds in their order, and a hydrogen or lone pair last.
            own = neighbours if len(neighbours) == 4 else [*neighbours, center]
            assert sorted(own) == sorted(carriers[:4]), (index, center, own, carriers)
            anticlockwise = (configuration == 1) == is_even([own.index(carrier) for carrier in carriers[:4]])
            atom.SetChiralTag(
                Chem.ChiralType.CHI_TETRAHEDRAL_CCW if anticlockwise else Chem.ChiralType.CHI_TETRAHEDRAL_CW
            )
        elif kind == DOUBLE_BOND:
            stereo_bonds.append((center, configuration, carriers))
        else:
            raise ValueError(f"Molecule {index} has stereo of kind {kind}, for which RDKit has no tag here.")
    for bond, configuration, carriers in stereo_bonds:
        made.GetBondWithIdx(bond).SetStereoAtoms(*carriers[:2])
        made.GetBondWithIdx(bond).SetStereo(
            Chem.BondStereo.STEREOTRANS if configuration == 1 else Chem.BondStereo.STEREOCIS
        )
    return made


def is_even(permutation: list[int]) -> bool:
    inversions = sum(permutation[a] > permutation[b] for b in range(len(permutation)) for a in range(b))
    return inversions % 2 == 0

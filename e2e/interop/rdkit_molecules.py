"""Converts RDKit's molecules to Formatlab's canonical form, and gives each molecule a canonical name, by which two readings are compared."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from rdkit import Chem, rdBase
from rdkit.Chem import rdDepictor

from formatlab_molecules import COLUMNS, DOUBLE_BOND, NO_CARRIER, TETRAHEDRAL, Molecules

rdBase.DisableLog("rdApp.*")

SLOTS = 6
ORDERS = {
    Chem.BondType.SINGLE: 1,
    Chem.BondType.DOUBLE: 2,
    Chem.BondType.TRIPLE: 3,
    Chem.BondType.QUADRUPLE: 4,
    Chem.BondType.ZERO: 0,
    Chem.BondType.UNSPECIFIED: 0,
    Chem.BondType.DATIVE: 0,
    Chem.BondType.AROMATIC: 5,
}
CCW, CW = Chem.ChiralType.CHI_TETRAHEDRAL_CCW, Chem.ChiralType.CHI_TETRAHEDRAL_CW
OPPOSITE = (Chem.BondStereo.STEREOE, Chem.BondStereo.STEREOTRANS)
SAME_SIDE = (Chem.BondStereo.STEREOZ, Chem.BondStereo.STEREOCIS)


def write_canonical(path: Path, molecules: Iterable[Chem.Mol], titles: list[str], coordinates: bool) -> None:
    """The molecules with a Kekulé structure and aromatic flags. Coordinates are those of the first conformer, in whole ten-thousandths of an ångström."""
    made = columns_of(molecules, titles, coordinates)
    encoded = [title.encode() for title in made.titles]
    buffers = [column.tobytes() for column in made.columns.values()]
    if made.coordinates is not None:
        buffers.append(made.coordinates.tobytes())
    buffers += [np.cumsum([0, *map(len, encoded)]).astype(np.int32).tobytes(), b"".join(encoded)]
    schema = {"kind": "molecules", "coordinates": coordinates, "titles": any(encoded)}
    header = json.dumps(
        {"schema": schema, "itemCount": made.count, "buffers": [len(buffer) for buffer in buffers]},
        separators=(",", ":"),
    ).encode()
    header += b" " * (-(len(header) + 1) % 8) + b"\n"
    path.write_bytes(header + b"".join(buffer + bytes(-len(buffer) % 8) for buffer in buffers))


def columns_of(molecules: Iterable[Chem.Mol], titles: list[str], coordinates: bool, kekule: bool = True) -> Molecules:
    """The molecules with counted hydrogens. Without `kekule`, aromatic bonds have the order 5, as a reader without Kekulé structure returns them."""
    columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
    offsets = {name: columns[f"{name}_offsets"] for name in ("atom", "bond", "stereo")}
    for values in offsets.values():
        values.append(0)
    places: list[float] = []
    for given in molecules:
        molecule = Chem.Mol(given) if kekule else given
        columns["aromatic_atoms"] += [int(atom.GetIsAromatic()) for atom in molecule.GetAtoms()]
        columns["aromatic_bonds"] += [int(bond.GetIsAromatic()) for bond in molecule.GetBonds()]
        if kekule:
            Chem.Kekulize(molecule, clearAromaticFlags=True)
        for atom in molecule.GetAtoms():
            columns["elements"].append(atom.GetAtomicNum())
            columns["isotopes"].append(atom.GetIsotope())
            columns["charges"].append(atom.GetFormalCharge())
            columns["hydrogens"].append(atom.GetTotalNumHs())
            columns["maps"].append(atom.GetAtomMapNum())
            if atom.GetChiralTag() in (CCW, CW) and atom.GetTotalDegree() in (3, 4):
                # Seen from the first, the others turn as the tag tells; a hydrogen or lone pair, which is no neighbour, comes last.
                carriers = [bond.GetOtherAtomIdx(atom.GetIdx()) for bond in atom.GetBonds()]
                carriers += [atom.GetIdx()] * (4 - len(carriers))
                add_stereo(columns, TETRAHEDRAL, atom.GetIdx(), carriers, 1 if atom.GetChiralTag() == CCW else 2)
        for bond in molecule.GetBonds():
            columns["begins"].append(bond.GetBeginAtomIdx())
            columns["ends"].append(bond.GetEndAtomIdx())
            columns["orders"].append(ORDERS[bond.GetBondType()])
            if bond.GetStereo() in OPPOSITE + SAME_SIDE:
                add_stereo(
                    columns,
                    DOUBLE_BOND,
                    bond.GetIdx(),
                    list(bond.GetStereoAtoms()),
                    1 if bond.GetStereo() in OPPOSITE else 2,
                )
        if coordinates:
            places += [
                round(place * 10_000) / 10_000 for x, y, _ in molecule.GetConformer().GetPositions() for place in (x, y)
            ]
        offsets["atom"].append(len(columns["elements"]))
        offsets["bond"].append(len(columns["orders"]))
        offsets["stereo"].append(len(columns["stereo_kinds"]))
    arrays = {name: np.array(values, COLUMNS[name]) for name, values in columns.items()}
    return Molecules(
        len(titles), arrays, np.array(places, np.float64).reshape(-1, 2) if coordinates else None, list(titles)
    )


def add_stereo(columns: dict[str, list[int]], kind: int, center: int, carriers: list[int], configuration: int) -> None:
    columns["stereo_kinds"].append(kind)
    columns["stereo_centers"].append(center)
    columns["stereo_configurations"].append(configuration)
    columns["stereo_carriers"] += carriers + [NO_CARRIER] * (SLOTS - len(carriers))


def finished(molecule: Chem.Mol) -> Chem.Mol:
    """Prepares a molecule of formatlab_molecules so that it equals one that RDKit has read."""
    Chem.SanitizeMol(molecule)
    Chem.SetDoubleBondNeighborDirections(molecule)
    return molecule


def name_of(molecule: Chem.Mol, stereo: bool = True) -> str:
    """RDKit's canonical SMILES without atom maps, read and written once more, because the first result can depend on the order of atoms."""
    molecule = Chem.RemoveHs(molecule)
    for atom in molecule.GetAtoms():
        atom.SetAtomMapNum(0)
    if not stereo:
        Chem.RemoveStereochemistry(molecule)
    first = Chem.MolToSmiles(molecule)
    again = Chem.MolFromSmiles(first)
    return first if again is None else Chem.MolToSmiles(again)


def same_molecule(left: Chem.Mol, right: Chem.Mol) -> bool:
    """Compares molecules by their canonical names. If only configurations differ, InChI decides, because it detects symmetries that RDKit's names miss (cages, rings of equal sugars)."""
    if name_of(left) == name_of(right):
        return True
    return (
        name_of(left, stereo=False) == name_of(right, stereo=False)
        and Chem.MolToInchi(left) == Chem.MolToInchi(right) != ""
    )


def drawn(molecule: Chem.Mol) -> Chem.Mol:
    copy = Chem.Mol(molecule)
    rdDepictor.Compute2DCoords(copy)
    return copy

"""Converts a dataset's molecules to RDKit objects, and checks the molecules that a file returns. Part of the script
that Formatlab exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from rdkit import Chem

from formatlab_molecules import DOUBLE_BOND, TETRAHEDRAL, Molecules, molecules_from_canonical, rdkit_molecule
from native_molecule_graphs import SLOTS, configuration_of, difference_of, graph_of, told_of_conversion
from rdkit_molecules import columns_of

#: RDKit's sanitization steps, as in the page: bonds to metals are unchanged.
SANITIZING = Chem.SanitizeFlags.SANITIZE_ALL ^ Chem.SanitizeFlags.SANITIZE_CLEANUP_ORGANOMETALLICS
#: Bytes per row in the dataset's buffers: of an atom, its position, a bond, a configuration, and a molecule's offsets.
ATOM_BYTES, PLACE_BYTES, BOND_BYTES, STEREO_BYTES, OFFSET_BYTES = 8, 16, 6, 16, 16
#: The longest part of a title that a message quotes.
TITLE_CHARACTERS = 100


@dataclass
class Held:
    """RDKit's representation of a dataset."""

    molecules: list[Chem.Mol]
    #: The same molecules in the columns of the canonical form. A file must return these.
    columns: Molecules
    #: The indexes of the dataset's molecules that RDKit accepts.
    kept: list[int]
    #: The bytes of these molecules in the dataset's buffers. None if RDKit accepts all molecules.
    kept_bytes: int | None
    #: Sentences with numbers on molecules that RDKit rejects or represents differently.
    told: list[str] = field(default_factory=list)


def held(data: bytes, sanitized: bool, places: bool, settled: bool, beat: Callable[[], None]) -> Held:
    """
    Converts a dataset in canonical form to RDKit objects, with coordinates if `places` is true. The objects are sanitized, or as in the columns, with aromatic marks and nothing perceived. If
    `settled` is true, all molecules are marked as having final configurations; otherwise only those with configurations of double bonds, which RDKit would drop. Raises ValueError if an object
    differs from the dataset's molecule.
    """
    given = molecules_from_canonical(data)
    if (given.columns["orders"] > 4).any():
        raise ValueError(
            "The dataset has aromatic bonds without a Kekulé structure, so RDKit objects can't be built atom by atom."
        )
    whole, unknown = of_known_configurations(given)
    places = places and whole.coordinates is not None
    molecules: list[Chem.Mol] = []
    kept: list[int] = []
    refused: list[tuple[int, str]] = []
    for index in range(whole.count):
        beat()
        molecule = rdkit_molecule(whole, index)
        try:
            finish(molecule, whole, index, sanitized, places, settled)
        except Chem.MolSanitizeException as refusal:
            refused.append((index, str(refusal)))
            continue
        molecules.append(molecule.GetMol())
        kept.append(index)
    columns = columns_of(molecules, [whole.titles[index] for index in kept], places, kekule=False)
    told = (
        []
        if not unknown
        else [
            f"{unknown:,} configurations of the dataset are not passed to RDKit. Only those of double bonds are passed, and those of tetrahedral centres with four neighbours, a hydrogen or a multiple bond."
        ]
    )
    if refused:
        first, reason = refused[0]
        title = whole.titles[first][:TITLE_CHARACTERS]
        told.append(
            f"{len(refused):,} of the {whole.count:,} molecules are omitted, because RDKit rejects them. The first is number {first + 1:,}{f' ({title})' if title else ''}: {reason[:300]}"
        )
    told += told_of_conversion(whole, columns, kept, beat)
    return Held(molecules, columns, kept, None if not refused else sum(bytes_of(given, index) for index in kept), told)


def finish(molecule: Chem.RWMol, whole: Molecules, index: int, sanitized: bool, places: bool, settled: bool) -> None:
    """Sets the properties that formatlab_molecules leaves to its callers: atom maps, aromatic marks, perception, the
    title and the coordinates."""
    atoms = slice(*whole.atom_offsets[index : index + 2].tolist())
    for atom, number in zip(molecule.GetAtoms(), whole.maps[atoms].tolist(), strict=True):
        if number:
            atom.SetAtomMapNum(number)
    if sanitized:
        Chem.SanitizeMol(molecule, SANITIZING)
    else:
        bonds = slice(*whole.bond_offsets[index : index + 2].tolist())
        # RDKit's SMILES writer detects by the radical count that an atom has fewer hydrogens than its bonds imply.
        # RDKit assigns radicals on the Kekulé structure.
        molecule.UpdatePropertyCache(strict=False)
        Chem.AssignRadicals(molecule)
        for atom, mark in zip(molecule.GetAtoms(), whole.aromatic_atoms[atoms].tolist(), strict=True):
            atom.SetIsAromatic(mark == 1)
        for bond, mark in zip(molecule.GetBonds(), whole.aromatic_bonds[bonds].tolist(), strict=True):
            if mark:
                bond.SetIsAromatic(True)
                bond.SetBondType(Chem.BondType.AROMATIC)
        molecule.UpdatePropertyCache(strict=False)
    if settled or DOUBLE_BOND in whole.stereo_kinds[slice(*whole.stereo_offsets[index : index + 2].tolist())]:
        molecule.SetIntProp("_StereochemDone", 1)
    if whole.titles[index]:
        molecule.SetProp("_Name", whole.titles[index])
    if places and whole.coordinates is not None:
        conformer = Chem.Conformer(molecule.GetNumAtoms())
        conformer.Set3D(False)
        for number, (x, y) in enumerate(whole.coordinates[atoms].tolist()):
            conformer.SetAtomPosition(number, (x, y, 0))
        molecule.AddConformer(conformer)


def of_known_configurations(given: Molecules) -> tuple[Molecules, int]:
    """The molecules with those configurations that formatlab_molecules passes on, identified by neighbours, and the
    number of all others."""
    kept: list[int] = []
    carriers = given.stereo_carriers.reshape(-1, SLOTS).copy()
    configurations = given.stereo_configurations.copy()
    counts = [0]
    for index in range(given.count):
        elements = range(*given.stereo_offsets[index : index + 2].tolist())
        if not elements:
            counts.append(len(kept))
            continue
        ends, neighbours, multiple = bonds_of(given, index)
        first = int(given.atom_offsets[index])
        for element in elements:
            kind, center = int(given.stereo_kinds[element]), int(given.stereo_centers[element])
            if kind == TETRAHEDRAL:
                own = [*neighbours[center], center][:4] if len(neighbours[center]) in (3, 4) else []
                # RDKit drops or inverts the configuration of a lone pair among single bonds.
                if len(own) == 4 and center in own and given.hydrogens[first + center] == 0 and center not in multiple:
                    continue
                if sorted(own) == sorted(carriers[element, :4].tolist()):
                    kept.append(element)
            elif kind == DOUBLE_BOND and turn_to_neighbours(
                carriers[element], configurations, element, ends[center], neighbours
            ):
                kept.append(element)
        counts.append(len(kept))
    chosen = np.array(kept, np.int64)
    columns = {
        **given.columns,
        "stereo_offsets": np.array(counts, np.int32),
        "stereo_kinds": given.stereo_kinds[chosen],
        "stereo_centers": given.stereo_centers[chosen],
        "stereo_carriers": carriers[chosen].reshape(-1),
        "stereo_configurations": configurations[chosen],
    }
    return Molecules(given.count, columns, given.coordinates, given.titles), len(given.stereo_kinds) - len(kept)


def turn_to_neighbours(
    carriers: np.ndarray, configurations: np.ndarray, element: int, ends: tuple[int, int], neighbours: list[list[int]]
) -> bool:
    """If the carrier is a hydrogen without an atom of its own, uses the opposite neighbour and inverts the
    configuration. Returns False if there is no such neighbour."""
    for slot in range(2):
        end, other = ends[slot], ends[1 - slot]
        if carriers[slot] != end:
            continue
        across = [atom for atom in neighbours[end] if atom != other]
        if len(across) != 1:
            return False
        carriers[slot] = across[0]
        configurations[element] = 3 - configurations[element]
    return True


def bonds_of(molecules: Molecules, index: int) -> tuple[list[tuple[int, int]], list[list[int]], set[int]]:
    """The two ends of each bond, the neighbours of each atom in the order of the bonds, and the atoms of multiple
    bonds."""
    bonds = slice(*molecules.bond_offsets[index : index + 2].tolist())
    ends = list(zip(molecules.begins[bonds].tolist(), molecules.ends[bonds].tolist(), strict=True))
    neighbours: list[list[int]] = [
        [] for _ in range(int(molecules.atom_offsets[index + 1] - molecules.atom_offsets[index]))
    ]
    for begin, end in ends:
        neighbours[begin].append(end)
        neighbours[end].append(begin)
    multiple = {
        atom for pair, order in zip(ends, molecules.orders[bonds].tolist(), strict=True) if order > 1 for atom in pair
    }
    return ends, neighbours, multiple


def bytes_of(molecules: Molecules, index: int) -> int:
    """The number of bytes in the dataset's buffers."""
    atoms, bonds, stereo = (
        int(offsets[index + 1] - offsets[index])
        for offsets in (molecules.atom_offsets, molecules.bond_offsets, molecules.stereo_offsets)
    )
    place = 0 if molecules.coordinates is None else PLACE_BYTES
    return (
        atoms * (ATOM_BYTES + place)
        + bonds * BOND_BYTES
        + stereo * STEREO_BYTES
        + OFFSET_BYTES
        + len(molecules.titles[index].encode())
    )


def told_of_reading(
    expected: Held, read: list, orders: list[list[int]] | None, places: bool, drawn: bool, beat: Callable[[], None]
) -> list[str]:
    """
    Sentences on what the file lost of the objects written. `orders[i]` is the order of the atoms of molecule i in the file. Only configurations may be lost, and a file that states them by a drawing
    (`drawn`) may also change them. Raises ValueError if anything else differs.
    """
    if len(read) != len(expected.molecules):
        raise ValueError(f"{len(read):,} molecules were returned, but {len(expected.molecules):,} were written")
    refused = [expected.kept[index] for index, molecule in enumerate(read) if molecule is None]
    if refused:
        raise ValueError(
            f"RDKit rejects {len(refused):,} of the {len(read):,} molecules that it wrote itself. The first is number {refused[0] + 1:,} of the dataset"
        )
    titles = [molecule.GetProp("_Name") if molecule.HasProp("_Name") else "" for molecule in read]
    if titles != expected.columns.titles:
        raise ValueError("the titles read differ from those written")
    for molecule in read:
        molecule.UpdatePropertyCache(strict=False)
    found = columns_of(read, titles, places, kekule=False)
    lost = told = opposite = added = 0
    different: list[str] = []
    for index in range(len(read)):
        beat()
        wanted, now = (
            graph_of(expected.columns, index),
            graph_of(found, index, None if orders is None else orders[index]),
        )
        other = [key for key, configuration in now.stereo.items() if wanted.stereo.get(key) != configuration]
        how = difference_of(wanted, now, places) or (
            configuration_of(other[0], wanted) if other and not drawn else None
        )
        if how is not None:
            different.append(f"molecule {expected.kept[index] + 1:,} with {how}")
            continue
        told += len(wanted.stereo)
        lost += len(wanted.stereo.keys() - now.stereo.keys())
        opposite += len(wanted.stereo.keys() & set(other))
        added += len(now.stereo.keys() - wanted.stereo.keys())
    if different:
        raise ValueError(
            f"{len(different):,} of the {len(read):,} molecules read differ from those written, the first of them {different[0]}"
        )
    return [
        *([f"{lost:,} of the {told:,} configurations were lost."] if lost else []),
        *(
            [f"{opposite:,} of the {told:,} configurations were inverted: RDKit's drawing contradicts them."]
            if opposite
            else []
        ),
        *(
            [f"{added:,} double bonds or centres without a configuration were read with one, as drawn."]
            if added
            else []
        ),
    ]

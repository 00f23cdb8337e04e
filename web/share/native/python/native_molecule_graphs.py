"""The differences between two readings of a molecule, atom by atom, and between RDKit's objects and a dataset. Part of
the script that Formatlab exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from formatlab_molecules import NO_CARRIER, TETRAHEDRAL, Molecules, is_even

AROMATIC_ORDER = 5
SLOTS = 6


@dataclass
class Graph:
    atoms: list[tuple]
    #: (element, isotope, map) of each atom, which sanitization never changes.
    names: list[tuple]
    bonds: dict[tuple[int, int], tuple[int, int]]
    #: (kind, centre or ends of a double bond) → configuration, with the carriers in ascending order.
    stereo: dict[tuple, int]
    places: list


def graph_of(molecules: Molecules, index: int, order: list[int] | None = None) -> Graph:
    """Renumbers the atoms: atom i becomes atom `order[i]`."""
    atoms = slice(*molecules.atom_offsets[index : index + 2].tolist())
    bonds = slice(*molecules.bond_offsets[index : index + 2].tolist())
    elements = slice(*molecules.stereo_offsets[index : index + 2].tolist())
    count = atoms.stop - atoms.start
    order = list(range(count)) if order is None else order
    if sorted(order) != list(range(count)):
        raise ValueError(f"molecule {index + 1:,} of those written was read with {count} atoms instead of {len(order)}")
    back = sorted(range(count), key=order.__getitem__)
    rows = list(
        zip(
            *(
                column[atoms].tolist()
                for column in (
                    molecules.elements,
                    molecules.isotopes,
                    molecules.maps,
                    molecules.charges,
                    molecules.hydrogens,
                    molecules.aromatic_atoms,
                )
            ),
            strict=True,
        )
    )
    neighbours: list[list[int]] = [[] for _ in range(count)]
    found, ends = {}, []
    for begin, end, kind, aromatic in zip(
        *(
            column[bonds].tolist()
            for column in (molecules.begins, molecules.ends, molecules.orders, molecules.aromatic_bonds)
        ),
        strict=True,
    ):
        begin, end = order[begin], order[end]
        ends.append((begin, end))
        neighbours[begin].append(end)
        neighbours[end].append(begin)
        found[min(begin, end), max(begin, end)] = (AROMATIC_ORDER if aromatic else kind, aromatic)
    stereo: dict[tuple, int] = {}
    for kind, center, configuration, slots in zip(
        molecules.stereo_kinds[elements].tolist(),
        molecules.stereo_centers[elements].tolist(),
        molecules.stereo_configurations[elements].tolist(),
        molecules.stereo_carriers.reshape(-1, SLOTS)[elements].tolist(),
        strict=True,
    ):
        carriers = [order[slot] for slot in slots if slot != NO_CARRIER]
        if kind == TETRAHEDRAL:
            ascending = sorted(carriers)
            turned = not is_even([ascending.index(carrier) for carrier in carriers])
            stereo[kind, order[center]] = 3 - configuration if turned else configuration
        else:
            pair = ends[center]
            lowest = [min(atom for atom in neighbours[end] if atom != other) for end, other in (pair, pair[::-1])]
            turned = (lowest[0] != carriers[0]) != (lowest[1] != carriers[1])
            stereo[kind, min(pair), max(pair)] = 3 - configuration if turned else configuration
    places = [] if molecules.coordinates is None else [molecules.coordinates[atoms][atom].tolist() for atom in back]
    return Graph([rows[atom] for atom in back], [rows[atom][:3] for atom in back], found, stereo, places)


def told_of_conversion(whole: Molecules, columns: Molecules, kept: list[int], beat: Callable[[], None]) -> list[str]:
    """Sentences on how RDKit's objects differ from the dataset. Raises ValueError if atoms or bonds differ."""
    cleaned = aromatic = lost = told = 0
    for index, at in enumerate(kept):
        beat()
        wanted, found = graph_of(whole, at), graph_of(columns, index)
        if wanted.names != found.names or wanted.bonds.keys() != found.bonds.keys():
            raise ValueError(f"RDKit's object of molecule {at + 1:,} has other atoms or bonds than the dataset")
        told += len(wanted.stereo)
        lost += sum(found.stereo.get(key) != configuration for key, configuration in wanted.stereo.items())
        if [row[:5] for row in wanted.atoms] != [row[:5] for row in found.atoms]:
            cleaned += 1
        elif wanted.atoms != found.atoms or wanted.bonds != found.bonds:
            aromatic += 1
    of = f"of the {len(kept):,} molecules"
    return [
        *([f"RDKit's sanitization changes charges or hydrogens in {cleaned:,} {of}."] if cleaned else []),
        *(
            [f"RDKit marks other rings as aromatic than the dataset, or has other bond orders, in {aromatic:,} {of}."]
            if aromatic
            else []
        ),
        *(
            [f"RDKit's objects do not hold {lost:,} of the {told:,} configurations that were passed to them."]
            if lost
            else []
        ),
    ]


def difference_of(wanted: Graph, now: Graph, places: bool) -> str | None:
    """Compares everything except configurations."""
    if wanted.atoms != now.atoms:
        # The numbers of atoms may differ too.
        at = next((at for at, pair in enumerate(zip(wanted.atoms, now.atoms, strict=False)) if pair[0] != pair[1]), 0)
        return f"other atoms: {now.atoms[at : at + 1]} where {wanted.atoms[at : at + 1]} was written (element, isotope, map, charge, hydrogens, aromatic)"
    if wanted.bonds != now.bonds:
        return "other bonds"
    return "other coordinates" if places and wanted.places != now.places else None


def configuration_of(place: tuple, wanted: Graph) -> str:
    return f"{'the opposite configuration' if place in wanted.stereo else 'a configuration that was not written'} at {place}"

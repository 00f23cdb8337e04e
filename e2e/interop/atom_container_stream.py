"""A second reader and writer of the AtomContainer stream, written from docs/atom-container-format.md alone. It uses struct instead of typed arrays."""

from __future__ import annotations

import itertools
import json
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np

MAGIC = b"ACS\x01"
#: Carriers of a stereo element by its kind.
CARRIERS = {1: 4, 2: 2, 3: 4, 4: 4, 5: 5, 6: 6}


@dataclass
class Molecule:
    """Atoms are (element, isotope, charge, hydrogens, aromatic, map, x, y), places None where the stream has none; bonds (begin, end, order, aromatic); stereo (kind, centre, configuration, carriers)."""

    title: bytes = b""
    atoms: list[tuple] = field(default_factory=list)
    bonds: list[tuple[int, int, int, int]] = field(default_factory=list)
    stereo: list[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=list)


def read(data: bytes) -> tuple[bool, list[Molecule]]:
    """Whether the stream has coordinates, and the molecules."""
    assert data[:4] == MAGIC and data[4] in (0, 1), data[:5]
    places, at = data[4] == 1, 5
    molecules = []

    def take(layout: str) -> tuple:
        nonlocal at
        values = struct.unpack_from(">" + layout, data, at)
        at += struct.calcsize(">" + layout)
        return values

    while data[at] != 0xFF:
        flags = data[at]
        at += 1
        assert flags in (0, 1, 2, 3, 4, 5), flags
        wide = flags & 1
        index = "H" if wide else "B"
        atom_count, bond_count, stereo_count = take("iii" if wide else "BBB")
        molecule = Molecule()
        if flags & 6:
            (length,) = take("H" if flags & 2 else "i")
            molecule.title = data[at : at + length]
            at += length
        for _ in range(atom_count):
            element, details = take("BB")
            hydrogens = details & 15 if details & 15 < 15 else take("B")[0]
            charge = take("b")[0] if details & 32 else 0
            isotope = take("H")[0] if details & 64 else 0
            label = take("H")[0] if details & 128 else 0
            x, y = take("dd") if places else (None, None)
            molecule.atoms.append((element, isotope, charge, hydrogens, details >> 4 & 1, label, x, y))
        ends = [take(f"{index}{index}") for _ in range(bond_count)]
        halves = [half for byte in take(f"{(bond_count + 1) // 2}B") for half in (byte >> 4, byte & 15)]
        assert not any(halves[bond_count:])
        # After an odd number of bonds there is half a byte that is nobody's.
        molecule.bonds = [(begin, end, half & 7, half >> 3) for (begin, end), half in zip(ends, halves, strict=False)]
        for _ in range(stereo_count):
            first, centre = take(f"B{index}")
            molecule.stereo.append((first >> 5, centre, first & 31, take(index * CARRIERS[first >> 5])))
        molecules.append(molecule)
    (count,) = struct.unpack(">i", data[at + 1 :])
    assert count == len(molecules)
    return places, molecules


def write(places: bool, molecules: list[Molecule]) -> bytes:
    out = bytearray(MAGIC + bytes([places]))
    for molecule in molecules:
        counts = (len(molecule.atoms), len(molecule.bonds), len(molecule.stereo))
        wide = max(counts) > 255
        index = "H" if wide else "B"
        length = len(molecule.title)
        out += struct.pack(
            ">B" + ("iii" if wide else "BBB"), wide | (0 if length == 0 else 2 if length < 65_536 else 4), *counts
        )
        if length:
            out += struct.pack(">H" if length < 65_536 else ">i", length) + molecule.title
        for element, isotope, charge, hydrogens, aromatic, label, x, y in molecule.atoms:
            out += bytes(
                [
                    element,
                    min(hydrogens, 15) | aromatic << 4 | (charge != 0) << 5 | (isotope != 0) << 6 | (label != 0) << 7,
                ]
            )
            out += bytes([hydrogens]) if hydrogens >= 15 else b""
            out += struct.pack(">b", charge) if charge else b""
            out += struct.pack(">H", isotope) if isotope else b""
            out += struct.pack(">H", label) if label else b""
            out += struct.pack(">dd", x, y) if places else b""
        for begin, end, _, _ in molecule.bonds:
            out += struct.pack(f">{index}{index}", begin, end)
        halves = [order | aromatic << 3 for _, _, order, aromatic in molecule.bonds] + [0]
        # After an even number of bonds the half that was added is left over.
        out += bytes(first << 4 | second for first, second in zip(halves[::2], halves[1::2], strict=False))
        for kind, centre, configuration, carriers in molecule.stereo:
            out += struct.pack(f">B{index}{index * len(carriers)}", kind << 5 | configuration, centre, *carriers)
    return bytes(out + b"\xff" + struct.pack(">i", len(molecules)))


#: Buffers of the canonical form of molecules (workers/model/canonical.ts) behind the three lists of offsets.
ATOM_COLUMNS = (np.uint8, np.uint16, np.int8, np.uint8, np.uint8, np.uint16)
BOND_COLUMNS = (np.uint16, np.uint16, np.uint8, np.uint8)
STEREO_COLUMNS = (np.uint8, np.uint16, np.uint16, np.uint8)


def from_canonical(data: bytes) -> tuple[bool, list[Molecule]]:
    """The molecules of a dataset in canonical form, in the form of :func:`read`."""
    start = data.index(b"\n") + 1
    header = json.loads(data[:start])
    assert header["schema"]["kind"] == "molecules"
    places, lengths = header["schema"]["coordinates"], iter(header["buffers"])

    def take(kind: Any) -> np.ndarray:
        nonlocal start
        length = next(lengths)
        start += length + -length % 8
        return np.frombuffer(data, kind, length // np.dtype(kind).itemsize, start - length - -length % 8)

    ends = [take(np.int32).tolist() for _ in range(3)]
    elements, isotopes, charges, hydrogens, aromatic, maps = (take(kind).tolist() for kind in ATOM_COLUMNS)
    bonds = list(zip(*(take(kind).tolist() for kind in BOND_COLUMNS), strict=True))
    kinds, centres, carriers, configurations = (take(kind).tolist() for kind in STEREO_COLUMNS)
    xs, ys = take(np.float64).reshape(-1, 2).T.tolist() if places else ([None] * len(elements),) * 2
    title_ends, titles = take(np.int32).tolist(), take(np.uint8).tobytes()
    atoms = list(zip(elements, isotopes, charges, hydrogens, aromatic, maps, xs, ys, strict=True))
    stereo = [
        (kind, centre, configuration, tuple(carriers[6 * at : 6 * at + CARRIERS[kind]]))
        for at, (kind, centre, configuration) in enumerate(zip(kinds, centres, configurations, strict=True))
    ]
    parts = [
        [column[a:b] for a, b in itertools.pairwise(of)]
        for column, of in ((titles, title_ends), (atoms, ends[0]), (bonds, ends[1]), (stereo, ends[2]))
    ]
    return places, [Molecule(*values) for values in zip(*parts, strict=True)]

"""Reference readers for the formats of toolkits: RDKit for its binary form, OpenChemLib for its idCodes."""

from __future__ import annotations

import atexit
import functools
import struct
from pathlib import Path

from rdkit import Chem

from formatlab_data import Dataset
from formatlab_molecules import DOUBLE_BOND, TETRAHEDRAL, Molecules, molecules_from_canonical, rdkit_molecule
from rdkit_molecules import finished, name_of
from reference_root import Tool


def records_in(data: bytes) -> list[bytes]:
    """Records, each after its length as a little-endian uint32."""
    records, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        records.append(data[at + 4 : at + 4 + length])
        assert len(records[-1]) == length
        at += 4 + length
    return records


def has_a_name(molecules: Molecules, index: int, elements: bool = True) -> bool:
    """Whether RDKit in Python can represent the molecule of the columns exactly: no allenes, and with `elements` no wildcards."""
    kinds = set(molecules.stereo_kinds[slice(*molecules.stereo_offsets[index : index + 2].tolist())].tolist())
    return kinds <= {TETRAHEDRAL, DOUBLE_BOND} and not (
        elements and 0 in molecules.elements[slice(*molecules.atom_offsets[index : index + 2].tolist())]
    )


def read_rdkit_binary(path: Path, entry: dict, expected: Dataset) -> None:
    molecules = molecules_from_canonical(expected.bytes)
    read = [
        Chem.Mol(record)  # type: ignore[call-overload]  # RDKit takes bytes, its stubs do not know
        for record in records_in(path.read_bytes())
    ]
    assert [molecule.GetProp("_Name") if molecule.HasProp("_Name") else "" for molecule in read] == molecules.titles
    columns = (
        molecules.elements,
        molecules.isotopes,
        molecules.charges,
        molecules.hydrogens,
        molecules.aromatic_atoms,
        molecules.maps,
    )
    atoms = [
        (
            atom.GetAtomicNum(),
            atom.GetIsotope(),
            atom.GetFormalCharge(),
            atom.GetTotalNumHs(),
            int(atom.GetIsAromatic()),
            atom.GetAtomMapNum(),
        )
        for molecule in read
        for atom in molecule.GetAtoms()
    ]
    assert atoms == list(zip(*(column.tolist() for column in columns), strict=True))
    bonds = [
        (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), int(bond.GetIsAromatic()))
        for molecule in read
        for bond in molecule.GetBonds()
    ]
    assert bonds == list(
        zip(molecules.begins.tolist(), molecules.ends.tolist(), molecules.aromatic_bonds.tolist(), strict=True)
    )
    if molecules.coordinates is not None:
        places = [[round(x, 4), round(y, 4)] for molecule in read for x, y, _ in molecule.GetConformer().GetPositions()]
        assert places == molecules.coordinates.tolist()
    for index in filter(lambda index: has_a_name(molecules, index, elements=False), range(molecules.count)):
        assert name_of(finished(read[index])) == name_of(finished(rdkit_molecule(molecules, index))), index


@functools.cache
def openchemlib() -> Tool:
    made = Tool("toolkits/idcodes.mjs")
    atexit.register(made.close)
    return made


def read_idcodes(path: Path, entry: dict, expected: Dataset) -> None:
    """OpenChemLib's own package decodes them in Node, and draws; RDKit reads the drawings."""
    molecules = molecules_from_canonical(expected.bytes)
    decoded = openchemlib().ask("decode", path=str(path))
    assert [line["title"] for line in decoded] == molecules.titles
    assert [line["placed"] > 0 for line in decoded] == [molecules.coordinates is not None] * molecules.count
    for index in filter(lambda index: has_a_name(molecules, index), range(molecules.count)):
        read = Chem.MolFromMolBlock(decoded[index]["molfile"])
        assert read is not None, index
        # Its molfiles don't tell that a bare atom has no hydrogens: RDKit takes lead for PbH2.
        for atom in read.GetAtoms():
            if atom.GetDegree() == 0 and read.GetNumAtoms() == len(decoded[index]["hydrogens"]):
                atom.SetNumExplicitHs(decoded[index]["hydrogens"][atom.GetIdx()])
                atom.SetNoImplicit(True)
        read.UpdatePropertyCache(strict=False)
        assert name_of(read) == name_of(finished(rdkit_molecule(molecules, index))), index

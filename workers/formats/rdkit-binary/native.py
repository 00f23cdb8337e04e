"""RDKit's binary format. Part of the script that Formatlab exports."""

from __future__ import annotations

import struct

from native_molecules import MoleculeFile

LENGTH = struct.Struct("<I")


class RdkitBinary(MoleculeFile):
    """RDKit's binary records, each preceded by its length."""

    sanitized = False
    places = True
    settled = False
    how = f"{MoleculeFile.how} As in the page, the objects are not sanitized, so the records contain no rings and no hybridization."

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        kinds = self.chem.PropertyPickleOptions
        self.properties = int(kinds.MolProps | kinds.PrivateProps | kinds.AtomProps)

    def encode(self, value: list) -> bytes:
        parts = []
        for molecule in value:
            record = molecule.ToBinary(self.properties)
            parts += [LENGTH.pack(len(record)), record]
        return b"".join(parts)

    def decode(self, data: bytes) -> list:
        data, make = bytes(data), self.chem.Mol
        molecules, at = [], 0
        while at < len(data):
            (length,) = LENGTH.unpack_from(data, at)
            at += LENGTH.size
            molecules.append(make(data[at : at + length]))
            at += length
        return molecules


FORMATS = {"rdkit-binary": RdkitBinary}

"""SDF by RDKit. Part of the script that Formatlab exports."""

from __future__ import annotations

import io

from native_molecules import MoleculeFile


class Sdf(MoleculeFile):
    """SDF in V2000, or V3000 if V2000 can't hold a molecule. RDKit chooses automatically, as does the page."""

    places = True
    drawn = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if not schema["coordinates"]:
            self.how = f"{MoleculeFile.how} Without coordinates, RDKit draws every molecule to show its configurations. The time of writing includes the drawing, and the file contains it."

    def encode(self, value: list) -> bytes:
        stream = io.StringIO()
        writer = self.chem.SDWriter(stream)
        for molecule in value:
            writer.write(molecule)
        writer.close()
        return stream.getvalue().encode()

    def decode(self, data: bytes) -> list:
        supplier = self.chem.SDMolSupplier()
        supplier.SetData(bytes(data).decode(), sanitize=True, removeHs=False)
        return list(supplier)


FORMATS = {"sdf": Sdf}

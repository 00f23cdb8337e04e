"""SMILES with coordinates by RDKit. Part of the script that Formatlab exports."""

from __future__ import annotations

import numpy as np

from native_forms import Unsupported
from native_molecules import MoleculeFile
from native_smiles import Smiles, order_of

UNITS = 10_000


class SmilesCoordinates(Smiles):
    """SMILES followed by the coordinates of the atoms. RDKit determines their order, and Python writes and reads the
    numbers."""

    places = True
    how = f"{MoleculeFile.how} Python writes and reads the coordinates, in RDKit's order of the atoms."

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if not schema["coordinates"]:
            raise Unsupported("These molecules have no coordinates. Use the format SMILES without coordinates.")

    def encode(self, value: list) -> bytes:
        write = self.chem.MolToSmiles
        lines = []
        for molecule in value:
            smiles = write(molecule, canonical=False)
            places = molecule.GetConformer().GetPositions()[order_of(molecule), :2]
            units = ",".join(map(str, np.rint(places * UNITS).astype(np.int64).ravel().tolist()))
            lines.append(
                f"{smiles} {units} {molecule.GetProp('_Name')}\n"
                if molecule.HasProp("_Name")
                else f"{smiles} {units}\n"
            )
        return "".join(lines).encode()

    def decode(self, data: bytes) -> list:
        molecules = []
        for line in bytes(data).decode().split("\n")[:-1]:
            smiles, _, rest = line.partition(" ")
            units, _, title = rest.partition(" ")
            molecule = self.molecule(smiles)
            molecules.append(molecule)
            if molecule is None:
                continue
            places = np.zeros((molecule.GetNumAtoms(), 3))
            places[:, :2] = np.array(units.split(","), np.float64).reshape(-1, 2) / UNITS
            conformer = self.chem.Conformer(len(places))
            conformer.Set3D(False)
            conformer.SetPositions(places)
            molecule.AddConformer(conformer)
            if title:
                molecule.SetProp("_Name", title)
        return molecules


FORMATS = {"smiles-coordinates": SmilesCoordinates}

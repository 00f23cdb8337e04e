"""SMILES by RDKit. Part of the script that Formatlab exports."""

from __future__ import annotations

from typing import Any

from native_molecules import MoleculeFile


def order_of(molecule: Any) -> list[int]:
    """The order in which the last SMILES names the atoms."""
    return [int(number) for number in molecule.GetProp("_smilesAtomOutputOrder").strip("[],").split(",") if number]


class Smiles(MoleculeFile):
    """SMILES in the order of the atoms, not canonical, as in the page."""

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        # Among the page's implementations, only RDKit's offers this option.
        self.sanitized = options.get("sanitize", True)
        self.parameters = self.chem.SmilesParserParams()
        self.parameters.sanitize = self.parameters.removeHs = self.parameters.parseName = (
            self.parameters.allowCXSMILES
        ) = False

    def encode(self, value: list) -> bytes:
        write = self.chem.MolToSmiles
        lines = []
        for molecule in value:
            smiles = write(molecule, canonical=False)
            lines.append(f"{smiles} {molecule.GetProp('_Name')}\n" if molecule.HasProp("_Name") else f"{smiles}\n")
        return "".join(lines).encode()

    def molecule(self, smiles: str) -> Any:
        chem = self.chem
        molecule = chem.MolFromSmiles(smiles, self.parameters)
        if molecule is None:
            return None
        if self.sanitized:
            try:
                chem.SanitizeMol(molecule, self.forms.SANITIZING)
            except chem.MolSanitizeException:
                return None
        chem.SetBondStereoFromDirections(molecule)
        return molecule

    def decode(self, data: bytes) -> list:
        molecules = []
        for line in bytes(data).decode().split("\n")[:-1]:
            smiles, _, title = line.partition(" ")
            molecule = self.molecule(smiles)
            if molecule is not None and title:
                molecule.SetProp("_Name", title)
            molecules.append(molecule)
        return molecules

    def orders(self) -> list[list[int]]:
        return [order_of(molecule) for molecule in self.objects.molecules]


FORMATS = {"smiles": Smiles}

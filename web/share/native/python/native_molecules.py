"""SMILES, SDF and RDKit's binary form by RDKit, whose objects stay in memory. Part of the script that Formatlab exports."""

from __future__ import annotations

import importlib
import io
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from native_forms import Unsupported, package
from native_objects import Whole

UNITS = 10_000
LENGTH = struct.Struct("<I")


class MoleculeFile(Whole):
    """A file of molecules, from RDKit's objects and back to them."""

    #: The file's own text is part of the clock; a list of objects is not made anew for it.
    clock = ("allocate",)
    #: Whether objects are as RDKit has them once it has read them (rings, aromaticity and valences perceived), or as the dataset has them.
    sanitized = True
    #: Whether the file has coordinates.
    places = False
    #: Whether it tells configurations by a drawing alone.
    drawn = False
    #: Whether every object says that its configurations are settled, so that RDKit looks for none when it writes.
    settled = True
    how = "Written and read by RDKit alone, in a fresh process for each round, from its objects and to them; compared atom by atom with the dataset."

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] != "molecules":
            raise Unsupported("The format holds molecules, and no other data.")
        self.chem = package("rdkit.Chem")
        self.forms = importlib.import_module("native_molecule_forms")
        self.objects: Any = None

    def natural(self, data: bytes, beat: Callable[[], None]) -> list:
        """RDKit's objects of the dataset in canonical form."""
        try:
            self.objects = self.forms.held(data, self.sanitized, self.places, self.settled, beat)
        except ValueError as reason:
            raise Unsupported(str(reason)) from reason
        if not self.objects.molecules:
            raise Unsupported(self.objects.told[-1] if self.objects.told else "There are no molecules in the dataset.")
        return self.objects.molecules

    def checked(self, decoded: list, beat: Callable[[], None]) -> list[str]:
        """What came back, as sentences with numbers. Raises ValueError where it is another molecule than was written."""
        places = self.places and self.schema["coordinates"]
        return [
            *self.objects.told,
            *self.forms.told_of_reading(self.objects, decoded, self.orders(), places, self.drawn, beat),
        ]

    def sample(self) -> dict | None:
        """How many molecules RDKit takes and their bytes of data; null where it takes them all."""
        kept_bytes = self.objects.kept_bytes
        return (
            None if kept_bytes is None else {"items": len(self.objects.kept), "dataBytes": kept_bytes, "fixedBytes": 0}
        )

    def orders(self) -> list[list[int]] | None:
        """Of the atoms of each molecule in the file that was written last; null where it is the objects' own."""
        return None


def order_of(molecule: Any) -> list[int]:
    """In which its last SMILES names the atoms."""
    return [int(number) for number in molecule.GetProp("_smilesAtomOutputOrder").strip("[],").split(",") if number]


class Smiles(MoleculeFile):
    """In the order of the atoms, not canonical, as the page has RDKit write."""

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        # Of the implementations of the page only RDKit's leaves the choice.
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


class SmilesCoordinates(Smiles):
    """Behind each SMILES the places of its atoms in its order, which RDKit tells: these are written and read by Python itself."""

    places = True
    how = f"{MoleculeFile.how} The numbers of the places are written and read by Python, in the order that RDKit tells."

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if not schema["coordinates"]:
            raise Unsupported("These molecules have no coordinates: SMILES alone holds them.")

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


class Sdf(MoleculeFile):
    """V2000, and V3000 where that can't hold a molecule, as RDKit chooses by itself and the page does too."""

    places = True
    drawn = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if not schema["coordinates"]:
            self.how = f"{MoleculeFile.how} Without coordinates RDKit draws every molecule, so as to show its configurations: the drawing is inside the time of writing, and in the file."

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


class RdkitBinary(MoleculeFile):
    """Each record behind its length."""

    sanitized = False
    places = True
    settled = False
    how = (
        f"{MoleculeFile.how} The objects are not sanitized, as in the page: records have no rings and no hybridization."
    )

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

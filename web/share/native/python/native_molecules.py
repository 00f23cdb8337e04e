"""SMILES, SDF and RDKit's binary format by RDKit, from and to objects in memory. Part of the script that Formatlab
exports."""

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
    """A molecule format that converts RDKit objects to a file and back."""

    #: The clock includes creating the file's text. The list of objects is created before.
    clock = ("allocate",)
    #: True if the objects are as RDKit reads them, with perceived rings, aromaticity and valences. False if they are as
    #: in the dataset.
    sanitized = True
    #: True if the file contains coordinates.
    places = False
    #: True if the file states configurations only by a drawing.
    drawn = False
    #: True if every object is marked as having final configurations, so that RDKit does not search for them when it
    #: writes.
    settled = True
    how = "RDKit wrote and read the file, in a fresh process for each round, from and to its own objects. They were compared atom by atom with the dataset."

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] != "molecules":
            raise Unsupported("The format holds only molecules.")
        self.chem = package("rdkit.Chem")
        self.forms = importlib.import_module("native_molecule_forms")
        self.objects: Any = None

    def natural(self, data: bytes, beat: Callable[[], None]) -> list:
        """The dataset of RDKit objects in canonical form."""
        try:
            self.objects = self.forms.held(data, self.sanitized, self.places, self.settled, beat)
        except ValueError as reason:
            raise Unsupported(str(reason)) from reason
        if not self.objects.molecules:
            raise Unsupported(self.objects.told[-1] if self.objects.told else "There are no molecules in the dataset.")
        return self.objects.molecules

    def checked(self, decoded: list, beat: Callable[[], None]) -> list[str]:
        """Sentences with numbers on losses. Raises ValueError if a molecule differs from the one written."""
        places = self.places and self.schema["coordinates"]
        return [
            *self.objects.told,
            *self.forms.told_of_reading(self.objects, decoded, self.orders(), places, self.drawn, beat),
        ]

    def sample(self) -> dict | None:
        """The number of molecules that RDKit accepts, and their bytes of data. None if it accepts all."""
        kept_bytes = self.objects.kept_bytes
        return (
            None if kept_bytes is None else {"items": len(self.objects.kept), "dataBytes": kept_bytes, "fixedBytes": 0}
        )

    def orders(self) -> list[list[int]] | None:
        """The atom order of each molecule in the file written last. None if it is the order of the objects."""
        return None


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

"""Formats of molecules by RDKit, from and to objects in memory. Part of the script that Formatlab exports."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from native_adapter import Whole
from native_forms import Unsupported, package


class MoleculeFile(Whole):
    """A molecule format that converts RDKit objects to a file and back."""

    library = "rdkit"
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

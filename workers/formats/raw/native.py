"""The uncompressed copy. Part of the script that Formatlab exports."""

from __future__ import annotations

from typing import Any

from formatlab_data import from_canonical, to_canonical
from native_adapter import Whole
from native_forms import Unsupported, dataset_of, natural


class Raw(Whole):
    """The canonical form: the data as in memory, preceded by one line of JSON."""

    library = "numpy"
    clock = ("convert", "allocate")

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if any(column["type"] == "category" for column in schema.get("columns", [])):
            raise Unsupported(
                "The uncompressed form lists all categories. This script holds only the values of a category, without that list."
            )

    def encode(self, value: Any) -> bytes:
        return to_canonical(dataset_of(value, self.schema))

    def decode(self, data: bytes) -> Any:
        return natural(from_canonical(data))


FORMATS = {"raw": Raw}

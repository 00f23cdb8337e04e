"""The destination-specific format by Formatlab's reader and writer in Python. Part of the script that Formatlab exports."""

from __future__ import annotations

from typing import Any

import destination_format
from native_adapter import Whole
from native_forms import Unsupported


class Destination(Whole):
    """The format of source 001 for Python, by Formatlab's reader and writer in Python. An array read from it is a view
    of the file."""

    library = "Formatlab's Python"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if options["destination"] != "Python":
            raise Unsupported("Only Julia reads the layout for Julia, not Python.")
        if schema["kind"] not in ("array", "stringArray", "list", "dict") or (
            schema["kind"] == "array"
            and (len(schema["shape"]) != 1 or schema["elementType"] not in ("int64", "float64"))
        ):
            raise Unsupported("The format supports only arrays, lists and dictionaries of int64, float64 and texts.")

    def encode(self, value: Any) -> bytes:
        return destination_format.encode(
            value, "Python", self.schema.get("keyType"), self.schema.get("elementType") or self.schema.get("valueType")
        )

    def decode(self, data: bytes) -> Any:
        return destination_format.decode(data)


FORMATS = {"destination": Destination}

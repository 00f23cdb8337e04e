"""Pickle by Python's pickle module. Part of the script that Formatlab exports."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from native_adapter import Whole
from native_forms import Unsupported, require_objects
from native_losses import CATEGORIES, TRAILING_NULLS, has_categories, has_zones

ZONE_NAMES = "The names of time zones: instants become numpy’s datetime64 in UTC."
PYTHON_OBJECTS = (
    "Precision and unit of decimals and times of day, and the widths of numbers inside lists and structs: Python’s"
    " objects have none, so the reader must know them."
)


class Pickle(Whole):
    library = "CPython pickle"
    #: Columns of types that numpy lacks are lists of Python's own objects.
    holds_objects = True

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        require_objects(schema)
        self.protocol = int(options["protocol"])
        major = "2" if int(np.__version__.split(".")[0]) >= 2 else "1"
        if schema["kind"] in ("keyedVectors", "array", "stringArray", "table") and options["numpy"] != major:
            raise Unsupported(
                f"The pickle refers to internal modules of another numpy version than {np.__version__}, which is installed here."
            )

    def encode(self, value: Any) -> bytes:
        return pickle.dumps(value, self.protocol)

    def decode(self, data: bytes) -> Any:
        return pickle.loads(data)

    @staticmethod
    def losses(schema: dict) -> list[str]:
        has_objects = any(
            column["type"] in ("decimal", "time", "list", "struct") for column in schema.get("columns", [])
        )
        return [
            *([PYTHON_OBJECTS] if has_objects else []),
            *([TRAILING_NULLS] if schema["kind"] == "stringArray" else []),
            *([ZONE_NAMES] if has_zones(schema) else []),
            *([CATEGORIES] if has_categories(schema) else []),
        ]


FORMATS = {"pickle": Pickle}

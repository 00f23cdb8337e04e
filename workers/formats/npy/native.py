"""Numpy's files of one array, and archives of several, by numpy. Part of the script that Formatlab exports."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from native_adapter import Whole
from native_forms import Unsupported
from native_losses import TRAILING_NULLS


class Npy(Whole):
    library = "numpy"
    chunk_name = "{}.npy"

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] not in ("array", "stringArray"):
            raise Unsupported("An .npy file holds exactly one array.")

    def encode(self, value: Any) -> bytes:
        sink = io.BytesIO()
        np.save(sink, value, allow_pickle=False)
        return sink.getvalue()

    def decode(self, data: bytes) -> Any:
        return np.load(io.BytesIO(data), allow_pickle=False)

    @staticmethod
    def losses(schema: dict) -> list[str]:
        return [TRAILING_NULLS] if schema["kind"] == "stringArray" else []


class Npz(Whole):
    library = "numpy"
    clock = ("convert", "allocate")

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        if schema["kind"] not in ("dict", "keyedVectors"):
            raise Unsupported("This script writes numpy archives only for dictionaries and vectors by id.")
        self.save = np.savez_compressed if options["members"] == "deflated" else np.savez

    def encode(self, value: Any) -> bytes:
        sink = io.BytesIO()
        if self.schema["kind"] == "dict":
            kinds = [self.schema[of].replace("utf8", "str") for of in ("keyType", "valueType")]
            self.save(sink, keys=np.array(list(value), kinds[0]), values=np.array(list(value.values()), kinds[1]))
        else:
            self.save(
                sink,
                ids=np.array(list(value), str),
                vectors=np.array(list(value.values()), self.schema["elementType"]).reshape(
                    -1, self.schema["dimension"]
                ),
            )
        return sink.getvalue()

    def decode(self, data: bytes) -> Any:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            if self.schema["kind"] == "dict":
                return dict(zip(archive["keys"].tolist(), archive["values"].tolist(), strict=True))
            return dict(zip(archive["ids"].tolist(), archive["vectors"], strict=True))

    @staticmethod
    def losses(schema: dict) -> list[str]:
        has_texts = "utf8" in (schema.get("keyType"), schema.get("valueType"))
        return [TRAILING_NULLS] if schema["kind"] in ("stringArray", "keyedVectors") or has_texts else []


FORMATS = {"npy": Npy, "npz": Npz}

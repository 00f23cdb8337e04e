"""What the adapters of all formats share. Each format has its adapter in a module of its own. Part of the script that Formatlab
exports."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from native_forms import Unsupported


class Adapter:
    """Writes and reads the files of one format with a native library."""

    #: The Python package that writes and reads the files. Modules of the standard library are prefixed with CPython.
    library: str
    #: What the clock includes beside the library's work.
    clock: tuple[str, ...]
    #: The file name of a chunk, as Dask's own writers name it, with {} for its number. None if chunks can't be read together.
    chunk_name: str | None = None

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        self.schema = schema

    @staticmethod
    def losses(schema: dict) -> list[str]:
        """What the adapter does not keep of a dataset, in the page's wording where the page's writers lose the same.
        Empty for molecules, whose losses the plan brings."""
        return []


class Whole(Adapter):
    """A format whose files are always read completely, without access to single columns or entries."""

    clock: tuple[str, ...] = ("allocate",)

    def __init__(self, schema: dict, options: dict, inner: dict | None):
        super().__init__(schema, options, inner)
        self.options = options

    def project(self, data: bytes, column: str) -> Any:
        raise Unsupported("The file is always read completely, so single columns can't be read.")

    def open_lookup(self, data: bytes) -> Callable[[Any], Any]:
        raise Unsupported("The file is always read completely, so single entries can't be looked up.")


def adapter_of(format_id: str, modules: dict[str, str]) -> Any:
    """The adapter of a format. `modules` has the name of the format's module by its id."""
    return importlib.import_module(modules[format_id]).FORMATS[format_id]

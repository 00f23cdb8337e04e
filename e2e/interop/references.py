"""Finds the reference implementations that the entries of the registry name.

A codec or format has a file `testing/reference_of_<id>.py` in its own folder: a codec's holds `REFERENCE`, a format's a function `read`. An entry without one fails in
test_written_files.py.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from reference_codecs import Reference

#: The nearest folder above that has one: mutation tests run a copy of this file elsewhere.
WORKERS = next(above / "workers" for above in Path(__file__).resolve().parents if (above / "workers/codecs").is_dir())

NAME = "reference_of_"


def modules_of(kind: str) -> dict[str, ModuleType]:
    """The modules by the entry's id, of `codecs` or `formats`."""
    found = {}
    # Formats of one family share a folder, in which each has its own.
    for path in sorted(
        [*WORKERS.glob(f"{kind}/*/testing/{NAME}*.py"), *WORKERS.glob(f"{kind}/*/*/testing/{NAME}*.py")]
    ):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None, path
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found[path.stem.removeprefix(NAME).replace("_", "-")] = module
    return found


REFERENCES: dict[str, Reference] = {entry: module.REFERENCE for entry, module in modules_of("codecs").items()}
FORMATS: dict[str, Callable[[Path, dict, Any], None]] = {
    entry: module.read for entry, module in modules_of("formats").items()
}

"""Writes golden files of the destination-specific format: for both destinations with Python, and with Julia, which reads the file that Python wrote for it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from destination_format import decode, encode
from destination_julia_layout import read_julia
from formatlab_data import Dataset, as_python

SAMPLES = (
    "array",
    "strings",
    "strings-0",
    "list-float64",
    "list-int64",
    "list-utf8",
    "dict-0",
    "dict-utf8-float64",
    "dict-int64-utf8",
    "dict-utf8-utf8",
    "dict-int64-int64",
)


def same_order(dataset: Dataset, found: list | dict) -> Dataset:
    """The dataset with its entries in the order of the file, because Julia's dictionaries have no order."""
    if dataset.kind != "dict":
        return dataset
    assert isinstance(found, dict)
    return Dataset(
        "dict",
        dataset.item_count,
        key_type=dataset.key_type,
        element_type=dataset.element_type,
        keys=list(found),
        values=list(found.values()),
    )


def make_destination(add: Callable[..., Path], sample: Callable[[str], Dataset]) -> None:
    julia = os.environ.get("JULIA") or shutil.which("julia")
    if julia is None:
        raise SystemExit("There is no Julia (PATH or $JULIA), which writes some of the golden files.")
    version = subprocess.run([julia, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    program = str(Path(__file__).with_name("destination.jl"))
    for name in SAMPLES:
        dataset = sample(name)
        for destination in ("Python",) if dataset.kind == "list" else ("Python", "Julia"):
            data = encode(as_python(dataset), destination, dataset.key_type or None, dataset.element_type or None)
            target = add(
                f"destination/{name}.python-to-{destination.lower()}.dsf",
                dataset,
                f"CPython {platform.python_version()}",
                {"destination": destination},
                identical=True,
            )
            target.write_bytes(data)
            if destination == "Python":
                continue
            for flags, for_destination in (([], "Python"), (["--julia"], "Julia")):
                with tempfile.TemporaryDirectory() as folder:
                    written = Path(folder) / "out.dsf"
                    subprocess.run([julia, "--startup-file=no", program, *flags, str(target), str(written)], check=True)
                    data = written.read_bytes()
                found = decode(data) if for_destination == "Python" else read_julia(data)[2]
                ordered = same_order(dataset, found)
                add(
                    f"destination/{name}.julia-to-{for_destination.lower()}.dsf",
                    ordered,
                    f"Julia {version}",
                    {"destination": for_destination},
                    identical=True,
                ).write_bytes(data)

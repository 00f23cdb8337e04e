"""Writes fixtures/golden/hashdbm and treedbm: small databases by Tkrzw itself (native_side.py), with and without later changes, in every combination of options."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from formatlab_data import Dataset
from tkrzw_reference import NATIVE_SIDE, SYSTEM_PYTHON


def make_tkrzw(add: Callable[..., Path]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([SYSTEM_PYTHON, NATIVE_SIDE, "golden", folder], check=True)
        for entry in json.loads((Path(folder) / "native.json").read_text()):
            keys = sorted(entry["records"], key=str.encode)
            dataset = Dataset("records", len(keys), keys=keys, values=[entry["records"][key] for key in keys])
            name = entry["file"].removeprefix(f"{entry['format']}-")
            shutil.copy(
                Path(folder) / entry["file"],
                add(f"{entry['format']}/{name}", dataset, entry["writer"], inner_codec=entry["codec"]),
            )

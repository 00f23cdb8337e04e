"""Reference readers of CDK's containers: Kryo itself, called through e2e/interop/java, and the second reader of the AtomContainer stream."""

from __future__ import annotations

import json
from pathlib import Path

import atom_container_stream
from formatlab_data import Dataset
from java_tool import java


def read_kryo(path: Path, entry: dict, expected: Dataset) -> None:
    """Atoms and bonds for comparison. The file contains no configurations and titles, and CDK has no order for bonds that are only known to be aromatic."""
    out = path.with_suffix(".jsonl")
    java("read-kryo", entry["options"]["numbers"], path, out)
    with open(out, encoding="utf-8") as lines:
        found = [(table["atoms"], table["bonds"]) for table in map(json.loads, lines)]
    _, molecules = atom_container_stream.from_canonical(expected.bytes)
    assert found == [
        (
            [list(atom) for atom in molecule.atoms],
            [[begin, end, order % 5, aromatic] for begin, end, order, aromatic in molecule.bonds],
        )
        for molecule in molecules
    ]


def read_atom_container(path: Path, entry: dict, expected: Dataset) -> None:
    assert atom_container_stream.read(path.read_bytes()) == atom_container_stream.from_canonical(expected.bytes)

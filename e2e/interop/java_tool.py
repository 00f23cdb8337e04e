"""The reference readers and writers in Java (e2e/interop/java: CDK, Beam, Kryo), each call a process of its own. Skips where there is no JDK or Maven; under CI it fails there."""

from __future__ import annotations

import json
import os
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@lru_cache(maxsize=1)
def class_path() -> str | None:
    done = subprocess.run(
        ["node", str(ROOT / "scripts/java.mjs")], stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False
    )
    if done.returncode == 0:
        return done.stdout.strip()
    assert not os.environ.get("CI"), "there is no Java to open files with"
    return None


#: For processes that end within a second: no optimising compiler and one thread for the heap.
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")


def java(command: str, *arguments: object, options: tuple[str, ...] = ()) -> str:
    """What the sub-command of formatlab.Main printed. `options` are the virtual machine's. Fails with what it said where it failed, skips without Java."""
    path = class_path()
    if path is None:
        pytest.skip("there is no JDK or no Maven")
    done = subprocess.run(
        ["java", *BRIEF, *options, "-cp", path, "formatlab.Main", command, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stderr[-3000:]}"
    return done.stdout


def tables(command: str, source: Path, out: Path) -> list[dict]:
    """Molecules as CDK reads them from a file (`smiles`, `cml`, `sdf`, `read-objects`), as java/src/formatlab/Tables.java lays them out; `{"error": …}` where it refuses one of SMILES."""
    java(command, source, out)
    with open(out, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]

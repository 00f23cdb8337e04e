"""Runs the reference readers and writers in Java (e2e/interop/java: CDK, Beam, Kryo), one process per call. Tests are skipped without a JDK or Maven; if CI is set, they fail."""

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
    assert not os.environ.get("FORMATLAB_CI"), "there is no Java to open files with"
    return None


#: For processes that end within a second: no optimising compiler and one thread for the heap.
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")


def java(command: str, *arguments: object, options: tuple[str, ...] = ()) -> str:
    """The output of a sub-command of formatlab.Main. `options` are those of the virtual machine. A failing command fails the test with its output."""
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
    """Molecules that CDK reads from a file (`smiles`, `cml`, `sdf`, `read-objects`), in the form of java/src/formatlab/Tables.java; `{"error": …}` for a SMILES that CDK rejects."""
    java(command, source, out)
    with open(out, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]

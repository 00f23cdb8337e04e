"""Runs the reference readers and writers in Java (e2e/interop/java: CDK, Beam, Kryo), all in one process, which starts with the first of them and ends with the tests.

Tests are skipped without a JDK or Maven; if CI is set, they fail.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
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


#: One thread for the heap and few for the compiler, since the workers of pytest have a process each and keep all cores busy.
OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")


class Java:
    """A process of formatlab.Main that runs one sub-command after another (Server.java)."""

    def __init__(self, path: str) -> None:
        # What the virtual machine itself says where it breaks down.
        self.log = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - end() closes it
        self.process = subprocess.Popen(
            ["java", *OPTIONS, "-cp", path, "formatlab.Main", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            encoding="utf-8",
            cwd=ROOT,
        )

    def run(self, command: str, *arguments: str) -> dict | None:
        """The answer; None if the process ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps([command, *arguments]) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def end(self) -> str:
        """What the process wrote to standard error."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait(30)
        self.process.stdout.close()
        self.log.seek(0)
        said = self.log.read()
        self.log.close()
        return said


running: Java | None = None


def end_java() -> None:
    """Ends the process, if it was started: conftest.py, when the tests are over."""
    global running
    if running is not None:
        running.end()
        running = None


def java(command: str, *arguments: object) -> str:
    """The output of a sub-command of formatlab.Main. A failing command fails the test with its message and stack; the next one is run all the same."""
    global running
    path = class_path()
    if path is None:
        pytest.skip("there is no JDK or no Maven")
    if running is None:
        running = Java(path)
    answer = running.run(command, *map(str, arguments))
    if answer is None:
        ended, running = running, None
        said = ended.end()
        pytest.fail(f"{command}: the process ended with code {ended.process.returncode}: {said[-3000:]}")
    assert answer["error"] is None, f"{command}: {answer['error'][-3000:]}"
    return answer["output"]


def tables(command: str, source: Path, out: Path) -> list[dict]:
    """Molecules that CDK reads from a file (`smiles`, `cml`, `sdf`, `read-objects`), in the form of java/src/formatlab/Tables.java; `{"error": …}` for a SMILES that CDK rejects."""
    java(command, source, out)
    with open(out, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]

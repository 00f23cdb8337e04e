"""The process that runs all sub-commands in Java: a failure belongs to its own command, and texts arrive as they are."""

from __future__ import annotations

import pytest

import java_tool
from java_tool import java, tables

pytestmark = pytest.mark.pinned


def test_one_process_runs_all_commands(tmp_path):
    (tmp_path / "a.smi").write_text("CCO\n")
    java("smiles", tmp_path / "a.smi", tmp_path / "a.jsonl")
    first = java_tool.running
    assert first is not None and first.process.poll() is None
    assert int(java("write-cml", tmp_path / "a.smi", tmp_path / "a.cml")) == 1
    assert java_tool.running is first


def test_names_of_files_arrive_as_they_are(tmp_path):
    name = 'a "quoted" \\ käse\tß 𝄞.smi'
    (tmp_path / name).write_text("CCO\nCC(=O)\nnone\n")
    ethanol, _, refused = tables("smiles", tmp_path / name, tmp_path / "out.jsonl")
    assert len(ethanol["atoms"]) == 3 and "error" in refused


def test_a_failure_is_that_of_its_own_command(tmp_path):
    java("write-objects", *_files(tmp_path))
    process = java_tool.running
    with pytest.raises(AssertionError, match="NoSuchFileException"):
        java("smiles", tmp_path / "absent.smi", tmp_path / "out.jsonl")
    with pytest.raises(AssertionError, match="IllegalArgumentException"):
        java("no-such-command")
    assert int(java("write-objects", *_files(tmp_path))) == 1
    assert java_tool.running is process


def test_a_process_that_ended_fails_its_command_and_is_started_anew(tmp_path):
    java("write-objects", *_files(tmp_path))
    ended = java_tool.running
    assert ended is not None
    ended.process.kill()
    ended.process.wait(30)
    with pytest.raises(pytest.fail.Exception, match="write-objects"):
        java("write-objects", *_files(tmp_path))
    assert int(java("write-objects", *_files(tmp_path))) == 1
    assert java_tool.running is not ended


def _files(folder) -> tuple:
    (folder / "one.smi").write_text("CCO\n")
    return folder / "one.smi", folder / "one.obj"

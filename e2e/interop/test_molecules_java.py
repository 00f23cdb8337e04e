"""bench/molecules-java.mjs --out: its result is opened by the product's own import, of data with the product's SHA-256 and files that the product's readers checked. Without Java the tests are skipped."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from java_tool import ROOT, class_path
from reference_root import Tool

COUNT = 150
ROWS = ["java-objects", "kryo", "kryo", "atom-container", "cml", "smiles"]

pytestmark = pytest.mark.skipif(class_path() is None, reason="there is no JDK or no Maven")


@pytest.fixture(scope="module")
def tool():
    made = Tool("native/tool.mjs")
    yield made
    made.close()


@pytest.fixture(scope="module")
def containers():
    made = Tool("containers/tool.mjs")
    yield made
    made.close()


def measured(tool: Tool, folder: Path, *arguments: str) -> dict:
    out = folder / "result.json"
    command = [
        "node",
        "bench/molecules-java.mjs",
        "--out",
        str(out),
        "--warm-up",
        "0.1",
        "--heap",
        "1g",
        "--label",
        "a machine",
        *arguments,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    result = tool.ask("result", path=str(out))
    assert result["environment"]["machineLabel"] == "a machine" and "Java harness" in result["environment"]["userAgent"]
    return result


@pytest.mark.full
def test_every_row_is_measured_and_checked(tool, containers, tmp_path):
    """The other composition, without coordinates, is that of the plan below."""
    composition, coordinates, rounds = "chebi", True, 2
    path = tmp_path / "made.canonical"
    containers.ask("generate", canonical=str(path), count=COUNT, composition=composition, coordinates=coordinates)
    arguments = [
        "--molecules",
        str(COUNT),
        "--repeats",
        str(rounds),
        "--composition",
        composition,
        "--coordinates",
    ]
    result = measured(tool, tmp_path, *arguments)
    assert result["datasets"][0]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert result["plan"]["datasets"] == [
        {
            "source": "workload",
            "workload": "molecules",
            "knobs": {"composition": composition, "coordinates": coordinates},
            "size": COUNT,
            "seed": 42,
        }
    ]
    assert [candidate["format"] for candidate in result["plan"]["candidates"]] == ROWS
    for cell in result["cells"]:
        assert cell["status"] == "completed" and cell["verification"]["verifiedBy"] == "formatlab", cell
        for operation in ("encode", "decode"):
            found = cell["operations"][operation]["rounds"]
            assert [each["round"] for each in found] == list(range(rounds))
            assert all(each["samplesMs"][0] > 0 for each in found)
    for cell, candidate in zip(result["cells"], result["plan"]["candidates"], strict=True):
        if candidate["format"] in ("kryo", "atom-container"):
            ours = containers.ask(
                "encode",
                format=candidate["format"],
                options=candidate["options"],
                canonical=str(path),
                path=str(tmp_path / "ours"),
            )
            # CDK has no classes for some configurations of the stream.
            assert (
                cell["sizeBytes"] == ours["sizeBytes"]
                if candidate["format"] == "kryo"
                else cell["sizeBytes"] <= ours["sizeBytes"]
            )
    assert result["noiseFloor"]["operation"] == "encode" and len(result["noiseFloor"]["b"]) == rounds


@pytest.mark.full
def test_a_plan_is_measured_as_far_as_java_has_it(tool, containers, tmp_path):
    """A missing cell has a reason, and a candidate that is the same in Java is measured once."""
    of = lambda format_id, implementation="formatlab", codec=None, **options: {
        "format": format_id,
        "implementation": implementation,
        "options": options,
        "codec": codec,
    }
    zstd = {"id": "zstd", "level": 3, "implementation": "native", "granularity": "file"}
    candidates = [
        of("smiles"),
        of("smiles", malformed="skip"),
        of("smiles", "rdkit"),
        of("kryo", numbers="fixed-width"),
        of("kryo", codec=zstd),
        of("cml", ids="molecule"),
        of("sdf"),
    ]
    plan = {
        "datasets": [
            {"source": "workload", "workload": name, "knobs": knobs, "size": 25, "seed": 42}
            for name, knobs in (("molecules", {"composition": "chembl", "coordinates": False}), ("events", {}))
        ],
        "candidates": candidates,
        "operations": ["decode", "load"],
        "effort": "quick",
        "seed": 1,
    }
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    result = measured(tool, tmp_path, "--plan", str(tmp_path / "plan.json"))
    assert [info["status"] for info in result["datasets"]] == ["ready", "failed"]
    path = tmp_path / "made.canonical"
    containers.ask("generate", canonical=str(path), count=25, composition="chembl", coordinates=False)
    assert result["datasets"][0]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [cell["status"] for cell in result["cells"]] == [
        "completed",
        "unsupported",
        "unsupported",
        "completed",
        "unsupported",
        "unsupported",
        "unsupported",
    ]
    assert "candidate 1" in result["cells"][1]["reason"] and "RDKit" in result["cells"][2]["reason"]
    for cell in result["cells"]:
        if cell["status"] == "completed":
            assert (
                cell["operations"]["decode"]["status"] == "measured"
                and len(cell["operations"]["decode"]["rounds"]) == 8
            )
            assert cell["operations"]["load"]["status"] == "unsupported"

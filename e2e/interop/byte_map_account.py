"""What a map of a file's bytes must always fulfil, and sums over its parts, for the tests that compare maps with a reference's account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

Part = dict[str, Any]


def assert_exact(answer: dict[str, Any], path: Path, unknown_share: float = 0) -> None:
    """The parts add up to the file, and what stands in one piece touches nothing else."""
    assert "refusal" not in answer, answer
    file_bytes = path.stat().st_size
    assert answer["fileBytes"] == file_bytes
    assert sum(part["bytes"] for part in answer["parts"]) == file_bytes
    for part in all_parts(answer["parts"]):
        assert part["bytes"] > 0
        if "parts" in part:
            assert sum(each["bytes"] for each in part["parts"]) == part["bytes"]
        else:
            assert part["span"]["bytes"] == part["bytes"]
    assert sum(span["bytes"] for span in answer["spans"]) == file_bytes
    end = 0
    for span in answer["spans"]:
        if span.get("pieces", 1) > 1:
            continue
        assert span["offset"] >= end
        end = span["offset"] + span["bytes"]
    assert answer["kinds"].get("unknown", 0) <= unknown_share * file_bytes, answer["kinds"]


def all_parts(parts: list[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from all_parts(part.get("parts", []))


def part_named(answer: dict[str, Any], name: str) -> Part:
    return next(part for part in all_parts(answer["parts"]) if part["name"] == name)


def bytes_of_kind(part: Part, *kinds: str) -> int:
    """The bytes of the kinds in a part."""
    if "parts" in part:
        return sum(bytes_of_kind(each, *kinds) for each in part["parts"])
    return int(part["bytes"]) if part["span"]["kind"] in kinds else 0


def columns_of(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {column["name"]: column for column in answer["columns"]}

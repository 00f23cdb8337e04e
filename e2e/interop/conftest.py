"""What several tests share: the tools that draw byte maps and read files, and what pytest says of unequal bytes: where they differ, not what they all are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from java_tool import end_java
from reference_root import Tool
from work import start_counting, write_counts

start_counting()
#: Reads the conformance matrix, which run.mjs leaves out together with the tests that are pinned.
collect_ignore = ["test_conformance.py"] if os.environ.get("FORMATLAB_PINNED") == "skip" else []

BytesLike = (bytes, bytearray, memoryview)
#: So many bytes are shown from the first one that differs.
SHOWN_BYTES = 16


def pytest_assertrepr_compare(op: str, left: Any, right: Any) -> list[str] | None:
    if op != "==" or not (isinstance(left, BytesLike) and isinstance(right, BytesLike)):
        return None
    a, b = bytes(left), bytes(right)
    shorter = min(len(a), len(b))
    at = next((index for index in range(shorter) if a[index] != b[index]), shorter)
    end = at + SHOWN_BYTES
    return [
        f"{len(a)} bytes == {len(b)} bytes",
        f"They differ from byte {at} on: {a[at:end].hex(' ') or 'the end'} is not {b[at:end].hex(' ') or 'the end'}.",
    ]


def pytest_sessionfinish() -> None:
    """Runs in each worker of pytest."""
    end_java()
    write_counts()


@pytest.fixture(scope="module")
def tool() -> Iterator[Tool]:
    """The product's byte maps and parts of files, for Node."""
    made_tool = Tool("byte_map/tool.mjs")
    yield made_tool
    made_tool.close()


@pytest.fixture(scope="module")
def reader() -> Iterator[Tool]:
    """The product's own readers of a user's file, for Node."""
    made = Tool("own_file/tool.mjs")
    yield made
    made.close()

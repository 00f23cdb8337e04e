"""Selects the interop tests that only the full suite runs: `npm test` runs those without the marker `full`."""

from __future__ import annotations

from typing import Any

import pytest

#: Molecules of a generated dataset in the quick suite: most faults show in far fewer, and the full suite has some hundreds.
QUICK_MOLECULES = 200
#: Molecules of a generated dataset that go through a format and back in the full suite; what is said of their shares is tested of more (test_molecules.py).
FULL_MOLECULES = 300


def full(*values: Any, id: str | None = None) -> Any:
    """A pytest parameter set that only the full suite runs."""
    return pytest.param(*values, marks=pytest.mark.full, id=id)


def counted(name: str, count: int, *rest: Any) -> list[Any]:
    """Generated molecules as (name, *rest, count). The quick suite runs a few with ChEMBL's composition, the page's default. The full suite begins with
    the same, and adds the other compositions, and ChEMBL's only where the test needs many: the few are the first of the many."""
    if not name.startswith("chembl"):
        return [full((name, *rest, count), id=name)]
    few = pytest.param((name, *rest, QUICK_MOLECULES), id=f"{name}, {QUICK_MOLECULES}")
    return [few] if count <= FULL_MOLECULES else [few, full((name, *rest, count), id=name)]

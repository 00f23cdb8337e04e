"""What of the interop tests is left to the full suite: `npm test` runs those without the marker `full`."""

from __future__ import annotations

from typing import Any

import pytest

#: Molecules of a generated dataset in the quick suite: most faults show in far fewer, and the full suite has the sources' thousands.
QUICK_MOLECULES = 200


def full(*values: Any, id: str | None = None) -> Any:
    """A parameter set that only the full suite has."""
    return pytest.param(*values, marks=pytest.mark.full, id=id)


def counted(name: str, count: int, *rest: Any) -> list[Any]:
    """Generated molecules as (name, *rest, count): all for the full suite; of ChEMBL's composition, which the page opens with, few for the quick one."""
    few = pytest.param((name, *rest, QUICK_MOLECULES), id=f"{name}, {QUICK_MOLECULES}")
    return [*([few] if name.startswith("chembl") else []), full((name, *rest, count), id=name)]

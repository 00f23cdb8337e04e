"""Which texts tell which facts; workers/model/testing/telling.test.ts has the same cases."""

from __future__ import annotations

import pytest

from telling import telling

pytestmark = pytest.mark.pinned


@pytest.mark.parametrize(
    "text, facts, told",
    [
        ("Column “x”: 1 of 2 numbers", ["x", 1, 2], True),
        ("2 numbers of 1 column, “x”", ["x", 1, 2], True),
        ("Column “x”: 1 of 2 numbers", ["y"], False),
        ("16,777,217 numbers", [1], False),
        ("1.5 numbers", [1], False),
        ("1,5 and 1", [1], True),
        ("It ends with 1.", [1], True),
        ("extra", ["x"], False),
        ("a+b (c)\n[d]", ["a+b", "(c)", "[d]"], True),
        ("2 of 12", ["2 of 1"], False),
        ("9007199254740993", [9_007_199_254_740_993], True),
    ],
)
def test_facts_are_told(text, facts, told):
    assert (telling(*facts).search(text) is not None) == told

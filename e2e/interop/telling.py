"""The facts that a sentence tells, for tests that must not fail where it is reworded; the counterpart of workers/model/testing/telling.ts."""

from __future__ import annotations

import re

NUMBER = re.compile(r"-?\d[\d.,]*")


def alone(fact: str) -> str:
    """A number stands alone: 1 is not in 16,777,217 or 1.5. A name that begins or ends with a letter or digit is no part of a longer word."""
    if NUMBER.fullmatch(fact):
        return rf"(?<![\d.,]){re.escape(fact)}(?!\d|[.,]\d)"
    before = r"(?<![^\W_])" if fact[:1].isalnum() else ""
    after = r"(?![^\W_])" if fact[-1:].isalnum() else ""
    return f"{before}{re.escape(fact)}{after}"


def telling(*facts: str | float) -> re.Pattern[str]:
    """Finds a text that tells these facts (numbers, names, values, units) in any order and any words."""
    return re.compile("^" + "".join(f"(?=.*{alone(str(fact))})" for fact in facts), re.DOTALL)

"""The page's seeded generator (workers/model/random.ts), which draws the same numbers here. Part of the script that
Formatlab exports."""

from __future__ import annotations

from collections.abc import Callable

MASK = 0xFFFFFFFF


def below_of(seed: int) -> Callable[[int], int]:
    """Draws whole numbers in [0, bound) by sfc32 (Chris Doty-Humphrey, PractRand). splitmix32 initialises its state."""
    mix = seed & MASK

    def split() -> int:
        nonlocal mix
        mix = (mix + 0x9E3779B9) & MASK
        z = ((mix ^ (mix >> 16)) * 0x85EBCA6B) & MASK
        z = ((z ^ (z >> 13)) * 0xC2B2AE35) & MASK
        return z ^ (z >> 16)

    a, b, c, counter = split(), split(), split(), 1

    def word() -> int:
        nonlocal a, b, c, counter
        total = (a + b + counter) & MASK
        counter = (counter + 1) & MASK
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & MASK
        c = (((c << 21) & MASK) | (c >> 11)) & MASK
        c = (c + total) & MASK
        return total

    for _ in range(12):
        word()
    # Uses doubles, for the same rounding as in the page.
    return lambda bound: int(word() / 2**32 * bound)

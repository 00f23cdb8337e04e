"""The clock of bench:formats' native side: warm-up, batches and samples by the rules of the page (workers/engine/)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Effort:
    """The limits of the page's effort "standard". `workers` times, warm-up and samples are taken."""

    workers: int
    warmUpMinMs: float
    warmUpMinCalls: int
    warmUpCapMs: float
    samplesMin: int
    samplesMs: float
    samplesCapMs: float
    sampleTargetMs: float


def sample_ms(work: Callable[[], Any], calls: int = 1) -> float:
    """Milliseconds per call. What the last call made is freed after the clock has stopped."""
    made: Any = None
    started = time.perf_counter()
    for _ in range(calls):
        made = work()
    elapsed = time.perf_counter() - started
    del made
    return elapsed * 1_000 / calls


def warm_up(work: Callable[[], Any], effort: Effort) -> float:
    """The fastest call in milliseconds."""
    times: list[float] = []
    while sum(times) < effort.warmUpCapMs and (len(times) < effort.warmUpMinCalls or sum(times) < effort.warmUpMinMs):
        times.append(sample_ms(work))
    return min(times)


def samples_ms(work: Callable[[], Any], effort: Effort) -> list[float]:
    samples: list[float] = []
    for _ in range(effort.workers):
        fastest = warm_up(work, effort)
        calls = max(1, math.ceil(effort.sampleTargetMs / max(fastest, 1e-3)))
        taken: list[float] = []
        while True:
            passed = sum(taken) * calls
            enough = len(taken) >= effort.samplesMin and passed >= effort.samplesMs
            if taken and (enough or passed >= effort.samplesCapMs):
                break
            taken.append(sample_ms(work, calls))
        samples += taken
    return samples

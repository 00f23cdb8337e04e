"""Times a call with warm-up, batches and samples by the page's rules (workers/engine/batching.ts, warm-up.ts,
sampling.ts). Part of the script that Formatlab exports."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

SAMPLE_MIN_MS = 5
RESOLUTION_SHARE = 0.01
CALLS_MAX = 1 << 24
AGREEMENT = 0.05
CAP_FACTOR = 5
SAMPLES_MAX = 100_000


def timer_step_ms() -> float:
    """The smallest step of the clock over 50 changes."""
    steps: list[int] = []
    previous = perf_counter_ns()
    while len(steps) < 50:
        now = perf_counter_ns()
        if now > previous:
            steps.append(now - previous)
        previous = now
    return min(steps) / 1e6


def calls_per_sample(fastest_ms: float, target_ms: float) -> int:
    if not fastest_ms > 0:
        return CALLS_MAX
    return min(CALLS_MAX, max(1, math.ceil(target_ms / fastest_ms)))


def timed(call: Callable[[], Any], calls: int) -> tuple[float, Any]:
    """Returns the milliseconds of `count` calls and the last result. Each result is released before the next call,
    inside the clock."""
    last = None
    turns = range(calls)
    start = perf_counter_ns()
    for _ in turns:
        last = call()
    return (perf_counter_ns() - start) / 1e6, last


def measure(
    call: Callable[[], Any], effort: dict, step_ms: float, cold_ms: float, beat: Callable[[], None]
) -> tuple[dict, Any]:
    """The warm-up and the samples of one operation whose first call took `cold_ms`, in the form of a result without the
    round, and the last call's result."""
    target_ms = max(SAMPLE_MIN_MS, step_ms / 2 / RESOLUTION_SHARE)
    window_ms = max(target_ms, effort["warmUpMinMs"] / 4)
    passed, calls, fastest, previous, agreed, last = cold_ms, 1, math.inf, None, False, None
    batch = calls_per_sample(cold_ms, target_ms) if cold_ms > 0 else 1
    while passed < effort["warmUpCapMs"]:
        best, window = math.inf, 0.0
        while window < window_ms and passed < effort["warmUpCapMs"]:
            elapsed, last = timed(call, batch)
            calls += batch
            window += elapsed
            passed += elapsed
            if elapsed >= target_ms:
                best = min(best, elapsed / batch)
            else:
                batch = min(batch * 10, max(batch + 1, calls_per_sample(elapsed / batch, target_ms)))
            beat()
        if math.isinf(best):
            continue
        fastest = min(fastest, best)
        agreed = previous is not None and abs(best - previous) <= AGREEMENT * min(best, previous)
        previous = best
        if agreed and passed >= effort["warmUpMinMs"] and calls >= effort["warmUpMinCalls"]:
            break
    per_sample = calls_per_sample(fastest if math.isfinite(fastest) else passed / calls, target_ms)
    samples: list[float] = []
    sampled = 0.0
    while True:
        elapsed, last = timed(call, per_sample)
        sampled += elapsed
        samples.append(elapsed / per_sample)
        beat()
        enough = len(samples) >= effort["samplesMin"] and sampled >= effort["samplesMs"]
        if enough or sampled >= CAP_FACTOR * effort["samplesMs"] or len(samples) >= SAMPLES_MAX:
            break
    return {
        "coldMs": cold_ms,
        "warmUpMs": passed,
        "warmUpCalls": calls,
        "warm": agreed,
        "callsPerSample": per_sample,
        "samplesMs": samples,
    }, last

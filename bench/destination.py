"""Decode times of the destination-specific format by the reader in Python, beside pickle's, for growing arrays and dictionaries.

    node scripts/python.mjs bench/destination.py [--most N]

Medians of single calls; files are mapped, and I/O is left out, as in source 001: what is timed begins with bytes in memory. Look at ratios, not at times: the machine differs.
"""

from __future__ import annotations

import argparse
import pickle
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e/interop"))

from destination_format import decode, encode, map_file

SIZES = (1_000, 10_000, 100_000, 1_000_000, 4_000_000)


def medians_ms(works: dict, budget_s: float) -> dict:
    """By turns, so that what else the machine does meets all alike."""
    samples: dict[Any, list[float]] = {key: [] for key in works}
    began = time.perf_counter()
    while min(map(len, samples.values())) < 3 or (
        time.perf_counter() - began < budget_s and max(map(len, samples.values())) < 5_000
    ):
        for key, work in works.items():
            # Several in a row, for up to 10 ms: the first finds the caches full of what came before.
            turn = time.perf_counter()
            for _ in range(50):
                started = time.perf_counter_ns()
                work()
                samples[key].append((time.perf_counter_ns() - started) / 1e6)
                if time.perf_counter() - turn > 0.01:
                    break
    return {key: statistics.median(found) for key, found in samples.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="number of elements of the largest array")
    most = parser.parse_args().most
    sizes = [size for size in SIZES if size <= most]
    generator = np.random.default_rng(1)
    makers: dict[str, Callable[[int], Any]] = {
        "float64 array": lambda count: generator.random(count),
        "array of texts": lambda count: np.array([f"text {i}" for i in range(count)]),
        "dict of text to float64": lambda count: {f"{i:026d}": float(v) for i, v in enumerate(generator.random(count))},
    }
    readers: dict[str, Callable[[Any], Any]] = {"destination": decode, "pickle 5": pickle.loads}
    with tempfile.TemporaryDirectory() as folder:
        for name, make in makers.items():
            works = {}
            for count in sizes:
                data = make(count)
                path = Path(folder) / f"{name} {count}.dsf"
                path.write_bytes(encode(data))
                for reader, source in (("destination", map_file(path)), ("pickle 5", pickle.dumps(data, 5))):
                    works[reader, count] = lambda reader=reader, source=source: readers[reader](source)
                del data
            found = medians_ms(works, 10)
            print(
                f"\n{name}: milliseconds (times those of {sizes[0]:,} elements)\n{'elements':>10}"
                + "".join(f"{reader:>24}" for reader in readers)
            )
            for count in sizes:
                print(
                    f"{count:>10,}"
                    + "".join(
                        f"{found[reader, count]:14.5f} ({found[reader, count] / found[reader, sizes[0]]:7.1f})"
                        for reader in readers
                    )
                )


main()

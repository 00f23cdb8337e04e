"""The native side of `npm run bench:formats`: the same work by Python's libraries, in memory, on one thread.

Answers each line of standard input, a JSON object with `ask`, by a line of JSON, which has `error` if the work failed:

    {"ask": "versions"}
    {"ask": "prepare", "format", "settings": {…}, "workload", "size"}: makes the data and a file, which `time` then uses
    {"ask": "time", "operation", "effort": {…}}: milliseconds per call of each sample; the limits are those of format_bench_clock.Effort

Data is made before the clock starts, as in the page.
"""

from __future__ import annotations

import gc
import hashlib
import importlib.metadata
import json
import platform
import sys
from collections.abc import Callable
from typing import Any

from format_bench_clock import Effort, samples_ms

PACKAGES = ("h5py", "msgpack", "numpy", "pandas", "pyarrow")


class Side:
    """One case at a time."""

    def __init__(self) -> None:
        self.works: dict[str, Callable[[], Any]] = {}

    def versions(self) -> dict:
        return {
            "python": f"CPython {platform.python_version()}",
            "packages": {name: importlib.metadata.version(name) for name in PACKAGES},
        }

    def prepare(self, format: str, settings: dict, workload: str, size: int) -> dict:
        from format_bench_cases import CASES
        from format_bench_data import dataset_of, sha256_of

        self.works = {}
        gc.collect()
        encode, decode = CASES[format](dataset_of(workload, size), **settings)
        file = encode()
        self.works = {"encode": encode, "decode": lambda: decode(file)}
        return {
            "sizeBytes": len(file),
            "sha256": hashlib.sha256(file).hexdigest(),
            "datasetSha256": sha256_of(workload, size),
        }

    def time(self, operation: str, effort: dict) -> dict:
        return {"samplesMs": samples_ms(self.works[operation], Effort(**effort))}


def main() -> None:
    side = Side()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(side, request.pop("ask"))(**request)
        except Exception as error:  # noqa: BLE001 - whatever fails here fails one cell only
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""Makes the files of `npm run bench:first-answer`: everyday tables of several types, from 5 MB to 10 GB.

Usage: make_files.py FOLDER NAME…

A file that is there already is kept. Every file is written by the library that its users take. Rows are drawn from a seed, so that all
runs of the bench open the same values.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

SEED = 20_261_128
CHUNK_ROWS = 500_000
WORDS = pa.array(["", "please", "leave", "at", "the", "door", "ring", "twice", "fragile", "gift", "call"])


def named(prefix: str, numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]", count: int) -> pa.Array:
    """Names such as `customer-17`, one for each number below the count. A dictionary makes them quickly."""
    names = pa.array([f"{prefix}-{number}" for number in range(count)])
    return pa.DictionaryArray.from_arrays(pa.array(numbers), names).cast(pa.string())


def orders(row_count: int) -> Iterator[pa.Table]:
    """Orders in chunks: ids, times, names, categories, amounts with gaps, flags and free text."""
    rng = np.random.default_rng(SEED)
    milliseconds = 1_735_689_600_000
    for start in range(0, row_count, CHUNK_ROWS):
        count = min(CHUNK_ROWS, row_count - start)
        times = milliseconds + np.cumsum(rng.integers(0, 60_000, count))
        milliseconds = int(times[-1])
        customers = (rng.random(count) ** 2 * 40_000).astype(np.int64)
        notes = np.where(rng.random(count) < 0.8, 0, rng.integers(1, len(WORDS), count))
        yield pa.table(
            {
                "order_id": np.arange(start + 1, start + 1 + count),
                "ordered_at": pa.array(times, pa.timestamp("ms", "UTC")),
                "customer": named("customer", customers, 40_000),
                "country": pa.array(["DE", "FR", "NL", "US", "JP"]).take(pa.array(rng.integers(0, 5, count))),
                "product": named("SKU", rng.integers(0, 900, count), 900),
                "quantity": pa.array(rng.integers(1, 10, count).astype(np.int32)),
                "unit_price": np.round(np.exp(rng.random(count) * 6) + 1, 2),
                "discount": pa.array(np.round(rng.random(count) * 0.3, 2), mask=rng.random(count) < 0.7),
                "express": pa.array(rng.random(count) < 0.1),
                "note": WORDS.take(pa.array(notes)),
            }
        )


def write_parquet(path: Path, row_count: int, target_bytes: int | None = None) -> None:
    """Orders as pyarrow writes them, with row groups of 500,000 rows. With a target, until the file has so many bytes."""
    tables = orders(row_count)
    first = next(tables)
    with pq.ParquetWriter(path, first.schema, compression="snappy") as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)
            if target_bytes is not None and path.stat().st_size >= target_bytes:
                break


def write_csv(path: Path, target_bytes: int) -> None:
    """Orders as pyarrow writes CSV, until the file has so many bytes."""
    tables = orders(2**40)
    first = next(tables)
    with path.open("wb") as sink, pa_csv.CSVWriter(sink, first.schema) as writer:
        # The first chunk alone is larger than a small file.
        step = 20_000 if target_bytes < 50_000_000 else CHUNK_ROWS
        table: pa.Table | None = first
        while table is not None:
            for start in range(0, table.num_rows, step):
                writer.write_table(table.slice(start, step))
                sink.flush()
                if path.stat().st_size >= target_bytes:
                    return
            table = next(tables, None)


def write_json_lines(path: Path, target_bytes: int) -> None:
    """Orders as pandas writes JSON lines, until the file has so many bytes."""
    frame = next(orders(CHUNK_ROWS)).to_pandas()
    with path.open("w", encoding="utf-8") as sink:
        for start in range(0, len(frame), 1_000):
            frame.iloc[start : start + 1_000].to_json(sink, orient="records", lines=True, date_format="iso")
            if sink.tell() >= target_bytes:
                return


def write_npy(path: Path, target_bytes: int) -> None:
    """Readings of 64 sensors as float32, of which each wanders."""
    rng = np.random.default_rng(SEED)
    rows = target_bytes // 256
    steps = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(rows, 64))
    level = np.zeros(64)
    for start in range(0, rows, 50_000):
        count = min(50_000, rows - start)
        walk = level + np.cumsum(rng.normal(0, 0.1, (count, 64)), axis=0)
        steps[start : start + count] = np.round(walk, 3)
        level = walk[-1]
    steps.flush()


def write_hdf5(path: Path, target_bytes: int) -> None:
    """Readings of sensors as chunked datasets of one length, gzip 4 with shuffle."""
    rng = np.random.default_rng(SEED)
    rows = target_bytes // 12
    with h5py.File(path, "w") as file:
        options = {"chunks": (65_536,), "compression": "gzip", "compression_opts": 4, "shuffle": True}
        file.create_dataset("time", data=np.cumsum(rng.integers(900, 1_100, rows)), **options)
        file.create_dataset("value", data=np.cumsum(rng.normal(0, 0.1, rows)), **options)
        file.create_dataset("sensor", data=rng.integers(0, 64, rows).astype(np.uint8), **options)


MB = 1_000_000
MAKERS: dict[str, Callable[[Path], None]] = {
    "orders-20MB.csv": lambda path: write_csv(path, 20 * MB),
    "orders-6M-rows.parquet": lambda path: write_parquet(path, 6_000_000),
    "orders-450MB.parquet": lambda path: write_parquet(path, 2**40, 450 * MB),
    "orders-5MB.jsonl": lambda path: write_json_lines(path, 5 * MB),
    "orders-2GB.csv": lambda path: write_csv(path, 2_000 * MB),
    "orders-10GB.parquet": lambda path: write_parquet(path, 2**40, 10_000 * MB),
    "sensors-300MB.npy": lambda path: write_npy(path, 300 * MB),
    "sensors-100MB.h5": lambda path: write_hdf5(path, 100 * MB),
}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        path = folder / name
        if path.exists():
            continue
        print(f"Making {name} …", flush=True)
        # A file that was cut short by Ctrl+C must not count as made.
        unfinished = path.with_suffix(f"{path.suffix}.part")
        MAKERS[name](unfinished)
        unfinished.rename(path)


main()

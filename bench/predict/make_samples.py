"""Makes the tables of `npm run bench:predict`, their true sizes, and samples of them.

Usage: make_samples.py FOLDER NAME…

Prints the group and the name of each table. For each table: `whole.json` with its rows and its size as pyarrow writes it in each format, and a Parquet file for each sample of
contiguous units, one of each stratum. A table that is there already is kept. Values are drawn from a seed.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from pyarrow import ipc

from held_out import HELD_OUT
from held_out import SAMPLES as SAMPLES_HELD_OUT

Rng = np.random.Generator
#: Share of the rows, units, seed.
SAMPLES = ((0.04, 8, 1), (0.04, 24, 2), (0.1, 16, 3))
LETTERS = list("abcdefghijklmnopqrstuvwxyz")


def zipf(rng: Rng, rows: int, values: int, exponent: float = 1.1) -> NDArray[np.int64]:
    """Numbers below `values`, small ones most often."""
    weights = 1 / np.arange(1, values + 1) ** exponent
    return rng.choice(values, rows, p=weights / weights.sum())


def names(rng: Rng, count: int, shortest: int = 5, longest: int = 14) -> list[str]:
    """Words of random letters."""
    return ["".join(rng.choice(LETTERS, rng.integers(shortest, longest))) for _ in range(count)]


def pick(values: list[str], which: NDArray[Any]) -> pa.Array:
    """The texts at these places."""
    codes = pa.array(which.astype(np.int32))
    return pa.DictionaryArray.from_arrays(codes, pa.array(values)).cast(pa.string())


def times(milliseconds: NDArray[Any]) -> pa.Array:
    """Instants from milliseconds since 1970."""
    return pa.array(milliseconds.astype(np.int64)).cast(pa.timestamp("ms"))


def sorted_series(rng: Rng) -> pa.Table:
    """A time series in order, with a random walk."""
    rows = 3_000_000
    return pa.table(
        {
            "t": times(1.7e12 + np.cumsum(rng.exponential(250, rows))),
            "sensor": rng.integers(0, 50, rows).astype(np.int32),
            "value": np.round(np.cumsum(rng.normal(0, 0.1, rows)) + 20, 2),
            "status": pick(["ok", "warn", "err"], (rng.random(rows) > 0.97).astype(int) + (rng.random(rows) > 0.99)),
        }
    )


def clustered_keys(rng: Rng) -> pa.Table:
    """Orders by customer: some thirty rows of each follow one another."""
    counts = rng.poisson(30, 120_000) + 1
    key = np.repeat(np.sort(rng.choice(10**8, len(counts), replace=False)), counts)
    rows = len(key)
    return pa.table(
        {
            "customer": key.astype(np.int64),
            "name": pick(names(rng, len(counts)), np.repeat(np.arange(len(counts)), counts)),
            "day": rng.integers(0, 2000, rows).astype(np.int32),
            "product": zipf(rng, rows, 30_000).astype(np.int32),
            "amount": np.round(rng.lognormal(3, 1, rows), 2),
        }
    )


def monotonic_ids(rng: Rng) -> pa.Table:
    """Ids that count up, foreign keys at random."""
    rows = 3_000_000
    return pa.table(
        {
            "id": np.arange(rows) + 10**6,
            "fk": rng.integers(0, 100_000, rows).astype(np.int32),
            "at": times(1.6e12 + np.cumsum(rng.integers(0, 3000, rows))),
            "flag": rng.random(rows) < 0.1,
        }
    )


def drifting(rng: Rng) -> pa.Table:
    """Codes that come and go, values whose spread and gaps change over the file."""
    rows = 3_000_000
    place = np.linspace(0, 1, rows)
    code = np.clip(place * 40_000 + zipf(rng, rows, 20_000, 0.7) * (0.2 + place), 0, 59_999)
    return pa.table(
        {
            "code": pick(names(rng, 60_000), code.astype(int)),
            "v": np.round(rng.normal(100 * place, 1 + 20 * place, rows), 2),
            "w": np.where(rng.random(rows) < place, rng.normal(0, 1, rows), 0.0),
            "k": rng.poisson(5 + 50 * place).astype(np.int32),
        }
    )


def repeated_blocks(rng: Rng) -> pa.Table:
    """Blocks of 5,000 rows, each drawn from 300."""
    rows, block, pool = 3_000_000, 5_000, 300
    at = np.repeat(rng.integers(0, pool, rows // block), block) * block + np.tile(np.arange(block), rows // block)
    values = np.round(rng.normal(0, 100, pool * block), 3)
    return pa.table(
        {
            "v": values[at],
            "name": pick(names(rng, pool * 50), (at * 7919) % (pool * 50)),
            "i": at.astype(np.int64),
            "z": rng.integers(0, 1000, rows).astype(np.int16),
        }
    )


def random_floats(rng: Rng) -> pa.Table:
    """Numbers without a pattern."""
    return pa.table({name: rng.normal(0, 1, 3_000_000) for name in "abcd"})


def few_values(rng: Rng) -> pa.Table:
    """Categories and flags."""
    rows = 6_000_000
    return pa.table(
        {
            "country": pick(names(rng, 200), zipf(rng, rows, 200)),
            "device": pick(names(rng, 5), zipf(rng, rows, 5)),
            "paid": rng.random(rows) < 0.2,
            "age": np.clip(rng.normal(40, 15, rows), 0, 110).astype(np.uint8),
            "segment": zipf(rng, rows, 40).astype(np.int16),
        }
    )


def taxi_rides(rng: Rng) -> pa.Table:
    """Rides that are nearly in order, with prices that follow from distances."""
    rows = 3_000_000
    start = 1.7e12 + np.cumsum(rng.exponential(900, rows))
    miles = np.round(rng.lognormal(0.8, 0.8, rows), 2)
    seconds = np.round(miles * 240 + rng.gamma(3, 100, rows))
    fare = np.round((3 + miles * 2.5 + seconds / 120) / 0.5) * 0.5
    tip = np.where(rng.random(rows) < 0.6, np.round(fare * rng.choice([0.15, 0.2, 0.25], rows), 2), 0)
    return pa.table(
        {
            "pickup": times(np.floor((start + rng.normal(0, 60_000, rows)) / 1000) * 1000),
            "dropoff": times(np.floor((start + seconds * 1000) / 1000) * 1000),
            "from": zipf(rng, rows, 265, 0.9).astype(np.int16),
            "to": zipf(rng, rows, 265, 0.7).astype(np.int16),
            "miles": miles,
            "fare": fare,
            "tip": tip,
            "payment": zipf(rng, rows, 5, 2).astype(np.int8),
        }
    )


def tracks(rng: Rng) -> pa.Table:
    """Positions of devices, one device after the other."""
    rows = 3_000_000
    return pa.table(
        {
            "device": np.repeat(np.arange(rows // 3000), 3000).astype(np.int32),
            "lat": np.round(np.cumsum(rng.normal(0, 1e-4, rows)) + 47, 6),
            "lon": np.round(np.cumsum(rng.normal(0, 1e-4, rows)) + 8, 6),
            "speed": np.round(np.abs(rng.normal(12, 6, rows)), 1).astype(np.float32),
            "t": times(1.7e12 + np.arange(rows) * 997.0),
            "ok": rng.random(rows) < 0.99,
        }
    )


def variants(rng: Rng) -> pa.Table:
    """Places in a genome, in order."""
    rows = 5_000_000
    chromosome = np.sort(rng.integers(1, 23, rows))
    position = np.concatenate([np.sort(rng.integers(1, 2 * 10**8, n)) for n in np.bincount(chromosome)[1:]])
    return pa.table(
        {
            "chrom": pick([f"chr{number}" for number in range(23)], chromosome),
            "pos": position.astype(np.int32),
            "ref": pick(list("ACGT"), rng.integers(0, 4, rows)),
            "alt": pick(list("ACGT"), rng.integers(0, 4, rows)),
            "qual": np.round(rng.gamma(5, 12, rows), 1).astype(np.float32),
            "depth": rng.poisson(30, rows).astype(np.int16),
        }
    )


TABLES: dict[str, Callable[[Rng], pa.Table]] = {
    maker.__name__: maker
    for maker in (
        sorted_series,
        clustered_keys,
        monotonic_ids,
        drifting,
        repeated_blocks,
        random_floats,
        few_values,
        taxi_rides,
        tracks,
        variants,
    )
}


def parquet_bytes(table: pa.Table, **settings: Any) -> int:
    """The size of a Parquet file."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, **settings)
    return int(sink.getvalue().size)


def arrow_bytes(table: pa.Table, codec: str) -> int:
    """The size of an Arrow file with batches of 65,536 rows."""
    sink = pa.BufferOutputStream()
    with ipc.new_file(sink, table.schema, options=ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(table, max_chunksize=65_536)
    return int(sink.getvalue().size)


def whole_sizes(table: pa.Table) -> dict[str, int]:
    """The true sizes, by the names that sampled-cells.ts gives to the same candidates."""
    zstd = {"compression": "zstd", "compression_level": 3}
    return {
        "parquet zstd 3": parquet_bytes(table, **zstd),
        "parquet snappy": parquet_bytes(table, compression="snappy"),
        "parquet uncompressed": parquet_bytes(table, compression="none"),
        "parquet zstd 3, row groups of 131,072": parquet_bytes(table, **zstd, row_group_size=131_072),
        "parquet zstd 3, plain": parquet_bytes(table, **zstd, use_dictionary=False),
        "arrow zstd 1": arrow_bytes(table, "zstd"),
        "arrow lz4": arrow_bytes(table, "lz4"),
    }


def make(folder: Path, name: str) -> None:
    """Writes one table's samples and true sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    seed = sum(map(ord, name))
    makers = HELD_OUT if name in HELD_OUT else TABLES
    sink = pa.BufferOutputStream()
    pq.write_table(makers[name](np.random.default_rng(seed)), sink)
    # As it is read from a file: without values behind nulls, which numpy's arrays have.
    table = pq.read_table(sink.getvalue()).combine_chunks()
    samples = []
    for index, (share, units, sample_seed) in enumerate(SAMPLES_HELD_OUT if name in HELD_OUT else SAMPLES):
        rng = np.random.default_rng(sample_seed * 1000 + units)
        rows = int(table.num_rows * share) // units
        edges = np.linspace(0, table.num_rows, units + 1).astype(int)
        starts = [int(rng.integers(edges[unit], edges[unit + 1] - rows + 1)) for unit in range(units)]
        cut = pa.concat_tables([table.slice(start, rows) for start in starts]).combine_chunks()
        pq.write_table(cut, folder / f"{index}.parquet", compression="zstd")
        samples.append([rows] * units)
    whole = {"rows": table.num_rows, "samples": samples, "bytes": whole_sizes(table)}
    (folder / "whole.json").write_text(json.dumps(whole), encoding="utf-8")


if __name__ == "__main__":
    for wanted in sys.argv[2:] or [*TABLES, *HELD_OUT]:
        target = Path(sys.argv[1]) / wanted
        if not (target / "whole.json").exists():
            make(target, wanted)
        print("held out" if wanted in HELD_OUT else "chosen on", wanted, sep="\t", flush=True)

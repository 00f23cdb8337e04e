"""Beside `search.mjs`: makes the large table, and writes the tables of Parquet files with pyarrow's default settings for Zstandard.

python search.py make 50 20 table.parquet    a table of 50 MB and 20 columns, as an uncompressed Parquet file
python search.py default FILE…               the size of each Parquet file's table by pq.write_table(compression="zstd"), one JSON line
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

SEED = 19
WORDS = ("parcel", "letter", "box", "crate", "envelope", "pallet", "tube", "bag", "urgent", "fragile", "signed", "late")


def orders(rows: int) -> dict[str, pa.Array]:
    """Orders of a shop, as a database exports them: keys, dates, names that repeat, prices, free text, a few nulls, measured values."""
    rng = np.random.default_rng(SEED)
    customer = (rng.zipf(1.3, rows) * 7919) % 40_000
    product = (rng.zipf(1.2, rows) * 104_729) % 3_000
    store = customer % 120
    placed = 1_700_000_000_000 + np.cumsum(rng.exponential(900, rows)).astype(np.int64)
    price = np.round(3 + (product * 37 % 997) / 7 + rng.integers(0, 3, rows) * 0.5, 2)
    amount = 1 + rng.geometric(0.6, rows)
    days = rng.gamma(2.0, 1.5, rows)
    lat = 40 + store * 0.013 + np.round(rng.normal(0, 0.02, rows), 6)
    lon = -75 + store * 0.017 + np.round(rng.normal(0, 0.02, rows), 6)
    status = rng.choice(["delivered", "returned", "lost", "open"], rows, p=[0.9, 0.06, 0.01, 0.03])
    words = rng.integers(0, len(WORDS), (rows, 3))
    note = np.where(rng.random(rows) < 0.12, [" ".join(WORDS[word] for word in three) for three in words], "")
    weight = np.round(np.exp(rng.normal(0, 0.8, rows)), 3).astype(np.float32)
    return {
        "order_id": pa.array(np.arange(rows) + 5_000_000),
        "placed_at": pa.array(placed, pa.timestamp("ms", tz="UTC")),
        "customer_id": pa.array(customer),
        "customer": pa.array([f"Customer {value:05d}" for value in customer]),
        "store": pa.array([f"Store {value} in district {value % 9}" for value in store]),
        "product_id": pa.array(product),
        "product": pa.array([f"{WORDS[value % 12]} no. {value}" for value in product]),
        "amount": pa.array(amount.astype(np.int32)),
        "unit_price": pa.array(price),
        "total": pa.array(np.round(price * amount, 2)),
        "tax": pa.array(np.round(price * amount * 0.08, 2)),
        "discount": pa.array(rng.choice([0.0, 0.05, 0.1, 0.25], rows, p=[0.8, 0.1, 0.07, 0.03])),
        "status": pa.array(status),
        "delivered_days": pa.array(days, mask=status != "delivered"),
        "latitude": pa.array(lat),
        "longitude": pa.array(lon),
        "weight_kg": pa.array(weight),
        "is_gift": pa.array(rng.random(rows) < 0.04),
        "session": pa.array([value.tobytes().hex() for value in rng.integers(0, 2**63, rows)]),
        "note": pa.array(note),
    }


def make(megabytes: float, columns: int, path: Path) -> None:
    trial = pa.table(orders(10_000))
    if columns != trial.num_columns:
        raise SystemExit(f"The table has {trial.num_columns} columns, not {columns}.")
    table = pa.table(orders(round(10_000 * megabytes * 1e6 / trial.nbytes)))
    pq.write_table(table, path, compression="none", use_dictionary=False)


def default_bytes(path: Path) -> int:
    """The size of the table by pyarrow's default settings for Zstandard."""
    table = pq.read_table(path).replace_schema_metadata(None)
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "default.parquet"
        pq.write_table(table, written, compression="zstd")
        return written.stat().st_size


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "make":
        make(float(arguments[0]), int(arguments[1]), Path(arguments[2]))
    else:
        print(json.dumps({path: default_bytes(Path(path)) for path in arguments}))

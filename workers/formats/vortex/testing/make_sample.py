"""A small file of the reference implementation, vortex-data 0.90.0, for the tests of the map. Writes sample.vortex beside this script."""

import decimal
import pathlib

import pyarrow as pa
import vortex

ROWS = range(400)

table = pa.table(
    {
        "id": pa.array([index * 3 + 7 for index in ROWS]),
        "price": pa.array([(index * 7919 % 10_000) / 100 for index in ROWS]),
        "city": pa.array([["Oslo", "Rome", None][index % 3] for index in ROWS]),
        "text": pa.array([f"order {index * 7919 % 1000} of customer {index * 31 % 97}" for index in ROWS]),
        "flag": pa.array([None if index % 50 == 0 else index % 3 == 0 for index in ROWS]),
        "at": pa.array([1_700_000_000_000_000 + index * 1_000_003 for index in ROWS], pa.timestamp("us", "UTC")),
        "tags": pa.array([list(range(index % 4)) for index in ROWS], pa.list_(pa.int32())),
        "place": pa.array([{"x": index / 2, "y": None if index % 9 == 0 else index} for index in ROWS]),
        "cost": pa.array([decimal.Decimal(index) / 100 for index in ROWS], pa.decimal128(10, 2)),
    }
)

vortex.io.VortexWriteOptions.default().write(table, str(pathlib.Path(__file__).with_name("sample.vortex")))

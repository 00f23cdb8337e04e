"""Tables of `npm run bench:predict` on which no constant of the model was chosen: real ones, and ones made by other rules.

Real are the flights of vega-datasets, and the lines of the packages' type declarations. Values of the others are drawn from a seed.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

Rng = np.random.Generator
PACKAGES = Path(__file__).parents[2] / "node_modules"
#: Share of the rows, units, seed.
SAMPLES = ((0.05, 16, 11), (0.15, 12, 12))


def texts(values: list[str], which: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> pa.Array:
    """The texts at these places."""
    return pa.DictionaryArray.from_arrays(pa.array(which.astype(np.int32)), pa.array(values)).cast(pa.string())


def instants(seconds: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> pa.Array:
    """Instants from seconds since 1970."""
    return pa.array((seconds * 1e6).astype(np.int64)).cast(pa.timestamp("us"))


def read_flights() -> pa.Table:
    """Three million flights of the USA, in the order of their file."""
    table = pq.read_table(PACKAGES / "vega-datasets/data/flights-3m.parquet")
    return table.cast(
        pa.schema([(name, pa.string() if pa.types.is_large_string(kind) else kind) for name, kind in fields(table)])
    )


def fields(table: pa.Table) -> list[tuple[str, pa.DataType]]:
    """The names and types of a table's columns."""
    return [(field.name, field.type) for field in table.schema]


def flights(_rng: Rng) -> pa.Table:
    """Real flights as they are."""
    return read_flights()


def flights_by_place(_rng: Rng) -> pa.Table:
    """Real flights, sorted by where they began."""
    return read_flights().sort_by([("origin", "ascending"), ("destination", "ascending"), ("date", "ascending")])


def source_lines(_rng: Rng) -> pa.Table:
    """Real lines of type declarations: their file, their number, and their text."""
    paths, numbers, lines = [], [], []
    for path in sorted(PACKAGES.glob("*/**/*.d.ts"))[:6_000]:
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            paths.append(path.relative_to(PACKAGES).as_posix())
            numbers.append(number)
            lines.append(line)
    return pa.table({"path": paths, "number": pa.array(numbers, pa.int32()), "line": lines})


def account_book(rng: Rng) -> pa.Table:
    """Bookings by account, each with the balance after it."""
    counts = rng.geometric(1 / 60, 40_000)
    rows = int(counts.sum())
    account = np.repeat(np.arange(len(counts)) * 37 + 1_000_000, counts)
    amount = np.round(np.where(rng.random(rows) < 0.2, rng.normal(2_500, 400, rows), -rng.gamma(1.5, 40, rows)), 2)
    first = np.repeat(np.cumsum(counts) - counts, counts)
    total = np.cumsum(amount)
    balance = np.round(total - np.concatenate([[0], total])[first], 2)
    kinds = ["card", "transfer", "direct debit", "salary", "cash", "fee"]
    return pa.table(
        {
            "account": account.astype(np.int64),
            "day": (18_000 + np.sort(rng.random(rows)) * 900).astype(np.int32),
            "amount": amount,
            "balance": balance,
            "kind": texts(kinds, np.where(amount > 1_000, 3, rng.integers(0, 3, rows))),
        }
    )


def ticks(rng: Rng) -> pa.Table:
    """Prices of 500 shares, of which each moves by cents, in the order of time."""
    rows = 2_500_000
    share = (rng.random(rows) ** 3 * 500).astype(np.int64)
    step = rng.integers(-2, 3, rows)
    order = np.argsort(share, kind="stable")
    price = np.empty(rows, dtype=np.int64)
    price[order] = np.cumsum(step[order])
    names = [f"{chr(65 + n % 26)}{chr(65 + n // 26 % 26)}{chr(65 + n // 7 % 26)}" for n in range(500)]
    return pa.table(
        {
            "time": instants(1.75e9 + np.cumsum(rng.exponential(0.02, rows))),
            "share": texts(names, share),
            "price": np.round((price - price.min() + 1_000) / 100, 2),
            "volume": (rng.pareto(1.5, rows) * 100).astype(np.int32) // 100 * 100,
        }
    )


def survey(rng: Rng) -> pa.Table:
    """Answers of people, most of them missing, and those of a person alike."""
    rows = 600_000
    mood = rng.normal(3, 1, rows)
    columns: dict[str, pa.Array] = {"person": pa.array(rng.permutation(10**7)[:rows].astype(np.int32))}
    for question in range(24):
        answer = np.clip(np.round(mood + rng.normal(0, 1, rows)), 1, 5).astype(np.int8)
        columns[f"q{question}"] = pa.array(answer, mask=rng.random(rows) < question / 26)
    return pa.table(columns)


def hex_keys(rng: Rng) -> pa.Table:
    """Random keys of 32 hexadecimal digits, some of which come again."""
    rows = 900_000
    pool = [bytes(row).hex() for row in rng.integers(0, 256, (700_000, 16), dtype=np.uint8)]
    return pa.table(
        {
            "key": texts(pool, rng.integers(0, len(pool), rows)),
            "parent": texts(pool, (rng.random(rows) ** 4 * len(pool)).astype(np.int64)),
            "version": rng.geometric(0.3, rows).astype(np.int16),
        }
    )


def weather_grid(rng: Rng) -> pa.Table:
    """Fields of temperature and pressure on a grid, hour after hour."""
    hours, height, width = 120, 120, 180
    y, x = np.mgrid[0:height, 0:width]
    temperature, pressure = [], []
    for hour in range(hours):
        wave = 8 * np.sin(x / 25 + hour / 9) + 6 * np.cos(y / 18 - hour / 14)
        temperature.append(15 + wave + rng.normal(0, 0.3, (height, width)))
        pressure.append(1_013 + 4 * np.sin((x + y) / 40 + hour / 20) + rng.normal(0, 0.05, (height, width)))
    cells = height * width
    return pa.table(
        {
            "hour": np.repeat(np.arange(hours), cells).astype(np.int32),
            "y": np.tile(np.repeat(np.arange(height), width), hours).astype(np.int16),
            "x": np.tile(np.tile(np.arange(width), height), hours).astype(np.int16),
            "temperature": np.round(np.concatenate(temperature).ravel(), 1).astype(np.float32),
            "pressure": np.concatenate(pressure).ravel().astype(np.float32),
        }
    )


def reads(rng: Rng) -> pa.Table:
    """Reads of a genome of two million bases, with a letter for each base's quality."""
    rows, length = 250_000, 80
    genome = "".join(rng.choice(list("ACGT"), 2_000_000))
    starts = np.sort(rng.integers(0, len(genome) - length, rows))
    letters = np.frombuffer(b"FFFFFFFF:::,#", dtype=np.uint8)
    quality = letters[np.minimum((rng.random((rows, length)) ** 2 * 13).astype(int), 12)]
    return pa.table(
        {
            "start": starts.astype(np.int32),
            "bases": [genome[start : start + length] for start in starts],
            "quality": [row.tobytes().decode() for row in quality],
            "mapped": np.minimum(rng.gamma(30, 2, rows), 60).astype(np.uint8),
        }
    )


def snapshots(rng: Rng) -> pa.Table:
    """The stock of 25,000 items, as it is every day: most of it is as on the day before."""
    items, days = 25_000, 90
    stock = rng.poisson(40, items)
    price = np.round(rng.lognormal(3, 1, items), 2)
    columns: list[list[np.ndarray[tuple[int], np.dtype[np.float64]]]] = [[], [], []]
    for day in range(days):
        moves = rng.random(items) < 0.1
        stock = np.maximum(0, stock + np.where(moves, rng.integers(-15, 16, items), 0))
        price = np.where(rng.random(items) < 0.002, np.round(price * 1.05, 2), price)
        for column, values in zip(columns, (np.full(items, day), stock, price), strict=True):
            column.append(values)
    dates, counts, prices = (np.concatenate(column) for column in columns)
    return pa.table(
        {
            "day": dates.astype(np.int32),
            "item": np.tile(rng.permutation(10**6)[:items], days).astype(np.int32),
            "stock": counts.astype(np.int32),
            "price": prices,
        }
    )


def later_columns(rng: Rng) -> pa.Table:
    """Requests to a server, whose agent and referrer are only known in the later half."""
    rows = 1_800_000
    paths = [f"/{a}/{b}" for a in ("news", "shop", "help", "api") for b in rng.integers(0, 10**6, 900)]
    agents = [f"Browser/{n}.{n * 7 % 13} (System {n % 5})" for n in range(400)]
    known = np.arange(rows) > rows * 0.55
    visitor = np.cumsum(rng.random(rows) < 0.15) * 2_654_435_761 % 2**32
    return pa.table(
        {
            "time": instants(np.round(1.76e9 + np.cumsum(rng.exponential(0.5, rows)), 3)),
            "visitor": visitor.astype(np.int64),
            "path": texts(paths, (rng.random(rows) ** 2 * len(paths)).astype(np.int64)),
            "status": rng.choice([200, 304, 404, 500], rows, p=[0.8, 0.12, 0.07, 0.01]).astype(np.int16),
            "agent": pc.if_else(pa.array(known), texts(agents, visitor % 400), pa.scalar(None, pa.string())),
            "bytes": pa.array((rng.lognormal(8, 1.5, rows)).astype(np.int32), mask=rng.random(rows) < 0.12),
        }
    )


def by_category(rng: Rng) -> pa.Table:
    """Products sorted by their category, of very different sizes."""
    share = rng.dirichlet(np.full(300, 0.15))
    rows = 1_500_000
    category = np.sort(rng.choice(300, rows, p=share))
    brand = category * 40 + (rng.random(rows) ** 2 * 40).astype(np.int64)
    return pa.table(
        {
            "category": texts([f"category {n:03}" for n in range(300)], category),
            "brand": texts([f"brand {n * 7919 % 12_000}" for n in range(12_000)], brand),
            "weight": np.round(rng.lognormal(category % 7 / 3, 0.4), 3),
            "rating": (rng.beta(8, 2, rows) * 50).astype(np.uint8),
            "sold": rng.negative_binomial(2, 0.01 + category % 11 / 40).astype(np.int32),
        }
    )


HELD_OUT: dict[str, Callable[[Rng], pa.Table]] = {
    maker.__name__: maker
    for maker in (
        flights,
        flights_by_place,
        source_lines,
        account_book,
        ticks,
        survey,
        hex_keys,
        weather_grid,
        reads,
        snapshots,
        later_columns,
        by_category,
    )
}

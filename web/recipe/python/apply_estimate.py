"""What a file will take, by stretches of its rows that are written with the recipe before the file is."""

from __future__ import annotations

import math
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from apply_order import Order, key_table, numbers, sorted_indices
from apply_other import estimate_other
from apply_recipe import columns_of
from apply_values import narrow_batch
from apply_write import RowGroups

STRETCHES = 4
#: Student's t for 95 % and the degrees of freedom of the stretches.
STUDENT_T = 3.18
#: Rows of all stretches: a quarter of the file, so that the estimate costs less than the file, but of a small file all.
SHARE = 0.25
FEWEST_ROWS = 25_000
MOST_ROWS = 250_000
#: A dictionary that grows by less from the halves to the whole is about to have all its values: then it may grow no more.
STEADY_GROWTH = 1.95
#: What the model itself may be off.
MODEL_SHARE = 0.02

Estimate = dict[str, int]


def estimate(
    file: pq.ParquetFile, recipe: dict[str, Any], order: Order, schema: pa.Schema, rows: int, most_rows: int
) -> Estimate:
    """
    The bytes to expect of the written file: `likely`, and the limits `low` and `high`, which are to hold in 95 % of the cases. A stretch has at most
    `most_rows`.
    """
    total = file.metadata.num_rows
    narrowings = {column["name"]: column["narrowing"] for column in columns_of(recipe)}
    if total <= min(FEWEST_ROWS * STRETCHES, most_rows):
        parts, wanted = 1, total
    else:
        # Rows that two stretches had would lie beside themselves once they are sorted.
        share = max(FEWEST_ROWS, int(total * SHARE / STRETCHES))
        parts, wanted = STRETCHES, max(1, min(MOST_ROWS, most_rows, total // STRETCHES, share))
    stretches = [
        pa.Table.from_batches([narrow_batch(batch, narrowings, schema) for batch in batches], schema)
        for batches in stretches_of(file, parts, wanted, rows)
    ]
    if not narrowings:
        return estimate_other(stretches, recipe["writes"], schema, total)
    group_rows = min(total, recipe["writes"]["layout"]["rowGroupRows"])
    groups = math.ceil(total / recipe["writes"]["layout"]["rowGroupRows"])
    if order:
        # Rows that are sorted lie the nearer to each other, the more there are: the sample is put in order whole, and every second row of it.
        whole = in_order(pa.concat_tables(stretches), order)
        half = whole.take(pa.array(range(0, whole.num_rows, 2), type=pa.int64()))
        pairs, doublings = [(whole, [half])], math.log2(max(1.0, total / max(1, whole.num_rows)))
    else:
        pairs = [(table, [table.slice(0, len(table) // 2), table.slice(len(table) // 2)]) for table in stretches]
        doublings = math.log2(max(1.0, group_rows / max(1, stretches[0].num_rows)))
    limits = [
        limits_of(written_bytes(table, recipe), [written_bytes(half, recipe) for half in halves], doublings)
        for table, halves in pairs
    ]
    likely, low, high = (sum(each[place] for each in limits) / len(limits) for place in range(3))
    spread = STUDENT_T * deviation([each[0] for each in limits]) / math.sqrt(len(limits)) if len(limits) > 1 else 0.0
    # What a file has once, and for each row group.
    footer = written_bytes(stretches[0].slice(0, 1), recipe)[2]
    once, each_group = footer * 0.4, footer * 0.6
    rest = once + each_group * groups
    return {
        "likely": round(likely * total + rest),
        "low": max(0, round(low * (1 - MODEL_SHARE) * total - spread * total + rest * 0.6)),
        "high": round(high * (1 + MODEL_SHARE) * total + spread * total + rest * 1.6),
    }


def stretches_of(file: pq.ParquetFile, parts: int, wanted: int, rows: int) -> list[list[pa.RecordBatch]]:
    """Stretches of neighbouring rows from all parts of the file. Those of a file of few row groups are met as the file is read once."""
    metadata = file.metadata
    starts = [round(metadata.num_rows * (place + 0.5) / parts - wanted / 2) for place in range(parts)]
    starts = [max(0, min(start, metadata.num_rows - wanted)) for start in starts]
    group_starts = [0]
    for group in range(metadata.num_row_groups):
        group_starts.append(group_starts[-1] + metadata.row_group(group).num_rows)
    found = []
    for start in starts:
        wide = [
            group
            for group in range(metadata.num_row_groups)
            if group_starts[group] < start + wanted and group_starts[group + 1] > start
        ]
        at = group_starts[wide[0]] if wide else 0
        taken: list[pa.RecordBatch] = []
        for batch in file.iter_batches(batch_size=rows, row_groups=wide, use_threads=False):
            begin, end = max(0, start - at), min(batch.num_rows, start + wanted - at)
            if begin < end:
                taken.append(batch.slice(begin, end - begin))
            at += batch.num_rows
            if at >= start + wanted:
                break
        found.append(taken)
    return found


def in_order(table: pa.Table, order: Order) -> pa.Table:
    return table.take(sorted_indices(key_table(table, order, numbers(0, table.num_rows)), order))


#: Of each column its bytes a row, and those of its dictionaries; then the bytes of the rest of the file.
Written = tuple[dict[str, float], dict[str, float], int]


def written_bytes(table: pa.Table, recipe: dict[str, Any]) -> Written:
    sink = pa.BufferOutputStream()
    out = RowGroups(sink, {"writes": {**recipe["writes"], "bloomFilter": False}}, table.schema, math.inf, [])
    for batch in table.to_batches():
        out.add(batch)
    out.close()
    buffer = sink.getvalue()
    metadata = pq.read_metadata(pa.BufferReader(buffer))
    sizes: dict[str, float] = {}
    dictionaries: dict[str, float] = {}
    for group in range(metadata.num_row_groups):
        for place in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(place)
            path = chunk.path_in_schema
            sizes[path] = sizes.get(path, 0) + chunk.total_compressed_size
            start = chunk.dictionary_page_offset
            own = 0 if start is None else max(0, chunk.data_page_offset - start)
            dictionaries[path] = dictionaries.get(path, 0) + own
    rest = buffer.size - int(sum(sizes.values()))
    rows = max(1, table.num_rows)
    by_row = ({path: size / rows for path, size in each.items()} for each in (sizes, dictionaries))
    return next(by_row), next(by_row), rest


def limits_of(whole: Written, halves: list[Written], doublings: float) -> tuple[float, float, float]:
    """The bytes a row in a row group that is larger than the stretch: as they fall, or rise, from its halves to it."""
    likely = low = high = 0.0
    for path, size in whole[0].items():
        half = sum(sizes.get(path, 0.0) for sizes, _, _ in halves) / len(halves)
        former = sum(dictionaries.get(path, 0.0) for _, dictionaries, _ in halves) / len(halves)
        growth = min(1.25, max(0.5, size / half)) if half > 0 else 1.0
        onward = size * growth**doublings
        likely += size * growth ** (doublings / 2)
        dictionary = whole[1].get(path, 0.0)
        is_ending = former > 0 and 2 * dictionary / former < STEADY_GROWTH
        ended = size - dictionary * (1 - 0.5**doublings) if is_ending else size
        low += min(size, onward, ended)
        high += max(size, onward)
    return likely, low, high


def deviation(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))

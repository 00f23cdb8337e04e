"""One file: read, written beside its place, compared value by value with the original, and put in its place."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from apply_estimate import estimate
from apply_files import (
    file_system,
    free_bytes,
    identity,
    is_address,
    open_source,
    part_path,
    put_in_place,
    replace_original,
    sync_file,
)
from apply_order import SortedInMemory, SortedOnDisk
from apply_other import OtherFile, flat_schema, other_misfits, read_other
from apply_recipe import Refused, Unfit, columns_of, misfits, narrow_schema
from apply_values import in_step, narrow_batch, same_batches
from apply_write import RowGroups, batch_rows, open_parquet, read_batches, row_bytes

#: How much of a process's memory rows may take that wait to be written or sorted. The rest is what pyarrow needs to encode and decode.
ROWS_SHARE = 0.18

Task = dict[str, Any]
Result = dict[str, Any]


def run_task(task: Task) -> Result:
    """What became of a file. No error leaves this function: it is told in the result."""
    pa.set_cpu_count(task["threads"])
    pa.set_io_thread_count(max(1, task["threads"]))
    started = time.monotonic()
    result: Result = {"source": task["source"], "target": task["target"], "recipe": task["hash"], "notes": []}
    try:
        rewrite(task, result)
    except Unfit as error:
        result |= {"status": "unfit", "reason": str(error)}
    except Refused as error:
        result |= {"status": "failed", "reason": str(error)}
    except MemoryError:
        result |= {
            "status": "failed",
            "reason": "There was too little memory. Give a smaller --memory, or fewer --jobs.",
        }
    except OSError as error:
        result |= {"status": "failed", "reason": f"{error!s:.300}"}
    except pa.ArrowException as error:
        result |= {"status": "failed", "reason": f"pyarrow: {error!s:.300}"}
    return {**result, "seconds": round(time.monotonic() - started, 3)}


def rewrite(task: Task, result: Result) -> None:
    source, recipe = task["source"], task["recipe"]
    before = identity(source)
    result |= {"beforeBytes": before[0], "identity": before}
    with open_source(source) as opened:
        file = parquet_of(opened)
        schema = file.schema_arrow
        is_parquet = bool(columns_of(recipe))
        reasons = misfits(recipe, schema) if is_parquet else other_misfits(recipe["writes"], flat_schema(schema))
        if reasons:
            raise Unfit(" ".join(reasons))
        narrow = narrow_schema(recipe, schema) if is_parquet else flat_schema(schema)
        bytes_each = row_bytes(file)
        rows = batch_rows(bytes_each)
        order = [] if task["order"] == "leave" else recipe["writes"].get("order", [])
        result["rows"] = file.metadata.num_rows
        if task["estimates"] and file.metadata.num_rows > 0:
            most = int(task["memory"] * ROWS_SHARE / 4 / bytes_each)
            result["expected"] = estimate(file, recipe, order, narrow, rows, most)
            pa.default_memory_pool().release_unused()
        if task["plans"]:
            result["status"] = "planned"
            return
        write_and_place(task, result, file, narrow, bytes_each, before)


def parquet_of(opened: Any) -> pq.ParquetFile:
    """Raises Refused if it can't be read as a Parquet file."""
    try:
        return open_parquet(opened)
    except (OSError, pa.ArrowInvalid) as error:
        if "encrypted" in str(error):
            raise Refused("It is encrypted. Write it again without encryption first.") from None
        raise Refused(
            f"It is no Parquet file, or a damaged one ({error!s:.200}). The browser takes other files: npx formatlab apply RECIPE FILE --out FOLDER"
        ) from None


def write_and_place(
    task: Task, result: Result, file: pq.ParquetFile, narrow: pa.Schema, bytes_each: float, before: list[Any]
) -> None:
    target, recipe = task["target"], task["recipe"]
    limit = task["memory"] * ROWS_SHARE
    total = file.metadata.num_rows
    order = [] if task["order"] == "leave" or total == 0 else recipe["writes"].get("order", [])
    # What is read whole is held as it is read, and once more as it is put in order.
    on_disk = bool(order) and (task["order"] == "external" or total * bytes_each > limit)
    remote = is_address(target)
    folder = tempfile.mkdtemp(prefix="formatlab-") if remote else os.path.dirname(target)
    os.makedirs(folder, exist_ok=True)
    part = part_path(os.path.join(folder, os.path.basename(target)))
    need_disk(folder, result, total * bytes_each if on_disk else 0)
    narrowings = {column["name"]: column["narrowing"] for column in columns_of(recipe)}
    rows = batch_rows(bytes_each)
    sorter: SortedInMemory | SortedOnDisk | None = None
    try:
        if on_disk:
            sorter = SortedOnDisk(file, order, narrowings, narrow, limit, bytes_each, Path(f"{part}-sort"), rows)
        elif order:
            sorter = SortedInMemory(file, order, narrowings, narrow, rows)
        with pa.OSFile(part, "wb") as sink:
            out: RowGroups | OtherFile = (
                RowGroups(sink, recipe, narrow, limit, order)
                if narrowings
                else OtherFile(sink, recipe["writes"], narrow)
            )
            for batch in sorter.batches() if sorter is not None else narrowed(file, narrowings, narrow, rows):
                out.add(batch)
            out.close()
        if out.cut_rows > 0:
            result["notes"].append(f"row groups of {out.cut_rows} rows, since more do not fit in --memory")
        expected: Callable[[], Iterator[pa.RecordBatch]] = (
            sorter.batches if sorter is not None else lambda: read_batches(file, rows)
        )
        verify(task, part, expected, {} if sorter is not None else narrowings, (total, rows, narrow))
        result["afterBytes"] = os.stat(part).st_size
        place(task, result, part, before)
    finally:
        if isinstance(sorter, SortedOnDisk):
            sorter.close()
        if os.path.exists(part):
            os.unlink(part)
        if remote:
            os.rmdir(folder)


def narrowed(
    file: pq.ParquetFile, narrowings: dict[str, Any], schema: pa.Schema, rows: int
) -> Iterator[pa.RecordBatch]:
    return (narrow_batch(batch, narrowings, schema) for batch in read_batches(file, rows))


def need_disk(folder: str, result: Result, sorted_bytes: float) -> None:
    """Raises Refused if the file may not fit on the disk."""
    expected = result.get("expected", {}).get("high", result["beforeBytes"])
    wanted = max(expected, result["beforeBytes"]) + sorted_bytes
    free = free_bytes(folder)
    if wanted > free:
        raise Refused(
            f"The disk of {folder!r:.200} has {free:,} free bytes, and this file may take {wanted:,.0f}. Free some, or choose another --out."
        )


def verify(
    task: Task,
    part: str,
    expected: Callable[[], Iterator[pa.RecordBatch]],
    narrowings: dict[str, Any],
    written: tuple[int, int, pa.Schema],
) -> None:
    """Reads the new file and compares each value with what it is to be. Raises Refused if one differs."""
    total, rows, schema = written
    with pa.OSFile(part) as opened:
        is_parquet = bool(columns_of(task["recipe"]))
        own = (
            read_batches(open_parquet(opened), rows)
            if is_parquet
            else read_other(opened, task["recipe"]["writes"], schema)
        )
        checked = 0
        for pair in in_step(expected(), own):
            differs = "" if pair is None else same_batches(pair[0], pair[1], narrowings)
            if differs is not None:
                at = (
                    f"a value of the column {differs!r:.80} after row {checked}"
                    if pair is not None
                    else "the number of rows"
                )
                raise Refused(
                    f"The new file differs in {at}. The original is unchanged. Please report this as a fault."
                )
            checked += 0 if pair is None else pair[0].num_rows
        if checked != total:
            raise Refused(f"The new file has {checked} of {total} rows. The original is unchanged.")


def place(task: Task, result: Result, part: str, before: list[Any]) -> None:
    source, target = task["source"], task["target"]
    if task["onlySmaller"] and result["afterBytes"] >= result["beforeBytes"]:
        result["status"] = "kept"
        return
    if task["inPlace"]:
        replace_original(part, source, before)
        result["identity"] = identity(source)
    else:
        if identity(source) != before:
            raise Refused("Another process changed it meanwhile. Nothing was written: run again.")
        if is_address(target):
            system, path = file_system(target)
            sync_file(part)
            system.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
            system.put_file(part, path)
        else:
            put_in_place(part, target)
    result["status"] = "written"

"""The command: which files, by how many processes or on which cluster, and what became of them."""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import signal
import sys
import unicodedata
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from apply_files import Journal, find_files, free_bytes, identity, is_address
from apply_other import check_other, ending_of
from apply_recipe import Refused, check_recipe, columns_of, load_recipe, recipe_hash
from apply_task import Result, Task, run_task

MEBIBYTE = 2**20
EXIT_CODES = """exit codes: 0 all files are done, 1 some are not, 2 the run could not begin."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description="Writes Parquet files anew with a recipe of Formatlab. Each file is verified value by value. No original is changed without --in-place.",
        epilog=EXIT_CODES,
    )
    made.add_argument(
        "files", nargs="+", help="files, folders, globs, or addresses of fsspec such as s3://bucket/folder"
    )
    where = made.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", metavar="FOLDER", help="write the files there, by the same names")
    where.add_argument("--in-place", action="store_true", help="replace each file once its new form is verified")
    where.add_argument(
        "--plan", action="store_true", help="write nothing: tell the sizes to expect, and which files do not fit"
    )
    made.add_argument("--recipe", metavar="FILE", help="another recipe than the one in this script")
    made.add_argument(
        "--order",
        choices=("auto", "external", "leave"),
        default="auto",
        help="rows in the recipe's order: in memory where a file fits, else by an external merge (auto); always by a merge; or leave them as they are",
    )
    made.add_argument("--memory", type=int, default=900, metavar="MIB", help="memory of each process (900)")
    made.add_argument("--jobs", type=int, metavar="N", help="files at a time (one a core, as far as memory goes)")
    made.add_argument("--only-smaller", action="store_true", help="leave a file out that would not be smaller")
    made.add_argument("--no-estimate", action="store_true", help="do not estimate the size of each file before")
    made.add_argument("--journal", metavar="FILE", help="what is done already (in the output folder, or this one)")
    made.add_argument("--json", metavar="FILE", help="write what became of each file as JSON")
    cluster = made.add_mutually_exclusive_group()
    cluster.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster, whose workers see the same paths")
    cluster.add_argument("--spark", action="store_true", help="run on the Spark cluster of the session, likewise")
    return made


def main(embedded: dict[str, Any] | None = None) -> None:
    arguments = parser().parse_args()
    heed_stop()
    # What is told goes beside a report on the standard output.
    with contextlib.redirect_stdout(sys.stderr if arguments.json == "-" else sys.stdout):
        try:
            code = run(arguments, embedded)
        except (Refused, OSError) as error:
            # Of the system: a file that vanished, a folder that can't be written. What is done is in the journal.
            print(f"formatlab_apply: {printable(str(error))}", file=sys.stderr)
            code = 2
            with contextlib.suppress(OSError):
                report([], arguments, str(error))
        except KeyboardInterrupt:
            print("Stopped. Run the same command to go on.", file=sys.stderr)
            code = 130
    sys.exit(code)


def heed_stop() -> None:
    """If another program ends this process, what was begun is removed, as after Ctrl+C."""
    signal.signal(signal.SIGTERM, stop)


def stop(*_: object) -> None:
    for child in multiprocessing.active_children():
        child.terminate()
    raise KeyboardInterrupt


def run(arguments: argparse.Namespace, embedded: dict[str, Any] | None) -> int:
    recipe = recipe_of(arguments, embedded)
    is_parquet = bool(columns_of(recipe))
    if not is_parquet:
        try:
            check_other(recipe["writes"])
        except (KeyError, TypeError) as error:
            raise Refused(f"The recipe is not as expected: {error!r:.200}") from None
        if arguments.in_place:
            raise Refused("--in-place keeps the names of the files, which are no Parquet files then. Use --out.")
    if arguments.memory < 200:
        raise Refused("--memory is less than 200 MiB, of which pyarrow alone takes half.")
    files = find_files(arguments.files)
    if not is_parquet:
        files = [(source, os.path.splitext(name)[0] + ending_of(recipe["writes"])) for source, name in files]
        if len({name for _, name in files}) < len(files):
            raise Refused(
                "Two files differ in their ending alone, and would be written as one. Apply the recipe to each."
            )
    if arguments.in_place:
        addresses = [source for source, _ in files if is_address(source)]
        if addresses:
            raise Refused(f"{addresses[0]!r:.200} is an address, which has no owner to keep. Use --out.")
        # A link stays a link: what it points to is replaced.
        files = [(os.path.realpath(source), name) for source, name in files]
    out = arguments.out
    hashed = recipe_hash(recipe, "leave" if arguments.order == "leave" else "sort")
    jobs = jobs_of(arguments, len(files))
    tasks = [task_of(arguments, recipe, hashed, jobs, source, name) for source, name in files]
    for task in tasks:
        if not (arguments.in_place or arguments.plan) and os.path.realpath(task["target"]) == os.path.realpath(
            task["source"]
        ):
            raise Refused(f"--out holds the original {task['source']!r:.200}. Choose another folder, or --in-place.")
    journal = None if arguments.plan else Journal(arguments.journal or journal_path(out))
    known = {} if journal is None else {task["source"]: journal.entry_of(task["source"], hashed) for task in tasks}
    results: list[Result] = [{**entry, "status": "done before"} for entry in known.values() if entry is not None]
    waiting = [task for task in tasks if known.get(task["source"]) is None]
    if not arguments.plan:
        need_space(waiting, out, jobs)
    print(f"{len(tasks)} files, {len(results)} of them done before, {jobs} at a time.")
    try:
        for result in results_of(arguments, waiting, jobs):
            results.append(result)
            if journal is not None and result["status"] in ("written", "kept"):
                journal.write(entry_of(result))
            print(f"[{len(results)}/{len(tasks)}] {line_of(result)}", flush=True)
    finally:
        tell(results, recipe, arguments)
    return 0 if all(result["status"] not in ("failed", "unfit") for result in results) else 1


def recipe_of(arguments: argparse.Namespace, embedded: dict[str, Any] | None) -> dict[str, Any]:
    if arguments.recipe is None:
        if embedded is None:
            raise Refused("Give the recipe: --recipe formatlab-recipe.json")
        check_recipe(embedded)
        return embedded
    try:
        with open(arguments.recipe, encoding="utf-8") as file:
            return load_recipe(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The recipe can't be read: {error}") from None


def journal_path(out: str | None) -> str:
    name = "formatlab-apply.jsonl"
    return name if out is None or is_address(out) else os.path.join(out, f".{name}")


def jobs_of(arguments: argparse.Namespace, files: int) -> int:
    if arguments.jobs is not None:
        return max(1, arguments.jobs)
    cores = os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError):
        memory = cores * arguments.memory * MEBIBYTE * 2
    return max(1, min(cores, files, int(memory * 0.8 / (arguments.memory * MEBIBYTE))))


def task_of(
    arguments: argparse.Namespace, recipe: dict[str, Any], hashed: str, jobs: int, source: str, name: str
) -> Task:
    out = arguments.out
    if out is None:
        target = source
    elif is_address(out):
        target = f"{out.rstrip('/')}/{name.replace(os.sep, '/')}"
    else:
        target = os.path.abspath(os.path.join(out, name))
    return {
        "source": source,
        "target": target,
        "recipe": recipe,
        "hash": hashed,
        "order": arguments.order,
        "memory": arguments.memory * MEBIBYTE,
        "threads": max(1, (os.cpu_count() or 1) // jobs),
        "inPlace": arguments.in_place,
        "plans": arguments.plan,
        "estimates": not arguments.no_estimate,
        "onlySmaller": arguments.only_smaller,
    }


def need_space(tasks: list[Task], out: str | None, jobs: int) -> None:
    """Raises Refused if the originals' bytes do not fit beside them: of all files in a new folder, of as many as run at a time in place."""
    sizes = sorted((identity(task["source"])[0] or 0 for task in tasks), reverse=True)
    if not sizes or (out is not None and is_address(out)):
        return
    wanted = sum(sizes[:jobs]) if out is None else sum(sizes)
    folder = os.path.dirname(tasks[0]["target"]) if out is None else out
    free = free_bytes(folder)
    if wanted > free:
        raise Refused(
            f"The disk of {folder!r:.200} has {free:,} free bytes, but the files have {wanted:,}. Free some, or choose another --out."
        )


def results_of(arguments: argparse.Namespace, tasks: list[Task], jobs: int) -> Iterator[Result]:
    if not tasks:
        return iter(())
    if arguments.dask is not None:
        return on_dask(tasks, arguments.dask)
    if arguments.spark:
        return on_spark(tasks)
    return map(run_task, tasks) if jobs == 1 else in_processes(tasks, jobs)


def in_processes(tasks: list[Task], jobs: int) -> Iterator[Result]:
    """If a process ends, as by the system for its memory, those of its time are tried again one by one."""
    again: list[Task] = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, heed_stop) as pool:
        running: dict[Future[Result], Task] = {pool.submit(run_task, task): task for task in tasks}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    again.append(task)
    for task in again:
        with ProcessPoolExecutor(1, context, heed_stop) as pool:
            try:
                yield pool.submit(run_task, task).result()
            except BrokenProcessPool:
                reason = "Its process was ended, probably by the system for its memory. Give a smaller --memory."
                yield {**task_place(task), "status": "failed", "reason": reason, "notes": []}


def task_place(task: Task) -> Result:
    return {"source": task["source"], "target": task["target"], "recipe": task["hash"]}


def on_dask(tasks: list[Task], address: str) -> Iterator[Result]:
    try:
        from dask.distributed import Client, as_completed
    except ImportError:
        raise Refused("--dask needs the package distributed: pip install distributed") from None
    with Client(address) as client:
        for future in as_completed(client.map(run_task, tasks, pure=False)):
            yield future.result()


def on_spark(tasks: list[Task]) -> Iterator[Result]:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise Refused("--spark needs the package pyspark: pip install pyspark") from None
    context = SparkSession.builder.appName("formatlab_apply").getOrCreate().sparkContext
    # As many at a time as the cluster has cores for, so that a run that is ended goes on behind them.
    some = max(1, context.defaultParallelism * 2)
    for start in range(0, len(tasks), some):
        part = tasks[start : start + some]
        yield from context.parallelize(part, len(part)).map(run_task).collect()


def entry_of(result: Result) -> dict[str, Any]:
    keys = (
        "source",
        "target",
        "recipe",
        "status",
        "beforeBytes",
        "afterBytes",
        "rows",
        "identity",
        "expected",
        "notes",
    )
    return {key: result[key] for key in keys if key in result}


def line_of(result: Result) -> str:
    after = result.get("afterBytes")
    sizes = "" if after is None else f" {result['beforeBytes']:,} → {after:,} bytes"
    why = "".join(f"; {each}" for each in [*([result["reason"]] if "reason" in result else []), *result["notes"]])
    return printable(f"{result['status']}: {result['source']}{sizes}{why}")


def report(results: list[Result], arguments: argparse.Namespace, error: str | None) -> None:
    """What became of each file, by applied-v1.schema.json."""
    if arguments.json is None:
        return
    text = json.dumps({"kind": "formatlab.applied", "version": 1, "files": results, "error": error}, indent=1)
    if arguments.json == "-":
        print(text, file=sys.__stdout__)
        return
    with open(arguments.json, "w", encoding="utf-8") as file:
        file.write(f"{text}\n")


def printable(text: str) -> str:
    """A name for the terminal: without control characters, and marks that turn the direction of what follows."""
    return "".join("\ufffd" if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") else each for each in text)


def tell(results: list[Result], recipe: dict[str, Any], arguments: argparse.Namespace) -> None:
    """A table of all files, then those that were left out, with the reasons."""
    report(results, arguments, None)
    good = [result for result in results if result["status"] not in ("failed", "unfit")]
    rows = [cells_of(result) for result in sorted(good, key=lambda each: each["source"])]
    before = sum(result["beforeBytes"] for result in good)
    after = sum(result.get("afterBytes", result.get("expected", {}).get("likely", 0)) for result in good)
    if rows:
        rows.append((f"{len(good)} files", f"{before:,}", f"{after:,}", share(after, before), "", ""))
        print_table([("file", "bytes before", "bytes after", "change", "expected", ""), *rows])
    for status, title in (("unfit", "The recipe does not fit"), ("failed", "Not written")):
        some = [result for result in results if result["status"] == status]
        if some:
            print(f"\n{title}: {len(some)} of {len(results)} files")
            for result in sorted(some, key=lambda each: each["source"]):
                print(f"  {printable(result['source'])}: {printable(result['reason'])}")


def cells_of(result: Result) -> tuple[str, ...]:
    expected = result.get("expected")
    after = result.get("afterBytes")
    shown = after if after is not None else expected["likely"] if expected else 0
    said = "" if expected is None else f"{expected['low']:,} to {expected['high']:,}"
    outside = expected is not None and after is not None and not expected["low"] <= after <= expected["high"]
    state = "; ".join(
        [*(["outside"] if outside else []), *([] if result["status"] == "written" else [result["status"]])]
    )
    source = printable(result["source"])
    name = source if len(source) <= 60 else f"…{source[-59:]}"
    return name, f"{result['beforeBytes']:,}", f"{shown:,}", share(shown, result["beforeBytes"]), said, state


def share(after: int, before: int) -> str:
    return "" if before == 0 else f"{(after / before - 1) * 100:+.1f} %"


def print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    print()
    for row in rows:
        cells = [
            cell.ljust(width) if place in (0, 5) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())

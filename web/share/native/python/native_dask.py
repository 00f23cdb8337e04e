"""Generates, writes and reads the plan's datasets in chunks with Dask, at any size that fits on the disk. Part of the
script that Formatlab exports."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from formatlab_data import Dataset
from native_chunks import chunk_count, chunk_of, chunks_of, described
from native_forms import USED, Unsupported, dataset_of, natural, package
from native_losses import changed_values
from native_run import (
    GENERATORS,
    environment_of,
    error,
    now,
    parser,
    print_list,
    result_of,
    run_cells,
    save,
)
from native_trial import Wrong, checked, column_place, made_by, scopes, session_of

#: A trial writes, reads and checks all data. It is abandoned if it is slower than this many bytes per second.
SLOWEST_MBPS = 0.5
NO_FILE_IN_MEMORY = (
    "Data larger than memory can't be encoded or decoded without writing and reading files. See store and load."
)


# ── A trial ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def part_path(folder: Path, chunk_name: str, index: int) -> Path:
    return folder / chunk_name.format(index)


def write_part(candidate: dict, coverage: dict, spec: dict, folder: str, index: int, start: int, size: int) -> int:
    dataset = chunk_of(spec, start, size)
    session, _, _ = session_of(candidate, dataset.schema(), coverage)
    return part_path(Path(folder), session.chunk_name, index).write_bytes(session.encode(natural(dataset)))


def read_part(candidate: dict, coverage: dict, schema: dict, folder: str, index: int, column: str | None) -> Any:
    session, _, _ = session_of(candidate, schema, coverage)
    data = part_path(Path(folder), session.chunk_name, index).read_bytes()
    return session.decode(data) if column is None else session.project(data, column)


def load_part(*job: Any) -> None:
    """Discards each chunk after reading, as a reduction would."""
    read_part(*job)


def check_part(
    candidate: dict, coverage: dict, spec: dict, folder: str, index: int, start: int, size: int, wanted: str | int
) -> str | None:
    """Returns None if the data read equals the data generated, otherwise a sentence on the difference."""
    dataset = chunk_of(spec, start, size)
    session, _, _ = session_of(candidate, dataset.schema(), coverage)
    try:
        losses = session.losses(dataset.schema())
        checked(session, read_part(candidate, coverage, dataset.schema(), folder, index, None), dataset, losses)
        if dataset.kind == "table":
            place = column_place([each.name for each in dataset.columns], wanted)
            one = Dataset("table", dataset.item_count, columns=[dataset.columns[place]])
            name = one.columns[0].name
            found = dataset_of(
                {name: read_part(candidate, coverage, dataset.schema(), folder, index, name)}, one.schema()
            )
            if changed_values(found, one, losses) is None:
                return f"Part {index}: the column read differs from the column written."
    except Wrong as failure:
        return f"Part {index}: {failure}"
    return None


def computed(scheduler: str, workers: int, tasks: list) -> list:
    """Each task is a function with its arguments."""
    dask = package("dask")
    settings = (
        {"scheduler": scheduler} if scheduler == "synchronous" else {"scheduler": scheduler, "num_workers": workers}
    )
    return list(dask.compute(*(dask.delayed(function, pure=False)(*given) for function, *given in tasks), **settings))


def dask_trial(job: dict, say: Callable[[str, Any], None]) -> dict:
    candidate, coverage, spec = job["candidate"], job["coverage"], job["spec"]
    run = lambda tasks: computed(job["scheduler"], job["workers"], tasks)
    say("stage", "setUp")
    start = time.perf_counter()
    package("dask")
    chunks = chunks_of(spec["size"], job["chunks"])
    schema = chunk_of(spec, *chunks[0]).schema()
    wrapped = candidate["codec"] is not None and candidate["codec"]["implementation"] is not None
    if wrapped:
        raise Unsupported("No reader combines files that are compressed as a whole into one dataset.")
    session, _, _ = session_of(candidate, schema, coverage)
    set_up_ms = (time.perf_counter() - start) * 1e3
    folder = Path(tempfile.mkdtemp(prefix="parts-", dir=job["folder"]))
    results: dict[str, dict] = {}
    try:
        numbered = list(enumerate(chunks))
        say("stage", "store")
        start = time.perf_counter()
        sizes = run([(write_part, candidate, coverage, spec, str(folder), index, *chunk) for index, chunk in numbered])
        stored_ms = (time.perf_counter() - start) * 1e3
        say("stage", "verify")
        wrong = next(
            (
                what
                for what in run(
                    [
                        (check_part, candidate, coverage, spec, str(folder), index, *chunk, job["projectColumn"])
                        for index, chunk in numbered
                    ]
                )
                if what is not None
            ),
            None,
        )
        if wrong is not None:
            raise Wrong(wrong)
        # An array's shape is that of the chunk.
        schemas = [chunk_schema(schema, size) for _, size in chunks]
        for operation in job["operations"]:
            if operation == "store":
                results[operation] = timing(
                    job, stored_ms, ["generate", *scopes(session, "store")], None, job["dataBytes"]
                )
            elif operation in ("load", "project"):
                if operation == "project" and schema["kind"] != "table":
                    results[operation] = {"status": "unsupported", "reason": "Only a table has columns."}
                    continue
                names = [each["name"] for each in schema.get("columns", [])]
                column = names[column_place(names, job["projectColumn"])] if operation == "project" else None
                say("stage", "retrieve" if column is None else "project")
                start = time.perf_counter()
                run(
                    [
                        (load_part, candidate, coverage, schemas[index], str(folder), index, column)
                        for index, _ in numbered
                    ]
                )
                elapsed = (time.perf_counter() - start) * 1e3
                items = job["dataBytes"] if column is None else job["dataBytes"] // len(schema["columns"])
                clock = [
                    scope
                    for scope in ("read", *scopes(session, operation))
                    if scope != "read" or operation == "project"
                ]
                results[operation] = timing(
                    job,
                    elapsed,
                    clock,
                    f"{'all columns' if column is None else column[:900]}, of {len(chunks)} parts",
                    items,
                )
            else:
                results[operation] = {
                    "status": "unsupported",
                    "reason": NO_FILE_IN_MEMORY
                    if operation in ("encode", "decode")
                    else "This script does not look up single items in chunked files.",
                }
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "status": "completed",
        "madeBy": made_by(candidate, session),
        "sizeBytes": sum(sizes),
        "encodedSha256": None,
        "counts": {"files": len(chunks)},
        "verification": {
            "verifiedBy": "self",
            "reason": "The library that wrote each part also read it. The result was compared with the chunk, generated again.",
            "loss": session.losses(schema),
            "rejectedBy": [],
        },
        "operations": results,
        "setUpMs": set_up_ms,
        "wasmPeakBytes": None,
        "discardedRounds": 0,
        "libraries": dict(USED),
    }


def chunk_schema(schema: dict, size: int) -> dict:
    return {**schema, "shape": [size]} if schema["kind"] == "array" else schema


def timing(job: dict, elapsed_ms: float, clock: list[str], detail: str | None, items: int) -> dict:
    """One sample per round, of a single cold call. Calls that take minutes are not warmed up."""
    samples = {
        "round": job["round"],
        "coldMs": elapsed_ms,
        "warmUpMs": 0,
        "warmUpCalls": 0,
        "warm": False,
        "callsPerSample": 1,
        "samplesMs": [elapsed_ms],
    }
    return {
        "status": "measured",
        "rounds": [samples],
        "clock": clock,
        "wasmCopyInClock": None,
        "detail": detail,
        "itemsPerCall": items,
    }


# ── The run ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def main(export: dict) -> None:
    arguments = parser("Measures a plan of Formatlab on data beyond one machine's memory, with Dask.")
    arguments.add_argument("--rows", type=int, help="number of items of every dataset (default: as in the plan)")
    arguments.add_argument(
        "--chunks", type=int, help="number of chunks of each dataset (default: chunks of about 64 MB)"
    )
    arguments.add_argument(
        "--scheduler",
        choices=("threads", "processes", "synchronous"),
        default="threads",
        help="Dask's scheduler (default: threads)",
    )
    arguments.add_argument(
        "--workers", type=int, default=2, help="number of parallel threads or processes (default: 2)"
    )
    arguments.add_argument(
        "--folder", help="folder for the parts, which take as much space as the data (default: a temporary folder)"
    )
    options = arguments.parse_args()
    if options.list:
        print_list(export)
        return
    started = now()
    plan = export["plan"]
    if options.rows is not None:
        plan = {
            **plan,
            "datasets": [
                {**spec, "size": options.rows} if spec["source"] == "workload" else spec for spec in plan["datasets"]
            ],
        }
    # The script encodes nothing in memory. Operations in memory are replaced by those that write and read files.
    asked = {"encode": "store", "decode": "load"}
    plan = {
        **plan,
        "operations": list(dict.fromkeys(asked.get(operation, operation) for operation in plan["operations"])),
    }
    rounds = options.rounds or export["efforts"][plan["effort"]]["rounds"]
    infos, counts = [], []
    for spec in plan["datasets"]:
        try:
            if spec["source"] != "workload" or spec["workload"] not in GENERATORS:
                raise Unsupported("Python can't generate this data in chunks.")
            counts.append(chunk_count(spec, options.chunks))
            infos.append(described(spec, counts[-1], lambda tasks: computed(options.scheduler, options.workers, tasks)))
            print(
                f"{spec['size']:,} items in {counts[-1]} chunks, {infos[-1]['dataBytes']:,} bytes, SHA-256 {infos[-1]['sha256']}"
            )
        except Unsupported as reason:
            counts += [0] * (len(infos) + 1 - len(counts))
            infos.append({"status": "failed", "error": error("unsupported", "generate", str(reason))})
            print(f"A dataset is omitted: {reason}")
    with tempfile.TemporaryDirectory(prefix="formatlab-dask-", dir=options.folder) as name:
        about = {
            "trial": dask_trial,
            "coverage": export["coverage"],
            "scheduler": options.scheduler,
            "workers": options.workers,
            "folder": name,
        }
        of = lambda dataset: {"chunks": counts[dataset], "dataBytes": infos[dataset]["dataBytes"]}
        cells, control, libraries = run_cells(
            plan,
            export["efforts"],
            infos,
            about,
            Path(name),
            rounds,
            lambda info: max(600_000, info["dataBytes"] / 1e3 / SLOWEST_MBPS),
            of,
        )
    warnings = (
        []
        if options.rounds is None
        else [f"Of {rounds} rounds, where the plan's effort has {export['efforts'][plan['effort']]['rounds']}."]
    )
    environment = environment_of(
        export, options.label, {**libraries, **USED}, f"Formatlab's Dask script, {options.workers} {options.scheduler}"
    )
    save(options.out, result_of(plan, infos, cells, control, environment, started, warnings))

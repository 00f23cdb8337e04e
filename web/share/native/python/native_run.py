"""Measures the plan's cells round by round, each trial in a fresh process, and writes the result file. Part of the
script that Formatlab exports."""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib
import json
import multiprocessing
import os
import platform
import random
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from formatlab_data import Dataset, events, from_canonical, to_canonical
from formatlab_scalars import array, scalar_list
from formatlab_scalars import dictionary as dict_of_scalars
from formatlab_streams import logs, sensors
from formatlab_table import table
from formatlab_vectors import keyed_vectors
from native_forms import Unsupported
from native_timing import timer_step_ms
from native_trial import Wrong, trial

#: The speed in MB/s of the slowest codecs at their highest levels. It limits the time of one stage before a trial is
#: abandoned.
SLOWEST_MBPS = 1


def dictionary_of_words(seed: int, size: int, start: int = 0) -> Dataset:
    # RDKit's import takes long, so only processes that need it import it.
    from formatlab_dictionary import dictionary

    return dictionary(seed, size, start)


#: The generators of the workloads. Other workloads come from a dataset file.
GENERATORS: dict[str, Callable[..., Dataset]] = {
    "keyedVectors": keyed_vectors,
    "events": events,
    "array": array,
    "list": scalar_list,
    "dict": dict_of_scalars,
    "dictionary": dictionary_of_words,
    "table": table,
    "sensors": sensors,
    "logs": logs,
}


class Stopped(Exception):
    """The reason why a dataset is missing, as a sentence for the result."""


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def error(tag: str, stage: str, message: str) -> dict:
    return {"tag": tag, "stage": stage, "message": message[:2_000]}


# ── Datasets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def canonical_of(spec: dict, expected: str | None, given: dict[str, Path]) -> bytes:
    """Returns the given file with the expected hash, or generates the dataset here."""
    if expected in given:
        return given[expected].read_bytes()
    if spec["source"] != "workload" or spec["workload"] not in GENERATORS:
        which = "of your own file" if spec["source"] != "workload" else f"of the workload {spec['workload']}"
        wanted = (
            "This script does not know its SHA-256. Run the plan in Formatlab, then export the script again."
            if expected is None
            else f"Download the dataset file from Formatlab (SHA-256 {expected}) and pass it with --dataset FILE."
        )
        if given:
            wanted += f" The given file has the SHA-256 {', '.join(given)}."
        raise Stopped(f"The data {which} can't be generated in Python. {wanted}")
    print(f"Generating {spec['size']:,} items of {spec['workload']} …", flush=True)
    data = to_canonical(GENERATORS[spec["workload"]](spec["seed"], spec["size"], **spec["knobs"]))
    found = hashlib.sha256(data).hexdigest()
    if expected is not None and found != expected:
        raise Stopped(f"The data generated here has the SHA-256 {found}, but the data in the browser has {expected}.")
    return data


def make_datasets(plan: dict, sha256s: list[str | None], given: dict[str, Path], folder: Path) -> list[dict]:
    infos: list[dict] = []
    for index, (spec, expected) in enumerate(zip(plan["datasets"], sha256s, strict=True)):
        start = time.perf_counter()
        try:
            data = canonical_of(spec, expected, given)
            dataset = from_canonical(data)
        except (Stopped, MemoryError) as failure:
            infos.append(
                {
                    "status": "failed",
                    "error": error("invalidPlan", "generate", str(failure) or "Not enough memory for the data."),
                }
            )
            print(f"Dataset {index + 1}: {failure}")
            continue
        (folder / f"{index}.canonical").write_bytes(data)
        sha256 = hashlib.sha256(data).hexdigest()
        schema = json.loads(data[: data.index(b"\n")])["schema"]
        info = {
            "status": "ready",
            "schema": schema,
            "itemCount": dataset.item_count,
            "dataBytes": bytes_of_buffers(data),
            "sha256": sha256,
        }
        infos.append({**info, "generateMs": (time.perf_counter() - start) * 1e3})
        checked = (
            "as in the browser"
            if expected is not None
            else "not compared with the browser's, which this script does not know"
        )
        print(
            f"Dataset {index + 1}: {dataset.item_count:,} items, {info['dataBytes']:,} bytes, SHA-256 {sha256} ({checked})"
        )
    return infos


def bytes_of_buffers(canonical: bytes) -> int:
    return sum(json.loads(canonical[: canonical.index(b"\n")])["buffers"])


def files_by_hash(paths: list[str]) -> dict[str, Path]:
    return {hashlib.sha256(Path(path).read_bytes()).hexdigest(): Path(path) for path in paths}


# ── Trials ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def child(connection: Connection, job: dict) -> None:
    """Runs in the fresh process. `job['trial']` does the work."""
    last = 0.0
    stage: Any = None

    def say(kind: str, what: Any) -> None:
        nonlocal last, stage
        if kind == "stage" and what == stage and time.monotonic() - last < 0.5:
            return
        stage, last = what, time.monotonic()
        connection.send((kind, what))

    try:
        say("done", job["trial"](job, say))
    except Unsupported as reason:
        say("done", {"status": "unsupported", "reason": str(reason)[:1_000]})
    except Wrong as failure:
        say("done", {"status": "failed", "error": error("verificationFailed", "verify", str(failure))})
    except MemoryError:
        say(
            "done",
            {
                "status": "failed",
                "error": error("outOfMemory", stage or "load", "There is not enough memory."),
            },
        )
    except Exception as failure:  # noqa: BLE001 - a library that fails in whatever way fails one cell only
        say(
            "done",
            {
                "status": "failed",
                "error": error("internal", stage or "load", f"{type(failure).__name__}: {failure}"),
            },
        )


def supervised(job: dict, limit_ms: float) -> dict:
    """Returns the trial's outcome, even if its process crashes."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=child, args=(theirs, job))
    process.start()
    theirs.close()
    stage = "load"
    try:
        while ours.poll(limit_ms / 1e3):
            kind, what = ours.recv()
            if kind == "done":
                return what
            stage = what
        return {"status": "timedOut", "stage": stage, "limitMs": limit_ms}
    except EOFError:
        process.join(5)
        return {
            "status": "failed",
            "error": error("workerCrashed", stage, f"The process ended with code {process.exitcode}."),
        }
    finally:
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        ours.close()


def merged(before: dict | None, after: dict) -> dict:
    """Merges a cell with one more round: the rounds of each operation are appended; other outcomes of an operation
    stay."""
    if before is None:
        return after
    for name, operation in after["operations"].items():
        known = before["operations"][name]
        if known["status"] == "measured" and operation["status"] == "measured":
            known["rounds"] += operation["rounds"]
        elif known["status"] == "measured":
            before["operations"][name] = operation
    return before


def trial_order(cells: list, round_number: int, seed: int) -> list:
    """The order of the cells: shuffled by the seed in even rounds, and reversed in the odd round that follows."""
    order = list(cells)
    random.Random(f"{seed}/{round_number // 2}").shuffle(order)
    return order if round_number % 2 == 0 else order[::-1]


def run_cells(
    plan: dict,
    efforts: dict,
    infos: list[dict],
    job: dict,
    folder: Path,
    rounds: int,
    limit_ms: Callable[[dict], float],
    of_dataset: Callable[[int], dict] = lambda _: {},
) -> tuple[dict, tuple | None, dict]:
    """
    Measures all cells. Returns the cells by (dataset, candidate, control), the key of the A/A control, and the libraries used. The control is the first cell that really encodes, measured a second
    time as if it were another cell; the apparent difference is the machine's noise floor. `of_dataset` returns the dataset's additions to a job.
    """
    cells: dict[tuple, dict | None] = {
        (d, c, False): None
        for d, info in enumerate(infos)
        if info["status"] == "ready"
        for c in range(len(plan["candidates"]))
    }
    libraries: dict[str, str] = {}
    ended: set[tuple] = set()
    control = next(
        (
            (d, c, True)
            for d, c, _ in cells
            if plan["candidates"][c]["format"] != "raw" and encodes(plan["candidates"][c], job["coverage"])
        ),
        None,
    )
    if control is not None:
        cells[control] = None
    for round_number in range(rounds):
        for place in trial_order([*cells], round_number, plan["seed"]):
            if place in ended:
                continue
            dataset, candidate, is_control = place
            outcome = supervised(
                {
                    **job,
                    **of_dataset(dataset),
                    "candidate": plan["candidates"][candidate],
                    "number": candidate,
                    "operations": plan["operations"][:1] if is_control else plan["operations"],
                    "effort": efforts[plan["effort"]],
                    "dataset": str(folder / f"{dataset}.canonical"),
                    "spec": plan["datasets"][dataset],
                    "scratch": str(folder / "scratch"),
                    "seed": plan["seed"],
                    "projectColumn": plan.get("projectColumn", 0),
                    "lookupKeys": plan.get("lookupKeys"),
                    "round": round_number,
                },
                limit_ms(infos[dataset]),
            )
            libraries.update(outcome.pop("libraries", {}))
            print(
                f"Round {round_number + 1} of {rounds}, dataset {dataset + 1}, candidate {candidate + 1}{' again, as the A/A control' if is_control else ''}: {outcome.get('reason') or outcome.get('error', {}).get('message') or outcome['status']}"
            )
            if outcome["status"] != "completed":
                ended.add(place)
                cells[place] = outcome
                continue
            cells[place] = merged(cells[place], outcome)
    return cells, control, libraries


def encodes(candidate: dict, coverage: dict) -> bool:
    return (
        coverage["formats"].get(candidate["format"], "") is None
        and f"{candidate['format']}/{candidate['implementation']}" not in coverage["implementations"]
    )


def noise_floor(plan: dict, cells: dict, control: tuple | None) -> dict | None:
    if control is None:
        return None
    operation = plan["operations"][0]
    arms = [cells[control[0], control[1], is_control] for is_control in (False, True)]
    found = [
        arm["operations"].get(operation, {}).get("rounds") if arm is not None and arm["status"] == "completed" else None
        for arm in arms
    ]
    return (
        None
        if None in found
        else {"dataset": control[0], "candidate": control[1], "operation": operation, "a": found[0], "b": found[1]}
    )


# ── The result ───────────────────────────────────────────────────────────────────────────────────────────────────────


def result_of(
    plan: dict,
    infos: list[dict],
    cells: dict,
    control: tuple | None,
    environment: dict,
    started: str,
    warnings: list[str],
) -> dict:
    return {
        "format": "formatlab.result",
        "version": 1,
        "startedAt": started,
        "finishedAt": now(),
        "plan": plan,
        "environment": environment,
        "datasets": infos,
        "cells": [
            {"dataset": d, "candidate": c, **cell}
            for (d, c, is_control), cell in cells.items()
            if not is_control and cell is not None
        ],
        "noiseFloor": noise_floor(plan, cells, control),
        "warnings": warnings,
    }


def environment_of(about: dict, label: str | None, libraries: dict, with_what: str) -> dict:
    return {
        "userAgent": f"{platform.python_implementation()} {platform.python_version()} ({with_what})"[:1_000],
        "platform": f"{platform.system()} {platform.machine()}"[:200] or "unknown",
        "logicalCores": os.cpu_count(),
        "deviceMemoryGiB": None,
        "crossOriginIsolated": False,
        "timerStepMs": timer_step_ms(),
        "kernelMsBefore": None,
        "kernelMsAfter": None,
        "formatlabVersion": about["formatlabVersion"],
        "libraries": {name[:100]: version[:100] for name, version in sorted(libraries.items())},
        "machineLabel": None if label is None else label[:200],
    }


def parser(description: str) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument(
        "--out", default="result.json", help="path of the result file, which Formatlab can open (default: result.json)"
    )
    arguments.add_argument("--label", help="your name for this machine, shown with the results")
    arguments.add_argument(
        "--rounds", type=int, help="number of rounds (default: as in the plan); fewer than 6 give no verdicts"
    )
    arguments.add_argument(
        "--list",
        action="store_true",
        help="print as JSON what this script measures and what it can't measure, then exit",
    )
    return arguments


def main(export: dict) -> None:
    arguments = parser("Measures a plan of Formatlab with the native libraries that are installed here.")
    arguments.add_argument(
        "--dataset",
        action="append",
        default=[],
        metavar="FILE",
        help="a dataset file downloaded from Formatlab, checked by its SHA-256",
    )
    arguments.add_argument("--threads", type=int, default=1, help="threads of pyarrow (default: 1, as in the browser)")
    options = arguments.parse_args()
    if options.list:
        print_list(export)
        return
    plan, started = export["plan"], now()
    rounds = options.rounds or export["efforts"][plan["effort"]]["rounds"]
    with tempfile.TemporaryDirectory(prefix="formatlab-") as name:
        folder = Path(name)
        infos = make_datasets(plan, export["sha256s"], files_by_hash(options.dataset), folder)
        job = {
            "trial": trial,
            "coverage": export["coverage"],
            "losses": export["losses"],
            "stepMs": timer_step_ms(),
            "threads": options.threads,
        }
        hang_ms = export["efforts"][plan["effort"]]["hangLimitMs"]
        cells, control, libraries = run_cells(
            plan,
            export["efforts"],
            infos,
            job,
            folder,
            rounds,
            lambda info: max(hang_ms, info["dataBytes"] / 1e3 / SLOWEST_MBPS),
        )
    warnings = (
        [f"Of {rounds} rounds, where the plan's effort has {export['efforts'][plan['effort']]['rounds']}."]
        if options.rounds
        else []
    )
    environment = environment_of(
        export,
        options.label,
        libraries,
        f"Formatlab's native script, {options.threads} thread{'' if options.threads == 1 else 's'}",
    )
    save(options.out, result_of(plan, infos, cells, control, environment, started, warnings))


def save(path: str, result: dict) -> None:
    Path(path).write_text(json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    print(f"Wrote {path}. Open it in Formatlab with Share → Open results.")


def print_list(export: dict) -> None:
    from native_codecs import CODECS

    modules = export["coverage"]["modules"]
    print(
        json.dumps(
            {
                "formats": sorted(id for id in modules if id in importlib.import_module(modules[id]).FORMATS),
                "codecs": sorted(CODECS),
                "workloads": sorted(GENERATORS),
                "leftOut": export["coverage"],
            }
        )
    )

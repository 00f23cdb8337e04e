"""One trial of one cell, the whole work of a fresh process. Part of the script that Formatlab exports."""

from __future__ import annotations

import functools
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import native_forms
from formatlab_data import Dataset, as_objects, from_canonical, to_canonical
from native_adapter import Adapter, adapter_of
from native_codecs import CODEC_LIBRARIES, wrapping
from native_forms import (
    USED,
    Unsupported,
    dataset_of,
    natural,
    parts_of,
    require_held_columns,
    schema_of,
    with_version,
)
from native_losses import changed_values
from native_molecules import MoleculeFile
from native_random import below_of
from native_timing import measure

CLOCK_ORDER = ("generate", "convert", "allocate", "encode", "write", "read", "decode", "reduce")
OWN_CLOCK = {
    "encode": ("encode",),
    "decode": ("decode",),
    "project": ("decode",),
    "lookup": ("decode",),
    "warmLookup": (),
    "store": ("encode", "write"),
    "load": ("read", "decode"),
}
STAGES = {"store": "store", "load": "retrieve", "warmLookup": "lookup"}
#: The default choice of rows or keys to look up (workers/model/operation-choices.ts).
USUAL_LOOKUPS = {"choice": "random", "count": 1_024}
CHECKED_LOOKUPS = 8
SELF_ONLY = (
    "The library that wrote the file also read it, in a fresh process for each round. The page uses other readers."
)


class Wrong(Exception):
    """The decoded data differs from the encoded data."""


def session_of(
    candidate: dict, schema: dict, coverage: dict
) -> tuple[Any, Callable[[bytes], bytes], Callable[[bytes, int], bytes]]:
    reason = coverage["formats"].get(
        candidate["format"], f"This script does not know the format {candidate['format']}."
    )
    reason = reason or coverage["implementations"].get(f"{candidate['format']}/{candidate['implementation']}")
    codec = candidate["codec"]
    inner = codec if codec is not None and codec["implementation"] is None else None
    if reason is None and codec is not None and inner is None:
        reason = coverage["codecs"].get(codec["id"], f"This script does not know the codec {codec['id']}.")
    if reason is not None:
        raise Unsupported(reason)
    adapter = adapter_of(candidate["format"], coverage["modules"])
    if schema["kind"] == "molecules" and not issubclass(adapter, MoleculeFile):
        raise Unsupported("This script represents molecules as RDKit objects, which this format can't hold.")
    holds_wide = getattr(adapter, "holds_arrow", False) or getattr(adapter, "holds_objects", False)
    require_held_columns(schema, candidate["format"], holds_wide)
    compress, decompress = wrapping(codec)
    return adapter(schema, candidate["options"], inner), compress, decompress


def made_by(candidate: dict, session: Adapter) -> dict[str, str | None]:
    """The names and versions of the native libraries of a candidate. The plan names the browser's libraries instead."""
    codec = candidate["codec"]
    wraps = codec is not None and codec["implementation"] is not None
    return {
        "format": with_version(session.library),
        "codec": with_version(CODEC_LIBRARIES[codec["id"]]) if wraps else None,
    }


def checked(
    session: Any, decoded: Any, dataset: Dataset, losses: list[str], beat: Callable[[], None] = lambda: None
) -> tuple[list[str], int]:
    """Raises `Wrong` unless the data equals the dataset but for the declared losses; formats without an order may
    reorder it. Returns sentences on losses of molecules beyond those that the format declares, and the number of values
    that the losses changed."""
    try:
        if isinstance(session, MoleculeFile):
            return session.checked(decoded, beat), 0
        if getattr(session, "unordered", False) or getattr(session, "each", False):
            wanted = list(dataset.keys or dataset.ids)
            if sorted(decoded) != sorted(wanted):
                raise Wrong("Decoding returns other keys than were written.")
            decoded = {key: decoded[key] for key in wanted}
        changed = changed_values(dataset_of(decoded, dataset.schema()), dataset, losses)
        if changed is None:
            raise Wrong("The decoded data differs from the encoded data.")
        return [], changed
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Wrong(f"The decoded data differs from the encoded data: {error}") from error


def same_value(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same_value(found[name], expected[name]) for name in expected)
    if isinstance(expected, (list, tuple)):
        return len(found) == len(expected) and all(map(same_value, found, expected))
    if isinstance(expected, np.ndarray):
        return found.dtype == expected.dtype and np.array_equal(found, expected, equal_nan=True)
    return found == expected or (found != found and expected != expected)  # noqa: PLR0124 - NaN, of whatever type


def lookup_keys(dataset: Dataset, seed: int, choice: dict) -> list:
    """The rows or keys that the page looks up, in the same order."""
    keys = (
        range(dataset.item_count)
        if dataset.kind == "table"
        else dataset.ids
        if dataset.kind == "keyedVectors"
        else dataset.keys
    )
    if not len(keys):
        raise Unsupported("The dataset has nothing to look up.")
    if choice["choice"] == "random":
        below = below_of(seed)
        return [keys[below(len(keys))] for _ in range(choice["count"])]
    if choice["choice"] == "given":
        wanted = [given_key(dataset, key) for key in choice["keys"]]
        there = set(keys)
        missing = [str(key) for key in wanted if key not in there]
        if missing:
            raise Wrong(f"The data lacks some keys that the plan looks up: {', '.join(missing[:5])[:200]}.")
        return wanted
    return list(keys[: choice["count"]] if choice["choice"] == "first" else keys[-choice["count"] :])


def given_key(dataset: Dataset, key: Any) -> Any:
    if dataset.kind == "table":
        return key
    return int(key) if dataset.kind == "dict" and dataset.key_type == "int64" else str(key)


def with_ranges(keys: Sequence[int | str]) -> list[str]:
    """Lists numbers and texts in order. Three or more consecutive numbers become a range."""
    parts: list[str] = []
    at = 0
    while at < len(keys):
        first = keys[at]
        end = at + 1
        while isinstance(first, int) and end < len(keys) and keys[end] == first + end - at:
            end += 1
        parts += [f"{first}–{keys[end - 1]}"] if end - at >= 3 else [str(key) for key in keys[at:end]]
        at = end
    return parts


def lookup_detail(choice: dict, kind: str) -> str:
    """Describes the choice in the page's wording (workers/model/operation-choices.ts)."""
    noun = {"table": "row", "keyedVectors": "id"}.get(kind, "key")
    if choice["choice"] == "random":
        return f"one key a call, of {choice['count']} drawn"
    if choice["choice"] == "given":
        shown = with_ranges(choice["keys"])
        count = len(choice["keys"])
        nouns = noun if count == 1 else f"{noun}s"
        if len("".join(shown)) > 40:
            return f"one key a call, of {count} chosen {nouns}"
        return f"one key a call, of the {nouns} {' and '.join([', '.join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)}"
    counted = noun if choice["count"] == 1 else f"{choice['count']:,} {noun}s"
    return f"one key a call, of the {choice['choice']} {counted}"


def prepared_lookup(
    get: Callable[[Any], Any], value: Any, dataset: Dataset, seed: int, choice: dict
) -> Callable[[], Any]:
    keys = lookup_keys(dataset, seed, choice)
    for column in dataset.schema().get("columns", []):
        if any(part.get("unit") == "ns" for part in parts_of(column)):
            raise Unsupported(
                f"This script compares rows by Python's objects, whose times have no nanoseconds. Column “{column['name'][:100]}” has them."
            )
    columns = [as_objects(column) for column in dataset.columns]
    for key in keys[:CHECKED_LOOKUPS]:
        expected = [rows[key] for rows in columns] if dataset.kind == "table" else value[key]
        if not same_value(get(key), expected):
            raise Wrong(f"The look-up of {str(key)[:200]} returns other data than was written.")
    turn: Iterator[Any] = iter(())

    def call() -> Any:
        nonlocal turn
        key = next(turn, None)
        if key is None:
            turn = iter(keys)
            key = next(turn)
        return get(key)

    return call


def column_place(names: list[str], wanted: str | int) -> int:
    """The index of the column that the plan gives by name or index."""
    place = wanted if isinstance(wanted, int) else names.index(wanted) if wanted in names else len(names)
    if place >= len(names):
        raise Wrong(f"The data has no column {str(wanted)[:200]}.")
    return place


def checked_projection(call: Callable[[], Any], dataset: Dataset, column: Any, losses: list[str]) -> int:
    expected = Dataset("table", dataset.item_count, columns=[column])
    if changed_values(dataset_of({column.name: call()}, expected.schema()), expected, losses) is None:
        raise Wrong("The column read differs from the column written.")
    return data_bytes(expected)


def data_bytes(dataset: Dataset) -> int:
    canonical = to_canonical(dataset)
    return sum(json.loads(canonical[: canonical.index(b"\n")])["buffers"])


def scopes(session: Any, operation: str) -> list[str]:
    reading = operation in ("decode", "project", "lookup", "warmLookup", "load")
    own = getattr(session, "read_clock", session.clock) if reading else session.clock
    return [scope for scope in CLOCK_ORDER if scope in {*own, *OWN_CLOCK[operation]}]


def declared_loss(job: dict, session: Adapter, schema: dict) -> list[str]:
    """The declared losses in the page's wording. Those of molecules, without and with coordinates, come with the plan."""
    if schema["kind"] == "molecules":
        return job["losses"][job["number"]][1 if schema["coordinates"] else 0]
    return session.losses(schema)


def trial(job: dict, say: Callable[[str, Any], None]) -> dict:
    """Returns the cell after this round. `say('stage', …)` is the heartbeat. Raises `Unsupported` and `Wrong`."""
    candidate, effort, operations = job["candidate"], job["effort"], job["operations"]
    say("stage", "load")
    dataset = from_canonical(Path(job["dataset"]).read_bytes())
    of_molecules = dataset.kind == "molecules"
    say("stage", "setUp")
    start = time.perf_counter()
    native_forms.THREADS = job["threads"]
    session, compress, decompress = session_of(candidate, schema_of(dataset), job["coverage"])
    set_up_ms = (time.perf_counter() - start) * 1e3
    value = (
        session.natural(dataset.bytes, lambda: say("stage", "load"))
        if of_molecules
        else natural(dataset, getattr(session, "holds_arrow", False))
    )
    sizes: dict[str, int] = {}

    def encode() -> bytes:
        made = session.encode(value)
        sizes["inner"] = len(made)
        return compress(made)

    def decode(data: bytes) -> Any:
        return session.decode(decompress(data, sizes["inner"]))

    def project(data: bytes, column: str) -> Any:
        return session.project(decompress(data, sizes["inner"]), column)

    wrapped = candidate["codec"] is not None and candidate["codec"]["implementation"] is not None
    say("stage", "encode")
    start = time.perf_counter()
    file = bytes(encode()) if not wrapped else encode()
    cold = {"encode": (time.perf_counter() - start) * 1e3}
    say("stage", "decode")
    start = time.perf_counter()
    decoded = decode(file)
    cold["decode"] = (time.perf_counter() - start) * 1e3
    declared = declared_loss(job, session, schema_of(dataset))
    told, changed = checked(session, decoded, dataset, declared, lambda: say("stage", "verify"))
    del decoded
    sample = session.sample() if of_molecules else None
    whole_bytes = data_bytes(dataset) if sample is None else sample["dataBytes"]
    scratch = Path(job["scratch"])
    results: dict[str, dict] = {}
    call: Callable[[], Any]
    for operation in operations:
        stage = STAGES.get(operation, operation)
        say("stage", stage)
        try:
            items, detail = whole_bytes, None
            if operation == "encode":
                call = encode
            elif operation == "decode":
                call = lambda: decode(file)
            elif operation == "project":
                if dataset.kind != "table" or not dataset.columns:
                    raise Unsupported("Only a table has columns.")
                column = dataset.columns[column_place([each.name for each in dataset.columns], job["projectColumn"])]
                call = functools.partial(project, file, column.name)
                items, detail = checked_projection(call, dataset, column, declared), column.name[:1_000]
            elif operation in ("lookup", "warmLookup"):
                if wrapped:
                    raise Unsupported(
                        "The codec compresses the file as a whole, so a look-up would have to decompress all of it."
                    )
                opener = session.open_lookup if operation == "lookup" else getattr(session, "open_warm_lookup", None)
                if opener is None:
                    raise Unsupported("The library's look-ups use no cache that this script could fill beforehand.")
                choice = job["lookupKeys"] or USUAL_LOOKUPS
                call = prepared_lookup(opener(file), value, dataset, job["seed"], choice)
                items, detail = 1, lookup_detail(choice, dataset.kind)
            elif operation == "store":
                call = lambda: scratch.write_bytes(encode())
            else:
                scratch.write_bytes(file)
                call = lambda: decode(scratch.read_bytes())
            if operation not in cold:
                start = time.perf_counter()
                call()
                cold[operation] = (time.perf_counter() - start) * 1e3
            samples, last = measure(
                call, effort, job["stepMs"], cold[operation], functools.partial(say, "stage", stage)
            )
            if operation == "encode" and abs(len(last) - len(file)) > len(file) / 100:
                raise Wrong(f"The timed calls returned {len(last)} bytes, but the verified call returned {len(file)}.")
            results[operation] = {
                "status": "measured",
                "rounds": [{"round": job["round"], **samples}],
                "clock": scopes(session, operation),
                "wasmCopyInClock": None,
                "detail": detail,
                "itemsPerCall": items,
            }
        except Unsupported as reason:
            results[operation] = {"status": "unsupported", "reason": str(reason)[:1_000]}
        except Wrong as error:
            results[operation] = {
                "status": "failed",
                "error": {
                    "tag": "verificationFailed",
                    "stage": stage,
                    "message": str(error)[:2_000],
                    "format": candidate["format"],
                },
            }
        finally:
            scratch.unlink(missing_ok=True)
    return {
        "status": "completed",
        "madeBy": made_by(candidate, session),
        "sizeBytes": len(file),
        "encodedSha256": hashlib.sha256(file).hexdigest(),
        **({} if sample is None else {"sample": sample}),
        "verification": {
            "verifiedBy": "self",
            "reason": session.how if of_molecules else SELF_ONLY,
            "loss": [*declared, *told],
            **(
                {"changedValues": {"changed": changed, "total": dataset.item_count * len(dataset.columns)}}
                if declared and dataset.kind == "table"
                else {}
            ),
            "rejectedBy": [],
        },
        "operations": results,
        "setUpMs": set_up_ms,
        "wasmPeakBytes": None,
        "discardedRounds": 0,
        "libraries": dict(USED),
    }

"""What pyarrow itself makes of each case of the torture table, and the files that it and Python's json write of them.

torture_references.py CANONICAL FIXTURES   reads CANONICAL/*.canonical, writes FIXTURES/references.json and FIXTURES/files.json.gz
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import math
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet
from pyarrow import ipc

from arrow_types import arrow_table, table_of
from formatlab_data import Column, Dataset, from_canonical, to_canonical

#: Its files would be longer than all the others together; it goes through every format all the same.
NO_FILES = ("cell-16-mb",)
LIBRARY = f"pyarrow {pa.__version__}"


def parquet_file(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pa.parquet.write_table(table, sink)
    return sink.getvalue()


def arrow_file(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def csv_file(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pa.csv.write_csv(table, sink)
    return sink.getvalue()


def json_lines(table: pa.Table) -> bytes:
    """Writes the types that Python's json supports; raises TypeError for the others."""
    if len(set(table.column_names)) < table.num_columns:
        raise ValueError("An object can't hold two members of the same name.")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist()).encode()


#: Label, format, extension, writer and reader.
SYSTEMS: tuple[tuple[str, str, Callable[[pa.Table], bytes], Callable[[io.BytesIO], pa.Table]], ...] = (
    ("Parquet", "parquet", parquet_file, pa.parquet.read_table),
    ("Arrow IPC", "arrow", arrow_file, lambda file: ipc.open_file(file).read_all()),
    ("CSV", "csv", csv_file, pa.csv.read_csv),
    ("NDJSON", "ndjson", json_lines, pa.json.read_json),
)


def outcome(expected: Dataset, table: pa.Table, write: Callable, read: Callable) -> tuple[dict, bytes | None]:
    """The verdict for the matrix, and the file if one was written."""
    try:
        file = write(table)
    except Exception as error:  # noqa: BLE001 - whatever the library raises is what it says of the data
        return {"outcome": "refused", "reason": first_line(error)}, None
    try:
        found = read(io.BytesIO(file))
    except Exception as error:  # noqa: BLE001
        return {"outcome": "refused", "reason": f"Its own file: {first_line(error)}"}, file
    try:
        back = table_of(found)
    except TypeError:
        back = None
    if back is not None and to_canonical(back) == to_canonical(expected):
        return {"outcome": "kept"}, file
    types = [
        f"{name}: {there} where {here} was written."
        for name, here, there in zip(table.column_names, table.schema.types, found.schema.types, strict=False)
        if here != there
    ]
    return {
        "outcome": "changed",
        "what": shortened(types) or ["Values."],
        "changedValues": changed_values(table, found),
    }, file


def shortened(sentences: list[str]) -> list[str]:
    rest = len(sentences) - 3
    return [text[:1_000] for text in sentences[:3]] + ([f"And so of {rest:,} more columns."] if rest > 0 else [])


def first_line(error: Exception) -> str:
    return (str(error).split("\n")[0] or type(error).__name__)[:1_000]


def changed_values(before: pa.Table, after: pa.Table) -> int | None:
    if (before.num_rows, before.num_columns) != (after.num_rows, after.num_columns):
        return None
    pairs = zip(before.columns, after.columns, strict=True)
    return sum(
        identity(left) != identity(right)
        for a, b in pairs
        for left, right in zip(python_values(a), python_values(b), strict=True)
    )


def python_values(column: pa.ChunkedArray) -> list:
    """Dates and ticks as integers, because Python's types end at the year 9999 and at microseconds."""
    kind = column.type
    if pa.types.is_temporal(kind):
        wide = pa.int32() if pa.types.is_time32(kind) or pa.types.is_date32(kind) else pa.int64()
        return [None if value is None else (kind, value) for value in column.cast(wide).to_pylist()]
    return column.to_pylist()


def identity(value: Any) -> Any:
    """A value that equals another only if their bits are equal."""
    if isinstance(value, float):
        return ("nan", struct.pack("<d", value)) if math.isnan(value) else (value, math.copysign(1, value))
    if isinstance(value, list):
        return [identity(item) for item in value]
    if isinstance(value, dict):
        return {key: identity(item) for key, item in value.items()}
    return value


def references(canonical: Path) -> tuple[list[dict], dict[str, bytes]]:
    """The systems of the matrix, and the files by name (`CASE.EXTENSION`)."""
    cases = {path.stem: from_canonical(path.read_bytes()) for path in sorted(canonical.glob("*.canonical"))}
    systems = []
    files: dict[str, bytes] = {}
    for label, extension, write, read in SYSTEMS:
        outcomes = {}
        for name, dataset in cases.items():
            outcomes[name], file = outcome(dataset, arrow_table_of(dataset), write, read)
            if file is not None and name not in NO_FILES:
                files[f"{name}.{extension}"] = file
        writer = "Python’s json and pyarrow" if extension == "ndjson" else "pyarrow"
        systems.append(
            {
                "id": f"reference/{extension}",
                "kind": "reference",
                "format": label,
                "label": writer,
                "library": LIBRARY,
                "outcomes": outcomes,
            }
        )
    return systems, files


def arrow_table_of(dataset: Dataset) -> pa.Table:
    """A table without columns still has rows."""
    if dataset.columns:
        return arrow_table(dataset)
    row = Column("x", "bool", None, np.zeros(dataset.item_count, np.uint8))
    return arrow_table(Dataset("table", dataset.item_count, columns=[row])).select([])


def main() -> None:
    canonical, fixtures = map(Path, sys.argv[1:])
    systems, files = references(canonical)
    (fixtures / "references.json").write_text(json.dumps(systems, indent=1, ensure_ascii=False) + "\n")
    text = json.dumps({name: base64.b64encode(data).decode() for name, data in sorted(files.items())})
    (fixtures / "files.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()

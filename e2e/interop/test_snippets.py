"""The snippets that the page shows for a candidate, run as a user runs them: what they write has the browser's size within 2 %, or within the range that the page states, and what they read from the browser's file is what the browser wrote."""

from __future__ import annotations

import ast
import datetime
import functools
import json
import math
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import ipc, parquet

from formatlab_data import as_python, from_canonical

FILES = Path(os.environ["FORMATLAB_INTEROP"])
ENTRIES = json.loads((FILES / "snippets.json").read_text())
TESTED = [
    pytest.param(
        entry,
        snippet,
        id=f"{entry['name']} by {snippet['tool']}",
        marks=[pytest.mark.full] if entry["full"] else [],
    )
    for entry in ENTRIES
    for snippet in entry["snippets"]
    if snippet["tested"]
]
SIZE_TOLERANCE = 0.02
#: The tables of which only the Arrow file is written: no lines take them as Python's own objects.
ONLY_TABLES = ("oddNames", "visits", "ledger", "amounts", "nested")
TABLES = ("table", "events", "orders", *ONLY_TABLES)
# The variables into which snippets read.
READ_NAMES = ("table", "vectors", "array", "data", "df", "content")


@functools.cache
def canonical(dataset: str) -> Any:
    return from_canonical((FILES / f"snippet-{dataset}.canonical").read_bytes())


@functools.cache
def arrow_table(dataset: str) -> pa.Table:
    """The browser's Arrow file, which test_written_files.py compares with the data, without Formatlab's notes."""
    with pa.OSFile(str(FILES / f"snippet-{dataset}.arrow")) as file:
        return ipc.open_file(file).read_all().replace_schema_metadata(None)


@functools.cache
def variables(dataset: str) -> dict[str, Any]:
    """What the snippets say that the user has."""
    data = None if dataset in ONLY_TABLES else as_python(canonical(dataset))
    if dataset == "bytes":
        return {"content": data, "data": data}
    table = arrow_table(dataset)
    if dataset == "orders":
        # A user's own file, which the lines read themselves. Lines that take Python's own objects do not.
        return {"data": data}
    return {
        "table": table,
        # Integers with nulls stay integers.
        "df": table.to_pandas(types_mapper={pa.int32(): pd.Int32Dtype()}.get),
        "data": data,
        "vectors": data,
        "array": data,
    }


def name_of(snippet: dict) -> str:
    """The file of a snippet. Its name begins with `data.`; it stands in quotes, or at the end of the shell's line."""
    if snippet["language"] == "shell":
        # `… -c data.csv > data.csv.gz`, and `… -d -c data.csv.gz > data.csv`.
        return snippet["write"].split()[-1] if snippet["write"] else snippet["read"].split()[-3]
    quote = "'" if snippet["language"] == "sql" else '"'
    lines = snippet["write"] or snippet["read"]
    return next(part for part in lines.split(quote) if part.startswith("data."))


# A process that has imported the modules of its arguments, and runs the snippet of each folder that it is told in a copy of itself. A copy ends without the
# finalizers of libraries: pyarrow's threads sometimes abort there, after all is read.
RUNNER = """
import importlib, json, os, pickle, runpy, sys, traceback
from pathlib import Path
for name in sys.argv[1:]:
    importlib.import_module(name)
for line in sys.stdin:
    copy = os.fork()
    if copy == 0:
        try:
            folder, names = json.loads(line)
            os.chdir(folder)
            said = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            given = pickle.loads(Path("given.pickle").read_bytes())
            result = runpy.run_path("snippet.py", init_globals=given)
            kept = {name: result[name] for name in names if name in result}
            Path("result.pickle").write_bytes(pickle.dumps(kept))
            sys.stdout.flush()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)
"""
#: Importing these takes longer than most snippets run. What registers filters with another library (hdf5plugin) is not among them.
SLOW = ("awkward", "h5py", "numpy", "pandas", "pyarrow", "uproot")


def slow_modules(lines: str) -> tuple[str, ...]:
    """Those that the lines import themselves, so that a process that has imported them before is no help to lines that forget to."""
    named = {
        name for name in re.findall(r"^(?:import|from) ([\w.]+)", lines, re.MULTILINE) if name.split(".")[0] in SLOW
    }
    # pyarrow itself imports pandas where it makes an array.
    return tuple(sorted(named | ({"pandas"} if any(name.startswith("pyarrow") for name in named) else set())))


Runners = dict[tuple[str, ...], subprocess.Popen]


@pytest.fixture(scope="module")
def runners() -> Iterator[Runners]:
    """The processes, by what they have imported."""
    made: Runners = {}
    yield made
    for process in made.values():
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.wait(30)
        process.stdout.close()


def run_python(runners: Runners, lines: str, given: dict[str, Any]) -> dict[str, Any]:
    """Runs the lines in a process of their own, so that what another snippet imported or registered is no help. Returns what they read."""
    Path("snippet.py").write_text(lines)
    # Only what the lines name: unpickling a table imports pyarrow, and a data frame pandas, which may be a help.
    named = {name: value for name, value in given.items() if re.search(rf"\b{name}\b", lines)}
    Path("given.pickle").write_bytes(pickle.dumps(named))
    modules = slow_modules(lines)
    if modules not in runners:
        command = [sys.executable, "-I", "-c", RUNNER, *modules]
        runners[modules] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process = runners[modules]
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps([str(Path.cwd()), READ_NAMES]) + "\n")
    process.stdin.flush()
    code = process.stdout.readline().strip()
    assert code == "0", f"{lines}\n{code}: {Path('said.txt').read_text()}"
    return pickle.loads(Path("result.pickle").read_bytes())


def plain(value: Any) -> Any:
    """A value as a Python object that is equal in every form that a library gives it: instants in UTC without a zone, dates as their midnight."""
    if value is None or value is pd.NaT or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, datetime.datetime):
        moment = value if value.tzinfo is None else value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        return moment.to_pydatetime(warn=False) if isinstance(moment, pd.Timestamp) else moment
    if isinstance(value, datetime.date):
        return datetime.datetime(value.year, value.month, value.day)
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(each) for each in value]
    return value.item() if isinstance(value, np.generic) else value


def column_values(values: Any) -> list:
    if isinstance(values, (pa.ChunkedArray, pa.Array)):
        return [plain(value) for value in values.to_pylist()]
    if isinstance(values, np.ma.MaskedArray):
        return [plain(value) for value in values.tolist()]
    return [plain(value) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def columns_of(found: Any) -> dict[str, list]:
    """The columns of whatever a snippet reads: a table, a data frame, a dictionary of columns, or a list of records."""
    if isinstance(found, pa.Table):
        return {name: column_values(found[name]) for name in found.column_names}
    if isinstance(found, pd.DataFrame):
        return {str(name): column_values(found[name].tolist()) for name in found.columns}
    if isinstance(found, list):
        return {name: column_values([record[name] for record in found]) for name in found[0]}
    return {name: column_values(column) for name, column in found.items()}


@functools.cache
def expected_columns(dataset: str) -> dict[str, list]:
    return columns_of(arrow_table(dataset))


def with_times(values: list, expected: list) -> list:
    """Reads the texts of a column of times, which JSON and MessagePack do not have."""
    if not any(isinstance(value, datetime.datetime) for value in expected):
        return values
    return [
        plain(datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))) if isinstance(value, str) else value
        for value in values
    ]


def check_table(found: Any, dataset: str) -> None:
    expected = expected_columns(dataset)
    columns = columns_of(found)
    assert list(columns) == list(expected)
    for name, values in expected.items():
        assert with_times(columns[name], values) == values, name


def check_keyed(found: Any, dataset: str) -> None:
    expected = as_python(canonical(dataset))
    if isinstance(found, list):
        key, value = ("id", "vector") if dataset == "vectors" else ("key", "value")
        found = {record[key]: record[value] for record in found}
    assert list(found) == list(expected) or sorted(found) == sorted(expected)
    for key, value in expected.items():
        assert plain(found[key]) == plain(value), key


def check(result: dict[str, Any], entry: dict) -> None:
    """Compares what a snippet has read, in whichever variable, with what the browser wrote."""
    dataset = entry["dataset"]
    if dataset == "bytes":
        # The page's baseline is the canonical form: a line of JSON, then the bytes.
        assert bytes(result["content"]) == (FILES / "snippet-bytes.canonical").read_bytes()
        return
    found = next(result[name] for name in READ_NAMES if name in result)
    if dataset == "array":
        # A format of tables holds an array as its one column.
        values = found["values"].to_numpy() if isinstance(found, (pa.Table, pd.DataFrame)) else found
        assert np.array_equal(values, as_python(canonical(dataset)))
    elif isinstance(found, (pa.Table, pd.DataFrame)) or dataset in TABLES:
        check_table(found, dataset)
    else:
        check_keyed(found, dataset)


def run_shell(lines: str) -> None:
    subprocess.run(["sh", "-ec", lines], check=True, capture_output=True, text=True)


def write(runners: Runners, snippet: dict, entry: dict) -> None:
    given = variables(entry["dataset"])
    if entry["dataset"] == "orders":
        Path("orders.csv").write_bytes((FILES / "snippet-orders.csv").read_bytes())
    if snippet["language"] == "python":
        run_python(runners, snippet["write"], given)
    elif snippet["language"] == "sql":
        with duckdb.connect() as connection:
            if entry["dataset"] != "orders":
                connection.register("data", given["table"])
            connection.execute(snippet["write"])
    else:
        inside = FILES / entry["inside"]
        Path(name_of(snippet)).with_suffix("").write_bytes(inside.read_bytes())
        run_shell(snippet["write"])


def check_read(runners: Runners, snippet: dict, entry: dict) -> None:
    """Reads the browser's file, which lies where the snippet expects its own."""
    if snippet["language"] == "python":
        # A raw LZ4 block alone needs what its writer has to keep.
        size_bytes = (FILES / (entry["inside"] or entry["file"])).stat().st_size
        check(run_python(runners, snippet["read"], {"size_bytes": size_bytes}), entry)
    elif snippet["language"] == "sql":
        with duckdb.connect() as connection:
            connection.execute(snippet["read"])
            check({"table": connection.sql("FROM data").to_arrow_table()}, entry)
    else:
        inside = Path(name_of(snippet)).with_suffix("")
        inside.unlink(missing_ok=True)
        run_shell(snippet["read"])
        assert inside.read_bytes() == (FILES / entry["inside"]).read_bytes()


@pytest.mark.full
def test_there_are_snippets_of_every_kind():
    assert {snippet.values[1]["tool"] for snippet in TESTED} >= {  # type: ignore[index]
        "pyarrow",
        "pandas",
        "h5py",
        "pickle",
        "numpy",
        "python",
        "msgpack",
        "duckdb",
        "commandLine",
    }


def test_readers_do_not_know_alp():
    """As workers/formats/parquet/settings/readers.ts says of these versions: it names another reader once one reads the file."""
    file = Path(__file__).parents[2] / "fixtures/parquet/alp.parquet"
    with pytest.raises(OSError, match="encoding"):
        parquet.read_table(file)
    with pytest.raises(duckdb.Error):
        duckdb.connect().execute(f"FROM '{file}'").fetchall()


#: What lists every column of its table by name.
NAMING_ALL = ("csv by pandas", "hdf5 by h5py", "rewrite by pyarrow", "recipe by polars", "recipe by spark")


def python_texts(lines: str) -> set[str]:
    """The texts that Python itself reads in the lines. Whatever is no literal fails here, or is no text."""
    return {
        node.value
        for node in ast.walk(ast.parse(lines))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def python_calls(lines: str) -> list[str]:
    """What the lines call, in the order of the tree: a name that runs would add a call."""
    tree = ast.parse(lines)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_hostile_names_are_texts_in_every_line():
    """1,000 names of files, sheets and columns through every tool's lines, which Python and DuckDB parse themselves."""
    entries = json.loads((FILES / "snippet-hostile.json").read_text())
    assert len({name for entry in entries for name in entry["columns"]}) == 1_000
    counted: dict[str, int] = {}
    for target in {entry["target"] for entry in entries}:
        of_target = [entry for entry in entries if entry["target"] == target]
        if of_target[0]["language"] == "python":
            for entry in of_target:
                counted[target] = counted.get(target, 0) + len({*entry["columns"]} & python_texts(entry["lines"]))
                assert not entry["lines"].count(entry["fileName"]) or entry["fileName"] in python_texts(entry["lines"])
            # Every second batch comes from a workbook, whose lines are others.
            for start in (0, 2):
                calls = {
                    tuple(python_calls(entry["lines"]))
                    for entry in of_target[start::4]
                    if "places" not in entry["lines"]
                }
                assert len(calls) <= 2, (target, calls)
        elif of_target[0]["language"] == "sql":
            for entry in of_target:
                statements = duckdb.extract_statements(entry["lines"])
                kinds = {str(statement.type).split(".")[-1] for statement in statements}
                assert kinds <= {"CREATE", "COPY", "SET", "VARIABLE_SET"}, (target, kinds, entry["lines"])
    for target in NAMING_ALL:
        assert counted[target] >= 1_000, (target, counted)


@pytest.mark.parametrize("entry, snippet", TESTED)
def test_snippet(entry, snippet, runners, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = snippet["read"].split()[0]
    if snippet["language"] == "shell" and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    browsers = (FILES / entry["file"]).read_bytes()
    own = Path(name_of(snippet))
    if snippet["write"] is not None:
        write(runners, snippet, entry)
        size, browsers_size = own.stat().st_size, len(browsers)
        least, most = snippet.get("otherSize", {}).get("range", (-SIZE_TOLERANCE, SIZE_TOLERANCE))
        assert least <= size / browsers_size - 1 <= most, f"{size} bytes, {browsers_size} of the browser"
    own.write_bytes(browsers)
    check_read(runners, snippet, entry)

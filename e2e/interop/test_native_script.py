"""The scripts that the page exports, run unchanged from an empty folder: their results are opened by the product's own import, of data with the browser's SHA-256 and files of the browser's sizes."""

from __future__ import annotations

import datetime
import decimal
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from depth import full
from formatlab_data import Column, Dataset, canonical_sha256, from_canonical, to_canonical
from formatlab_table import table
from reference_root import Tool
from telling import telling
from tkrzw_reference import SYSTEM_PYTHON
from typed_objects import column_from

FILES = Path(os.environ["FORMATLAB_INTEROP"])
WRITTEN = [entry for entry in json.loads((FILES / "manifest.json").read_text()) if entry["kind"] == "format"]
ROWS = 25
#: Enough for molecules of every kind that a format loses something of.
MOLECULES = 60

#: Format and implementation → whether the native library writes as many bytes as Formatlab; other libraries differ in headers and statistics.
FORMATS = {
    ("raw", "formatlab"): True,
    ("pickle", "formatlab"): True,
    ("npy", "formatlab"): True,
    ("destination", "formatlab"): True,
    ("hdf5", "h5wasm"): False,
    ("npz", "libdeflate"): False,
    ("parquet", "arrow-rs"): False,
    ("arrow", "apache-arrow"): False,
    ("csv", "formatlab"): False,
    ("json", "formatlab"): False,
    ("messagepack", "msgpack"): False,
    ("root", "formatlab"): False,
    ("rntuple", "formatlab"): False,
}
WORKLOADS = ("keyedVectors", "events", "array", "list", "dict", "dictionary", "table", "sensors", "logs")
#: Python's json module would quote the records' JSON, h5py's tables have no nulls here, and a category's list is unknown to the script.
LEFT_OUT = {("json", "dictionary"), ("raw", "table"), ("hdf5", "table")}
#: Their data alone are compared: no file is written of them.
WITHOUT_FILES = {"sensors", "logs"}
#: What a file may be larger or smaller by: notes of each writer, and headers, which in these take more than 25 rows do.
NOTE_BYTES = 3_500
SLACK_BYTES = {"hdf5": 8_000, "root": 8_000}


@pytest.fixture(scope="module")
def tool():
    made = Tool("native/tool.mjs")
    yield made
    made.close()


class AdaptersOfFormats(importlib.abc.MetaPathFinder):
    """Finds the module native_<folder> in the folder of a format, as the script carries it."""

    def find_spec(self, name, path=None, target=None):
        folder = name.removeprefix("native_").replace("_", "-")
        file = Path(__file__).parents[2] / "workers/formats" / folder / "native.py"
        return importlib.util.spec_from_file_location(name, file) if file.exists() else None


def import_native(monkeypatch) -> None:
    """Makes the modules of the script importable from the repository."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "web/share/native/python"))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, AdaptersOfFormats()])


def canonical(workload: str) -> Path:
    return FILES / f"workload-{workload}.canonical"


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def candidate(format_id: str, implementation: str, codec: dict | None = None, **options) -> dict:
    return {"format": format_id, "implementation": implementation, "options": options, "codec": codec}


def inside(codec: str, granularity: str, level: int | None = None) -> dict:
    return {"id": codec, "level": level, "implementation": None, "granularity": granularity}


def around(codec: str, level: int | None, granularity: str = "file") -> dict:
    return {"id": codec, "level": level, "implementation": "native", "granularity": granularity}


def plan_of(workloads: list[tuple[str, int]], candidates: list[dict], operations: list[str]) -> dict:
    datasets = [
        {"source": "workload", "workload": workload, "knobs": {}, "size": size, "seed": 42}
        for workload, size in workloads
    ]
    return {"datasets": datasets, "candidates": candidates, "operations": operations, "effort": "quick", "seed": 1}


#: Runs the script's own code, but takes each trial from one process that has imported the libraries, and measures each operation for a moment:
#: enough where a test asks what the script computes, not how it starts its trials or times them.
BRIEFLY = """
import importlib, multiprocessing, os, sys
for name in sys.argv.pop(1).split():
    importlib.import_module(name)
fork = multiprocessing.get_context("fork")
multiprocessing.get_context = lambda method: fork
def forget_threads():
    # A fork has none of its parent's threads: a pool that was made before would never do its work.
    threaded = sys.modules.get("dask.threaded")
    if threaded is not None:
        threaded.default_pool = None
        threaded.pools.clear()
os.register_at_fork(after_in_child=forget_threads)
script = {"__name__": "script"}
exec(compile(open("script.py", encoding="utf-8").read(), "script.py", "exec"), script)
for effort in script["EXPORT"]["efforts"].values():
    effort.update(warmUpMinMs=1, warmUpMinCalls=2, warmUpCapMs=5, samplesMin=2, samplesMs=1)
importlib.import_module(sys.argv.pop(1)).main(script["EXPORT"])
"""


#: What trials import, by format. pyarrow itself imports pandas where it makes an array.
IMPORTED = {
    **dict.fromkeys(("parquet", "arrow", "csv"), ("pyarrow.parquet", "pandas")),
    **dict.fromkeys(("root", "rntuple"), ("uproot",)),
    **dict.fromkeys(("smiles", "smiles-coordinates", "sdf", "rdkit-binary"), ("rdkit.Chem",)),
    "hdf5": ("h5py", "hdf5plugin"),
    "messagepack": ("msgpack",),
}


def imported(plan: dict, kind: str) -> str:
    """The modules that the trials of a plan import, each of which would otherwise take its time in every trial."""
    formats = {candidate["format"] for candidate in plan["candidates"]}
    modules = {module for name in formats for module in IMPORTED.get(name, ())}
    return " ".join(sorted(modules | ({"dask.delayed", "dask.threaded"} if kind == "dask" else set())))


def run(
    tool: Tool,
    folder: Path,
    plan: dict,
    kind: str,
    *arguments: str,
    sha256s: list | None = None,
    blocked: str | None = None,
    modules: Path | None = None,
    as_user: bool = False,
) -> dict:
    """The result as the page opens it. `blocked` is a module that cannot be imported, as if it were not installed; `modules` is a folder with modules that can.

    `as_user` runs the script as it is, with a fresh process for each trial.
    """
    folder.mkdir()
    tool.ask("script", plan=plan, kind=kind, sha256s=sha256s, path=str(folder / "script.py"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if blocked is not None:
        modules = folder / "blocked"
        modules.mkdir()
        (modules / f"{blocked}.py").write_text("raise ImportError('blocked')\n")
    if modules is not None:
        environment["PYTHONPATH"] = str(modules)
    entry = "native_dask" if kind == "dask" else "native_run"
    done = subprocess.run(
        [
            sys.executable,
            *(["script.py"] if as_user else ["-c", BRIEFLY, imported(plan, kind), entry]),
            "--rounds",
            "1",
            "--out",
            "out.json",
            "--label",
            "a machine",
            *arguments,
        ],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = tool.ask("result", path=str(folder / "out.json"))
    assert result["environment"]["machineLabel"] == "a machine" and result["environment"]["userAgent"].startswith(
        "CPython 3."
    )
    assert len(result["cells"]) == len([info for info in result["datasets"] if info["status"] == "ready"]) * len(
        plan["candidates"]
    )
    for cell in result["cells"]:
        if cell["status"] == "completed":
            codec = plan["candidates"][cell["candidate"]]["codec"]
            wraps = codec is not None and codec["implementation"] is not None
            assert re.fullmatch(r".+ \d[\w.+-]*|Formatlab's Python", cell["madeBy"]["format"]), cell["madeBy"]
            assert re.fullmatch(r".+ \d[\w.+-]*", cell["madeBy"]["codec"] or "none 0"), cell["madeBy"]
            assert (cell["madeBy"]["codec"] is not None) == wraps
    return result


def sizes(result: dict) -> dict[tuple[int, int], int]:
    assert all(cell["status"] in ("completed", "unsupported") for cell in result["cells"]), result["cells"]
    for cell in result["cells"]:
        assert all(
            operation["status"] in ("measured", "unsupported") for operation in cell.get("operations", {}).values()
        ), cell
    return {
        (cell["dataset"], cell["candidate"]): cell["sizeBytes"]
        for cell in result["cells"]
        if cell["status"] == "completed"
    }


def test_what_the_script_measures_is_what_it_says(tool, tmp_path):
    tool.ask(
        "script",
        plan=plan_of([("events", 5)], [candidate("raw", "formatlab")], ["encode"]),
        kind="native",
        path=str(tmp_path / "script.py"),
    )
    told = json.loads(
        subprocess.run([sys.executable, "script.py", "--list"], cwd=tmp_path, capture_output=True, check=True).stdout
    )
    for kind in ("formats", "codecs"):
        assert set(told[kind]) == {name for name, reason in told["leftOut"][kind].items() if reason is None}


def written_by(format_id: str, implementation: str, workload: str) -> Path | None:
    """The browser's file with the default options, which is the first file."""
    entry = next(
        (
            entry
            for entry in WRITTEN
            if (entry["format"], entry["implementation"], entry["dataset"])
            == (format_id, implementation, f"workload-{workload}")
        ),
        None,
    )
    return None if entry is None else FILES / entry["file"]


@pytest.mark.parametrize("workloads", [WORKLOADS[:1], full(WORKLOADS[1:])], ids=[WORKLOADS[0], "others"])
def test_the_data_are_the_browsers_and_so_are_the_sizes(tool, tmp_path, workloads):
    """One script measures several workloads: its start costs more than they do."""
    written = {(of, workload): written_by(*of, workload) for of in FORMATS for workload in workloads}
    # For one workload alone, what the browser does not write of it is not asked for.
    formats = [of for of in FORMATS if any(written[of, workload] is not None for workload in workloads)]
    result = run(
        tool,
        tmp_path / "all",
        plan_of([(workload, ROWS) for workload in workloads], [candidate(*of) for of in formats], ["encode"]),
        "native",
        sha256s=[sha256(canonical(workload)) for workload in workloads],
    )
    assert [info["sha256"] for info in result["datasets"]] == [sha256(canonical(workload)) for workload in workloads]
    found = sizes(result)
    for dataset, workload in enumerate(workloads):
        compared = {of: path for of in formats if (path := written[of, workload]) is not None}
        assert len(compared) > 5 or (not compared and workload in WITHOUT_FILES)
        for of, path in compared.items():
            place = (dataset, formats.index(of))
            if (of[0], workload) in LEFT_OUT:
                assert place not in found
                continue
            size = path.stat().st_size
            slack = 0 if FORMATS[of] else SLACK_BYTES.get(of[0], NOTE_BYTES) + 0.15 * size
            assert abs(found[place] - size) <= slack, (workload, of, found[place], size)


@pytest.mark.full
def test_every_operation_and_codec(tool, tmp_path):
    operations = ["encode", "decode", "project", "lookup", "store", "load"]
    inner = [
        candidate("parquet", "arrow-rs", inside(codec, "page", level))
        for codec, level in (("snappy", None), ("gzip", 6), ("lz4", None), ("zstd", 1), ("brotli", 1))
    ]
    inner += [
        candidate("arrow", "apache-arrow", inside("lz4", "buffer")),
        candidate("hdf5", "h5wasm", inside("gzip", "chunk", 4), shuffle=True),
        candidate("hdf5", "h5wasm", inside("lzf", "chunk", None)),
        candidate("hdf5", "h5wasm", inside("zstd", "chunk", 3), shuffle=True),
        candidate("hdf5", "h5wasm", inside("lz4", "chunk", None)),
        candidate("hdf5", "h5wasm", inside("blosc-zstd", "chunk", 5), shuffle=True),
        candidate("hdf5", "h5wasm", inside("bitshuffle-zstd", "chunk", 3)),
        candidate("root", "formatlab", inside("zstd", "page", 5)),
    ]
    outer = [
        ("gzip", 6),
        ("deflate", 6),
        ("deflate-raw", 6),
        ("zstd", 3),
        ("lz4", 1),
        ("lz4-block", 3),
        ("brotli", 5),
        ("xz", 6),
        ("lzma", 6),
        ("bzip2", 9),
        ("blosc", 5),
        ("snappy", None),
        ("pco", 8),
    ]
    registered = tool.ask("implementations")
    chosen = {codec: "native" if "native" in registered[codec] else registered[codec][0] for codec, _ in outer}
    wrapped = [
        candidate("raw", "formatlab", {**around(codec, level), "implementation": chosen[codec]})
        for codec, level in outer
    ]
    blocks = [
        candidate("raw", "formatlab", around(codec, level, granularity))
        for codec, level, granularity in (("zstd", 3, "page"), ("lz4-block", 1, "record"))
    ]
    result = run(
        tool, tmp_path / "events", plan_of([("events", 1_000)], inner + wrapped + blocks, operations), "native"
    )
    assert len(sizes(result)) == len(result["cells"])
    for cell in result["cells"][: len(inner)]:
        unmeasured = {name for name, operation in cell["operations"].items() if operation["status"] != "measured"}
        assert unmeasured <= (
            {"lookup"} if result["plan"]["candidates"][cell["candidate"]]["format"] == "root" else set()
        ), cell
    assert result["noiseFloor"]["operation"] == "encode"


@pytest.mark.full
def test_columns_and_rows_of_a_table_with_nulls_times_and_categories(tool, tmp_path):
    candidates = [
        candidate("parquet", "arrow-rs", inside("zstd", "page", 1)),
        candidate("arrow", "apache-arrow"),
        candidate("csv", "formatlab"),
        candidate("json", "formatlab", layout="records"),
        candidate("messagepack", "msgpack"),
        candidate("pickle", "formatlab"),
        candidate("raw", "formatlab"),
    ]
    # The last is refused; of times, only those are run that read a column alone.
    for column, chosen in (("category", candidates), ("created", [*candidates[:3], candidates[-1]])):
        plan = plan_of([("table", 100)], chosen, ["decode", "project", "lookup"]) | {"projectColumn": column}
        result = run(tool, tmp_path / column, plan, "native")
        *held, raw = result["cells"]
        assert raw["status"] == "unsupported" and "lists all categories" in raw["reason"]
        assert len(sizes(result)) == len(held)
        lost = [cell["verification"]["loss"] for cell in held]
        assert all(any("categories" in sentence for sentence in sentences) for sentences in lost), lost
        assert all(cell["verification"]["changedValues"]["changed"] == 0 for cell in held)
        for index, cell in enumerate(held):
            measured = {name for name, operation in cell["operations"].items() if operation["status"] == "measured"}
            assert measured == {"decode"} | (
                {"project", "lookup"} if index < 2 else {"project"} if index == 2 else set()
            )


@pytest.mark.full
def test_dask_joins_the_chunks_of_any_table(tool, tmp_path):
    knobs: dict = {"nullShare": 0.01, "duplicateShare": 0.3, "sortedness": 0.5, "runLength": 20}
    parts = [candidate("parquet", "arrow-rs"), candidate("pickle", "formatlab")]
    plan = plan_of([("table", 203)], parts, ["encode", "project"])
    plan["datasets"][0]["knobs"] = knobs
    result = run(tool, tmp_path / "chunks", plan, "dask", "--chunks", "4", "--scheduler", "synchronous")
    assert result["datasets"][0]["sha256"] == canonical_sha256(table(42, 203, **knobs))
    assert result["cells"][0]["operations"]["project"]["status"] == "measured"


WIDE: list[tuple[dict, list]] = [
    ({"type": "decimal", "precision": 9, "scale": 2}, [decimal.Decimal("-1.50"), decimal.Decimal("9999999.99"), None]),
    ({"type": "decimal", "precision": 40, "scale": 0}, [decimal.Decimal(10**39), decimal.Decimal(-1), None]),
    ({"type": "time", "unit": "s"}, [datetime.time(23, 59, 59), datetime.time(0), None]),
    ({"type": "time", "unit": "us"}, [datetime.time(1, 2, 3, 4), datetime.time(0), None]),
    ({"type": "fixedBinary", "width": 3}, [b"abc", b"\0\0\0", None]),
    ({"type": "float16"}, [0.5, -0.0, None]),
    ({"type": "duration", "unit": "ms"}, [datetime.timedelta(milliseconds=-5), datetime.timedelta(days=400), None]),
    (
        {
            "type": "list",
            "item": {
                "name": "item",
                "type": "list",
                "nullable": True,
                "item": {"name": "item", "type": "int16", "nullable": True},
            },
        },
        [[[1, None], [], None], [], None],
    ),
    (
        {
            "type": "struct",
            "fields": [
                {"name": "j", "type": "json", "nullable": False},
                {"name": "at", "type": "timestamp", "nullable": True, "unit": "ms", "timeZone": "Europe/Berlin"},
                {
                    "name": "l",
                    "type": "list",
                    "nullable": True,
                    "item": {"name": "item", "type": "utf8", "nullable": False},
                },
            ],
        },
        [
            {"j": "{}", "at": datetime.datetime(2024, 1, 1), "l": ["a", ""]},
            {"j": "1", "at": None, "l": None},
            None,
        ],
    ),
]
NANOSECONDS: list[tuple[dict, list]] = [
    ({"type": "time", "unit": "ns"}, [1, 86_399_999_999_999]),
    ({"type": "duration", "unit": "ns"}, [-(2**63) + 1, 2**63 - 1]),
]


#: A list and a struct without nested JSON, bytes, and floats that text or MessagePack changes.
PLAIN_NESTED: list[tuple[dict, list]] = [
    WIDE[-2],
    (
        {
            "type": "struct",
            "fields": [
                {"name": "at", "type": "timestamp", "nullable": True, "unit": "ms", "timeZone": "Europe/Berlin"},
                {"name": "local", "type": "timestamp", "nullable": False},
                {"name": "d", "type": "decimal", "nullable": True, "precision": 30, "scale": 3},
                {"name": "t", "type": "time", "nullable": False, "unit": "ms"},
                {"name": "for", "type": "duration", "nullable": False, "unit": "us"},
                {"name": "on", "type": "date", "nullable": False},
                {"name": "b", "type": "binary", "nullable": True},
                {"name": "f", "type": "float32", "nullable": False},
            ],
        },
        [
            {
                "at": datetime.datetime(2024, 1, 1, 0, 0, 0, 5_000),
                "local": datetime.datetime(1, 1, 1),
                "d": decimal.Decimal("-1200.000"),
                "t": datetime.time(1, 2, 3, 4_000),
                "for": datetime.timedelta(microseconds=-1),
                "on": datetime.date(9999, 12, 31),
                "b": b"\0\xff",
                "f": 0.5,
            },
            {
                "at": None,
                "local": datetime.datetime(2024, 2, 29, 1, 2, 3, 4),
                "d": None,
                "t": datetime.time(0),
                "for": datetime.timedelta(0),
                "on": datetime.date(1970, 1, 1),
                "b": None,
                "f": -0.0,
            },
            None,
        ],
    ),
]
INSTANTS = {"unit": "us", "timeZone": "+02:00"}


def wide_table(which: str) -> Dataset:
    if which == "nanoseconds":
        columns = [
            Column(f"c{index}", schema["type"], None, np.array(rows, np.int64), {"unit": schema["unit"]})
            for index, (schema, rows) in enumerate(NANOSECONDS)
        ]
        return Dataset("table", 2, columns=columns)
    chosen = {"all": WIDE, "scalars": WIDE[:-2], "nested": WIDE[:-2] + PLAIN_NESTED}[which]
    columns = [
        column_from({"name": f"c{index}", "nullable": True, **of}, rows) for index, (of, rows) in enumerate(chosen)
    ]
    if which != "all":
        floats = np.array([np.nan, np.inf, 0.1])
        there = np.array([True, True, False])
        columns += [
            Column("bytes", "binary", there, [b"\0\xff", b"", b""]),
            Column("f", "float64", None, floats),
            Column("f32", "float32", there, np.where(there, floats, 0).astype(np.float32)),
            Column("f16", "float16", None, np.array([0x7E01, 0x2E66, 0x8000], np.uint16)),
            Column("at", "timestamp", there, np.array([1, -1, 0]), INSTANTS),
        ]
    return Dataset("table", 3, columns=columns)


@pytest.mark.parametrize("which", [full("all"), "scalars", full("nested"), full("nanoseconds")])
def test_columns_beyond_numpys_types_are_measured_where_the_library_has_a_place_for_them(tool, tmp_path, which):
    data = wide_table(which)
    path = tmp_path / "wide.canonical"
    path.write_bytes(to_canonical(data))
    candidates = [
        candidate("parquet", "arrow-rs"),
        candidate("arrow", "apache-arrow"),
        candidate("pickle", "formatlab"),
        candidate("csv", "formatlab"),
        candidate("json", "formatlab", layout="lines"),
        candidate("json", "formatlab"),
        candidate("messagepack", "msgpack"),
    ]
    plan = {
        **plan_of([("table", data.item_count)], candidates, ["encode", "decode", "project", "lookup"]),
        "datasets": [
            {
                "source": "ownFile",
                "type": "parquet",
                "fileName": "wide.parquet",
                "fileSizeBytes": 1,
                "sha256": canonical_sha256(data),
                "columnTypes": None,
            }
        ],
    }
    result = run(tool, tmp_path / "wide", plan, "native", "--dataset", str(path), sha256s=[canonical_sha256(data)])
    assert result["datasets"][0]["sha256"] == canonical_sha256(data)
    parquet, arrow, pickled, csv, lines, json_lists, messages = result["cells"]
    for cell in (parquet, arrow):
        assert cell["status"] == "completed", cell
        found = {name: operation["status"] for name, operation in cell["operations"].items()}
        assert found == {
            "encode": "measured",
            "decode": "measured",
            "project": "measured",
            "lookup": "unsupported" if which == "nanoseconds" else "measured",
        }, cell["operations"]
    assert [("seconds" in "".join(cell["verification"]["loss"])) for cell in (parquet, arrow)] == [
        which != "nanoseconds",
        False,
    ]
    if which == "nanoseconds":
        assert csv["status"] == "completed" and csv["verification"]["changedValues"]["changed"] == 0, csv
        for cell in (pickled, lines, json_lists, messages):
            assert cell["status"] == "unsupported" and "nanoseconds" in cell["reason"]
        return
    assert pickled["status"] == "completed" and "Python’s objects" in pickled["verification"]["loss"][0], pickled
    assert messages["status"] == "completed", messages
    if which == "scalars":
        assert csv["operations"]["project"]["status"] == "measured"
        # A NaN of float16 has other bits than the usual one.
        assert csv["verification"]["changedValues"]["changed"] == 1, csv
    else:
        assert csv["status"] == "unsupported" and telling("CSV").search(csv["reason"])
    for cell in (lines, json_lists):
        if which == "all":
            assert cell["status"] == "unsupported" and telling("nested").search(cell["reason"])
        else:
            # Both of f32 become null, and the infinity of f and the NaN of f16 the usual NaN.
            assert cell["verification"]["changedValues"]["changed"] == 4, cell
            assert any("they become null" in sentence for sentence in cell["verification"]["loss"])


def test_the_script_reads_the_browsers_json_and_messages(monkeypatch):
    """The values are written in the same way, so that the rows of the script and of the page compare like with like."""
    import_native(monkeypatch)
    from native_forms import Unsupported, dataset_of, require_held_columns
    from native_json import Json
    from native_losses import changed_values
    from native_messagepack import MessagePack

    adapters = {"json": Json, "messagepack": MessagePack}
    read = 0
    for entry in WRITTEN:
        if entry["format"] not in adapters or entry.get("codec") is not None:
            continue
        data = from_canonical((FILES / f"{entry['dataset']}.canonical").read_bytes())
        schema = data.schema()
        if data.kind != "table":
            continue
        try:
            require_held_columns(schema, entry["format"], True)
            session: Any = adapters[entry["format"]](schema, entry["options"], None)
        except Unsupported:
            continue
        found = dataset_of(session.decode((FILES / entry["file"]).read_bytes()), schema)
        assert changed_values(found, data, session.losses(schema)) is not None, entry
        read += 1
    assert read > 10


@pytest.mark.parametrize("first", [WIDE[-2], WIDE[-1]], ids=["list", "struct"])
def test_a_table_has_as_many_rows_as_its_first_column(first, monkeypatch):
    import_native(monkeypatch)
    from native_forms import dataset_of
    from native_trial import natural

    kind, rows = first
    data = Dataset("table", 3, columns=[column_from({"name": "first", "nullable": True, **kind}, rows)])
    found = dataset_of(natural(data, False), data.schema())
    assert (found.item_count, to_canonical(found)) == (3, to_canonical(data))


def test_zlib_has_no_package_and_is_a_library_of_the_environment_all_the_same(monkeypatch):
    import_native(monkeypatch)
    from native_forms import USED, with_version

    assert with_version("zlib") == f"zlib {USED['zlib']}"


def test_losses_are_declared_and_the_values_that_they_change_are_counted(monkeypatch):
    import_native(monkeypatch)
    from native_adapter import adapter_of
    from native_losses import changed_values

    def losses_of(name: str, schema: dict) -> list[str]:
        return adapter_of(name, {name: f"native_{name}"}).losses(schema)

    bits = np.array([0x7FF8000000000001, 0, 0x7FF8000000000000], np.uint64)
    instants = {"unit": "s", "timeZone": "Europe/Berlin"}
    data = Dataset(
        "table",
        3,
        columns=[
            Column("x", "float64", None, bits.view(np.float64)),
            Column("t", "timestamp", None, np.zeros(3, np.int64), instants),
        ],
    )
    plain, other = (
        Dataset("table", 3, columns=[Column("x", "float64", None, values), data.columns[1]])
        for values in (np.array([np.nan, 0, np.nan]), np.array([np.nan, -0.0, np.nan]))
    )
    assert {name: len(losses_of(name, data.schema())) for name in ("csv", "json", "messagepack", "pickle")} == {
        "csv": 2,
        "json": 2,
        "messagepack": 3,
        "pickle": 1,
    }
    assert losses_of("arrow", data.schema()) == [] and "seconds" in losses_of("parquet", data.schema())[0]
    in_csv = losses_of("csv", data.schema())
    assert [changed_values(found, data, in_csv) for found in (data, plain, other)] == [0, 1, None]
    assert changed_values(plain, data, losses_of("arrow", data.schema())) is None


def molecules_plan(candidates: list[dict], count: int = ROWS, **knobs) -> dict:
    return {
        **plan_of([("molecules", count)], candidates, ["encode", "decode", "lookup"]),
        "datasets": [{"source": "workload", "workload": "molecules", "knobs": knobs, "size": count, "seed": 42}],
    }


def made_molecules(folder: Path, count: int, **knobs) -> Path:
    path = folder / "made.canonical"
    containers = Tool("containers/tool.mjs")
    containers.ask("generate", canonical=str(path), count=count, **knobs)
    containers.close()
    return path


@pytest.mark.full
def test_the_column_and_the_rows_are_the_plans(tool, tmp_path, monkeypatch):
    """Uses the page's draw of keys: workers/engine/lookup-keys.test.ts expects the same."""
    import_native(monkeypatch)
    from native_random import below_of

    below = below_of(5)
    assert [below(1_000) for _ in range(6)] == [509, 681, 987, 858, 535, 872]
    plan = plan_of([("events", 1_000)], [candidate("parquet", "arrow-rs")], ["project", "lookup"])
    chosen = {**plan, "projectColumn": "ay", "lookupKeys": {"choice": "given", "keys": [5, 17, 999]}}
    operations = run(tool, tmp_path / "chosen", chosen, "native")["cells"][0]["operations"]
    assert operations["project"]["detail"] == "ay"
    assert telling(5, 17, 999).search(operations["lookup"]["detail"])
    missing = {**plan, "projectColumn": "city", "lookupKeys": {"choice": "given", "keys": [1_000]}}
    operations = run(tool, tmp_path / "missing", missing, "native")["cells"][0]["operations"]
    assert telling("city").search(operations["project"]["error"]["message"])
    assert telling(1000).search(operations["lookup"]["error"]["message"])


@pytest.mark.full
def test_molecules_come_by_a_file_of_their_hash(tool, tmp_path):
    plan = molecules_plan([candidate("smiles", "formatlab"), candidate("kryo", "formatlab")])
    of_file = sha256(canonical("molecules"))
    without = run(tool, tmp_path / "without", plan, "native", sha256s=[of_file])
    assert without["datasets"][0]["status"] == "failed" and of_file in without["datasets"][0]["error"]["message"]
    spoiled = tmp_path / "spoiled.canonical"
    data = bytearray(canonical("molecules").read_bytes())
    data[-1] ^= 1
    spoiled.write_bytes(data)
    refused = run(tool, tmp_path / "refused", plan, "native", "--dataset", str(spoiled), sha256s=[of_file])
    assert (
        refused["datasets"][0]["status"] == "failed" and sha256(spoiled) in refused["datasets"][0]["error"]["message"]
    )
    given = run(tool, tmp_path / "given", plan, "native", "--dataset", str(canonical("molecules")), sha256s=[of_file])
    assert given["datasets"][0]["sha256"] == of_file
    assert [cell["status"] for cell in given["cells"]] == ["completed", "unsupported"]
    assert "bench:molecules-java" in given["cells"][1]["reason"]


#: By what share RDKit in Python may write more or fewer bytes than RDKit in the browser (its binary form counts the electrons of some atoms that were never sanitized), or than our own writer.
BY_RDKIT = {("smiles", "rdkit"): 0, ("rdkit-binary", "rdkit"): 0.001, ("sdf", "formatlab"): 0.1}


@pytest.mark.full
def test_molecules_are_measured_by_rdkit(tool, tmp_path):
    plan = molecules_plan([candidate(*of) for of in BY_RDKIT])
    result = run(
        tool,
        tmp_path / "rdkit",
        plan,
        "native",
        "--dataset",
        str(canonical("molecules")),
        sha256s=[sha256(canonical("molecules"))],
    )
    found = sizes(result)
    for index, (of, share) in enumerate(BY_RDKIT.items()):
        written = written_by(*of, "molecules")
        assert written is not None, of
        expected = written.stat().st_size
        assert abs(found[0, index] - expected) <= share * expected, of
    for cell in result["cells"]:
        assert {name: operation["status"] for name, operation in cell["operations"].items()} == {
            "encode": "measured",
            "decode": "measured",
            "lookup": "unsupported",
        }
        assert "RDKit" in cell["verification"]["reason"] and len(cell["verification"]["loss"]) >= 3
    assert "rdkit" in result["environment"]["libraries"] and result["noiseFloor"]["operation"] == "encode"


@pytest.mark.parametrize(
    "composition, coordinates",
    [
        full("chembl", True, id="coordinates-chembl"),
        full("chebi", False, id="-chebi"),
    ],
)
def test_every_format_of_molecules(tool, tmp_path, composition, coordinates):
    """Generated molecules lose only what the formats declare, and in SDF also crowded configurations, whose number is reported."""
    path = made_molecules(tmp_path, MOLECULES, composition=composition, coordinates=coordinates)
    candidates = [
        candidate(*of)
        for of in (
            ("smiles", "formatlab"),
            ("smiles-coordinates", "formatlab"),
            ("sdf", "formatlab"),
            ("rdkit-binary", "formatlab"),
            ("smiles", "openchemlib"),
            ("raw", "formatlab"),
        )
    ]
    candidates.append(candidate("smiles", "rdkit", around("zstd", 3), sanitize=False))
    plan = molecules_plan(candidates, MOLECULES, composition=composition, coordinates=coordinates)
    result = run(tool, tmp_path / "all", plan, "native", "--dataset", str(path), sha256s=[sha256(path)])
    measured = {
        result["plan"]["candidates"][cell["candidate"]]["format"]
        for cell in result["cells"]
        if cell["status"] == "completed"
    }
    assert measured == {"smiles", "sdf", "rdkit-binary"} | ({"smiles-coordinates"} if coordinates else set())
    assert [cell["status"] for cell in result["cells"]][-3:] == ["unsupported", "unsupported", "completed"]
    counted = {
        result["plan"]["candidates"][cell["candidate"]]["format"]
        for cell in result["cells"]
        for loss in cell.get("verification", {"loss": []})["loss"]
        if loss[0].isdigit()
    }
    assert counted <= {"sdf"}
    drawn = [
        "draws every molecule" in cell["verification"]["reason"]
        for cell in result["cells"]
        if result["plan"]["candidates"][cell["candidate"]]["format"] == "sdf"
    ]
    assert drawn == [not coordinates]


@pytest.mark.full
def test_molecules_that_rdkit_refuses_are_counted(tool, tmp_path):
    """Carbon with five bonds is a valid graph for Formatlab and no molecule for RDKit; the other molecules are measured as a sample."""
    (tmp_path / "given.smi").write_text(
        "CCO ethanol\nC[C@H](N)C(=O)O alanine\nC(C)(C)(C)(C)C five\n*/C=C/F wildcard\nC1=CC=CC=C1 benzene\nCN(=O)=O nitromethane\n"
    )
    containers = Tool("containers/tool.mjs")
    assert containers.ask("parse", smiles=str(tmp_path / "given.smi"), canonical=str(tmp_path / "given.canonical")) == {
        "count": 6,
        "skipped": 0,
    }
    containers.close()
    path = tmp_path / "given.canonical"
    plan = molecules_plan([candidate("smiles", "rdkit"), candidate("smiles", "rdkit", sanitize=False)], 6)
    sanitized, as_written = run(
        tool, tmp_path / "refused", plan, "native", "--dataset", str(path), sha256s=[sha256(path)]
    )["cells"]
    assert (
        sanitized["sample"]["items"] == 5
        and sanitized["operations"]["encode"]["itemsPerCall"] == sanitized["sample"]["dataBytes"]
    )
    told = [loss for loss in sanitized["verification"]["loss"] if any(character.isdigit() for character in loss)]
    assert any(telling(1, 6, 3, "five").search(loss) for loss in told)
    assert any(telling("charges", "hydrogens", 1, 5).search(loss) for loss in told)
    assert any(telling("aromatic", 1, 5).search(loss) for loss in told)
    assert "sample" not in as_written and as_written["status"] == "completed"


#: What is done to a file of SMILES, and what the script's check says then; the first has nothing to be found.
SPOILT = {
    "nothing": (lambda text: text, None),
    "a molecule less": (lambda text: text.partition("\n")[2], "24 molecules were returned, but 25 were written"),
    "two in each other's place": (
        lambda text: "\n".join([*reversed(text.split("\n")[:2]), *text.split("\n")[2:]]),
        "the titles read differ",
    ),
    "no molecule": (lambda text: text.replace(" ", "(( ", 1), "RDKit rejects 1 of the 25"),
    "another element": (lambda text: text.replace("F", "Cl", 1), "other atoms"),
    "another order": (lambda text: text.replace("=O", "O", 1), "other atoms"),
    "the other enantiomer": (
        lambda text: text.replace("@@", "@", 1) if "@@" in text else text.replace("@", "@@", 1),
        "opposite configuration",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_of_molecules_is_told_from_the_dataset(how, monkeypatch):
    import_native(monkeypatch)
    from native_smiles import Smiles

    data = canonical("molecules").read_bytes()
    session = Smiles(json.loads(data[: data.index(b"\n")])["schema"], {}, None)
    text = session.encode(session.natural(data, lambda: None)).decode()
    spoil, told = SPOILT[how]
    decoded = session.decode(spoil(text).encode())
    if told is None:
        assert session.checked(decoded, lambda: None) == []
        return
    with pytest.raises(ValueError, match=told):
        session.checked(decoded, lambda: None)


def test_other_data_than_the_browsers_are_refused(tool, tmp_path):
    result = run(
        tool,
        tmp_path / "other",
        plan_of([("events", ROWS)], [candidate("raw", "formatlab")], ["encode"]),
        "native",
        sha256s=["0" * 64],
    )
    assert result["datasets"][0]["status"] == "failed" and "0" * 64 in result["datasets"][0]["error"]["message"]


@pytest.mark.full
def test_a_missing_library_leaves_out_its_own_cells_only(tool, tmp_path):
    result = run(
        tool,
        tmp_path / "missing",
        plan_of([("keyedVectors", ROWS)], [candidate("hdf5", "h5wasm"), candidate("pickle", "formatlab")], ["encode"]),
        "native",
        blocked="h5py",
        as_user=True,
    )
    hdf5, pickle = result["cells"]
    assert hdf5["status"] == "unsupported" and "pip install h5py" in hdf5["reason"]
    assert pickle["status"] == "completed"


#: What Dask writes of which workloads, and whether it then does so: each workload by Parquet, and each format with events and arrays.
IN_CHUNKS: dict[tuple[str, str], bool] = {
    ("parquet", "arrow-rs"): True,
    ("arrow", "apache-arrow"): True,
    ("csv", "formatlab"): True,
    ("hdf5", "h5wasm"): True,
    ("npy", "formatlab"): True,
    ("pickle", "formatlab"): False,
}


@pytest.mark.parametrize(
    "scheduler, workloads, formats",
    [
        full("threads", WORKLOADS, ["parquet"], id="threads, every workload"),
        full("threads", ("events", "array"), ["arrow", "csv", "hdf5", "npy", "pickle"], id="threads, every format"),
        full("processes", ("events",), ["hdf5", "pickle"], id="processes"),
    ],
)
def test_dask_makes_the_same_data_in_chunks(tool, tmp_path, scheduler, workloads, formats):
    chosen = {of: writes for of, writes in IN_CHUNKS.items() if of[0] in formats}
    parts = [candidate(*of, inside("zstd", "page", 1) if of[0] == "parquet" else None) for of in chosen]
    plan = plan_of([(workload, ROWS) for workload in workloads], parts, ["encode", "decode", "project"])
    result = run(
        tool,
        tmp_path / scheduler,
        plan,
        "dask",
        "--chunks",
        "4",
        "--scheduler",
        scheduler,
        as_user=scheduler == "processes",
    )
    assert [info["sha256"] for info in result["datasets"]] == [sha256(canonical(workload)) for workload in workloads]
    assert result["plan"]["operations"] == ["store", "load", "project"]
    found = sizes(result)
    if len(workloads) == len(WORKLOADS):
        assert all((dataset, 0) in found for dataset in range(len(workloads)))
    assert {cell["candidate"] for cell in result["cells"] if cell["status"] == "completed"} == {
        index for index, writes in enumerate(chosen.values()) if writes
    }
    for cell in result["cells"]:
        if cell["status"] == "completed":
            assert cell["counts"] == {"files": 4} and cell["operations"]["store"]["clock"][0] == "generate"
            assert [cell["operations"][name]["status"] for name in ("store", "load")] == ["measured", "measured"]


@pytest.mark.full
def test_dask_takes_other_rows_than_the_plan(tool, tmp_path):
    result = run(
        tool,
        tmp_path / "rows",
        plan_of([("events", 10)], [candidate("parquet", "arrow-rs")], ["store"]),
        "dask",
        "--rows",
        "70000",
        "--chunks",
        "3",
    )
    assert result["datasets"][0]["itemCount"] == 70_000 and result["plan"]["datasets"][0]["size"] == 70_000


@pytest.mark.full
def test_tkrzw_writes_files_of_the_browsers_sizes(tool, tmp_path):
    """The folder of Debian's Tkrzw module, which any Python of the same version can import."""
    asked = (
        subprocess.run(
            [SYSTEM_PYTHON, "-c", "import tkrzw; print(tkrzw.__file__)"], capture_output=True, text=True, check=False
        )
        if Path(SYSTEM_PYTHON).exists()
        else None
    )
    if (
        asked is None
        or asked.returncode != 0
        or not asked.stdout.strip().endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    ):
        pytest.skip("Tkrzw's module is not there for this version of Python")
    (tmp_path / "modules").mkdir()
    module = Path(asked.stdout.strip())
    shutil.copy(module, tmp_path / "modules" / module.name)
    entries = [
        entry
        for entry in WRITTEN
        if entry["format"] in ("hashdbm", "treedbm")
        and entry["dataset"] == "workload-dictionary"
        and entry["innerCodec"] != "zstd-dictionary"
    ]
    assert len(entries) >= 10
    candidates = [
        candidate(
            e["format"],
            e["implementation"],
            None
            if e["innerCodec"] is None
            else inside(e["innerCodec"], "record" if e["format"] == "hashdbm" else "page"),
            **e["options"],
        )
        for e in entries
    ]
    plan = plan_of([("dictionary", ROWS)], candidates, ["encode", "decode", "lookup", "warmLookup"])
    result = run(tool, tmp_path / "tkrzw", plan, "native", modules=tmp_path / "modules")
    assert sizes(result) == {(0, index): (FILES / entry["file"]).stat().st_size for index, entry in enumerate(entries)}

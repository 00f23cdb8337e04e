"""Makes files of a type, and reads them with its reference library on one thread, for `npm run bench:open`.

Each line is JSON: {"ask": "make" | "read", "type": …, "path": …, "megabytes": …}. The answer is JSON: {"rows": …, "seconds": …}; of an array, its elements are counted.
"""

import gzip
import json
import pickle
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import fastavro
import h5py
import numpy
import pandas
import pyarrow
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
from rdkit import Chem, rdBase
from rdkit.Chem import rdDepictor

pyarrow.set_cpu_count(1)
rdBase.DisableLog("rdApp.*")

words = numpy.array("please leave at the door ring twice fragile gift call".split())
countries = numpy.array("DE FR NL US JP".split())
molecules = [
    "CC(=O)Oc1ccccc1C(=O)O",
    "CN1C=NC2=C1C(=O)N(C(=O)N2C)C",
    "CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O",
    "C[C@@H](O)[C@H](N)C(=O)O",
    "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O",
    "O=C(O)CCCCC/C=C/CCCC",
    "[Na+].CC(=O)[O-]",
    "Clc1ccc(cc1)C(c1ccccc1)N1CCN(CC1)CCOCC(=O)O",
]


def orders(rows: int) -> pandas.DataFrame:
    """Numbers, times, categories, names, amounts with gaps, flags and free text."""
    random = numpy.random.default_rng(33)
    notes = pandas.Series(words[random.integers(len(words), size=(rows, 6))].tolist()).str.join(" ")
    discount = random.random(rows)
    times = pandas.Timestamp("2025-01-01") + pandas.to_timedelta(random.integers(60_000, size=rows).cumsum(), "ms")
    return pandas.DataFrame(
        {
            "order_id": numpy.arange(rows),
            "ordered_at": times.astype("datetime64[ms]"),
            "customer": "customer-" + pandas.Series((random.random(rows) ** 2 * 40_000).astype(int)).astype(str),
            "country": countries[random.integers(len(countries), size=rows)],
            "product": "SKU-" + pandas.Series(random.integers(900, size=rows)).astype(str),
            "quantity": random.integers(1, 10, size=rows),
            "unit_price": numpy.round(numpy.exp(random.random(rows) * 6) + 1, 2),
            "discount": numpy.where(discount < 0.7, numpy.nan, numpy.round(discount * 0.3, 2)),
            "express": random.random(rows) < 0.1,
            "note": notes.where(random.random(rows) >= 0.8, None),
        }
    )


def numbers(rows: int) -> numpy.ndarray:
    return numpy.random.default_rng(33).normal(size=(rows, 16)).astype("float32")


def make_avro(path: str, rows: int) -> None:
    def optional(kind: str) -> list[str]:
        return ["null", kind]

    kinds = {
        "order_id": "long",
        "ordered_at": {"type": "long", "logicalType": "timestamp-millis"},
        "customer": "string",
        "country": "string",
        "product": "string",
        "quantity": "long",
        "unit_price": "double",
        "discount": optional("double"),
        "express": "boolean",
        "note": optional("string"),
    }
    schema = {"type": "record", "name": "order", "fields": [{"name": name, "type": kinds[name]} for name in kinds]}
    records = pyarrow.Table.from_pandas(orders(rows)).to_pylist()
    with open(path, "wb") as file:
        fastavro.writer(file, fastavro.parse_schema(schema), records, codec="deflate")


def make_hdf5(path: str, rows: int) -> None:
    frame = orders(rows)
    with h5py.File(path, "w") as file:
        for name in frame.columns:
            column = frame[name]
            is_text = column.dtype.kind not in "biufM"
            values = column.fillna("").astype(object) if is_text else column.to_numpy()
            if not is_text and values.dtype.kind == "M":
                values = values.astype("int64")
            dtype = h5py.string_dtype() if is_text else values.dtype
            file.create_dataset(name, data=values, dtype=dtype, compression="gzip", compression_opts=4, shuffle=True)


def read_hdf5(path: str) -> int:
    with h5py.File(path) as file:
        columns = [dataset.asstr()[:] if dataset.dtype.kind == "O" else dataset[:] for dataset in file.values()]
    return len(columns[0])


def make_sqlite(path: str, rows: int) -> None:
    Path(path).unlink(missing_ok=True)
    database = sqlite3.connect(path)
    frame = orders(rows)
    frame["ordered_at"] = frame["ordered_at"].astype(str)
    frame.to_sql("orders", database, index=False)
    database.close()


def read_sqlite(path: str) -> int:
    database = sqlite3.connect(path)
    rows = database.execute("SELECT * FROM orders").fetchall()
    database.close()
    return len(rows)


sheet_name = "xl/worksheets/sheet1.xml"
office = "http://schemas.openxmlformats.org"
relations = f"{office}/package/2006/relationships"
main = f"{office}/spreadsheetml/2006/main"


def make_xlsx(path: str, rows: int) -> None:
    """A workbook with its texts in the cells, as openpyxl's write-only mode and many exports have them."""
    frame = orders(rows).astype({"ordered_at": str}).astype(object)
    lines = [list(frame.columns), *frame.where(frame.notna(), None).values.tolist()]

    def cell(value: object) -> str:
        if value is None:
            return "<c/>"
        if isinstance(value, bool):
            return f'<c t="b"><v>{int(value)}</v></c>'
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    body = "".join("<row>" + "".join(map(cell, line)) + "</row>" for line in lines)
    kind = f"{office}/officeDocument/2006/relationships"
    content = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{office}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{content}.sheet.main+xml"/>'
        f'<Override PartName="/{sheet_name}" ContentType="{content}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{kind}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{kind}"><sheets>'
        '<sheet name="orders" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" '
        f'Type="{kind}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        sheet_name: f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)


def read_xlsx(path: str) -> int:
    """The cells' values by CPython's own modules, which need less time than openpyxl does."""
    rows = []
    with zipfile.ZipFile(path) as archive, archive.open(sheet_name) as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag.endswith("}row"):
                rows.append([value_of(cell) for cell in element])
                element.clear()
    return len(rows) - 1


def value_of(cell: ElementTree.Element) -> object:
    kind = cell.get("t")
    text = next(iter(cell.itertext()), None)
    if text is None or kind == "inlineStr":
        return text
    return text == "1" if kind == "b" else float(text)


def make_smiles(path: str, rows: int) -> None:
    lines = (f"{'C' * (row % 7)}{molecules[row % len(molecules)]} m{row}\n" for row in range(rows))
    Path(path).write_text("".join(lines), encoding="utf-8")


def read_smiles(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return len([Chem.MolFromSmiles(line.split()[0], sanitize=False) for line in file])


def make_sdf(path: str, rows: int) -> None:
    blocks = []
    for smiles in molecules:
        molecule = Chem.MolFromSmiles(smiles)
        rdDepictor.Compute2DCoords(molecule)
        blocks.append(Chem.MolToMolBlock(molecule))
    texts = (f"m{row}{blocks[row % len(blocks)]}> <id>\n{row}\n\n$$$$\n" for row in range(rows))
    Path(path).write_text("".join(texts), encoding="utf-8")


def read_sdf(path: str) -> int:
    return len(list(Chem.ForwardSDMolSupplier(path, sanitize=False, removeHs=False)))


def make_pickle(path: str, rows: int) -> None:
    with open(path, "wb") as file:
        pickle.dump(orders(rows), file)


def read_avro(path: str) -> int:
    with open(path, "rb") as file:
        return len(list(fastavro.reader(file)))


def read_csv(path: str) -> int:
    return len(pandas.read_csv(path, engine="c"))


def read_npz(path: str) -> int:
    with numpy.load(path) as arrays:
        return arrays["arr_0"].size


def make_packed_csv(path: str, rows: int) -> None:
    text = orders(rows).to_csv(index=False).encode()
    if path.endswith(".gz"):
        Path(path).write_bytes(gzip.compress(text, 6))
        return
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.csv", text)


def write_parquet(path: str, rows: int) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pandas(orders(rows)), path)


Make = Callable[[str, int], Any]
Read = Callable[[str], int]
# By the name of a type: what makes a file of so many rows, and what reads one and says how many it has.
types: dict[str, tuple[Make, Read]] = {
    "csv": (lambda path, rows: orders(rows).to_csv(path, index=False), read_csv),
    "csv.gz": (make_packed_csv, read_csv),
    "csv.zip": (make_packed_csv, read_csv),
    "json": (
        lambda path, rows: orders(rows).to_json(path, orient="records", date_format="iso"),
        lambda path: len(pandas.read_json(path)),
    ),
    "ndjson": (
        lambda path, rows: orders(rows).to_json(path, orient="records", lines=True, date_format="iso"),
        lambda path: len(pandas.read_json(path, lines=True)),
    ),
    "parquet": (write_parquet, lambda path: len(pyarrow.parquet.read_table(path, use_threads=False))),
    "arrow": (
        lambda path, rows: pyarrow.feather.write_feather(orders(rows), path, compression="lz4"),
        lambda path: len(pyarrow.feather.read_table(path, memory_map=False, use_threads=False)),
    ),
    "orc": (
        lambda path, rows: pyarrow.orc.write_table(pyarrow.Table.from_pandas(orders(rows)), path, compression="zlib"),
        lambda path: len(pyarrow.orc.read_table(path)),
    ),
    "avro": (make_avro, read_avro),
    "npy": (lambda path, rows: numpy.save(path, numbers(rows)), lambda path: numpy.load(path).size),
    "npz": (lambda path, rows: numpy.savez_compressed(path, numbers(rows)), read_npz),
    "xlsx": (make_xlsx, read_xlsx),
    "sqlite": (make_sqlite, read_sqlite),
    "hdf5": (make_hdf5, read_hdf5),
    "pickle": (make_pickle, lambda path: len(pandas.read_pickle(path))),
    "smi": (make_smiles, read_smiles),
    "sdf": (make_sdf, read_sdf),
}

first_rows = 5_000


def make(kind: str, path: str, megabytes: float) -> int:
    """Makes a file of about this size: the first, of few rows, tells how many it needs. Returns its rows."""
    write = types[kind][0]
    write(path, first_rows)
    rows = round(first_rows * megabytes * 1e6 / Path(path).stat().st_size)
    write(path, rows)
    return rows


for line in sys.stdin:
    request = json.loads(line)
    started = time.perf_counter()
    if request["ask"] == "make":
        rows = make(request["type"], request["path"], request["megabytes"])
    else:
        rows = types[request["type"]][1](request["path"])
    print(json.dumps({"rows": rows, "seconds": time.perf_counter() - started}), flush=True)

"""Opens files downloaded from the page with the libraries that people have, and compares them with the data itself.

usage: check_downloads.py vectors SIZE FILE…   (keyedVectors, seed 1, made again here)
       check_downloads.py csv SOURCE FILE…     (a CSV with a header, read again here)
"""

import io
import pickle
import sys
from pathlib import Path

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet

from formatlab_vectors import keyed_vectors


def arrow_table(path: Path) -> pa.Table:
    return pa.parquet.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()


def vectors_in(path: Path) -> dict[str, np.ndarray]:
    if path.suffix in (".pkl", ".pickle"):
        return pickle.loads(path.read_bytes())
    if path.suffix in (".h5", ".hdf5"):
        with h5py.File(io.BytesIO(path.read_bytes())) as file:
            if "embeds" in file:
                return {key.decode(): row for key, row in zip(file["seqids"][()], file["embeds"][()], strict=True)}
            return {key: file[key][()] for key in file}
    ids, vectors = arrow_table(path).columns[:2]
    return dict(zip(ids.to_pylist(), np.array(vectors.to_pylist()), strict=True))


def check_vectors(size: str, paths: list[Path]) -> None:
    expected = keyed_vectors(1, int(size))
    for path in paths:
        found = vectors_in(path)
        assert list(found) == expected.ids, f"{path.name}: other ids"
        for key, vector in zip(expected.ids, expected.values, strict=True):
            assert np.array_equal(found[key], vector), f"{path.name}: {key} differs"
        print(f"{path.name}: {len(found)} vectors, equal")


def blank_as_null(value: object) -> object:
    """Compares an empty field, which the two readers take for null or for empty text, but never for 0 or false."""
    return None if value == "" else value


def check_csv(source: str, paths: list[Path]) -> None:
    expected = pa.csv.read_csv(
        source, convert_options=pa.csv.ConvertOptions(strings_can_be_null=True, null_values=[""])
    )
    for path in paths:
        found = arrow_table(path)
        assert found.column_names == expected.column_names, f"{path.name}: other columns"
        for name in expected.column_names:
            left, right = found[name].to_pylist(), expected[name].to_pylist()
            # DuckDB finds dates where pyarrow keeps text, and the reverse: the values must say the same. Their number is compared below.
            differing = [
                (row, a, b)
                for row, (a, b) in enumerate(zip(left, right, strict=False))
                if blank_as_null(a) != blank_as_null(b) and str(a) != str(b)
            ]
            assert len(left) == len(right) and not differing, f"{path.name}: {name} differs, first at {differing[:1]}"
        print(f"{path.name}: {found.num_rows} rows, equal")


if __name__ == "__main__":
    _, what, source, *names = sys.argv
    {"vectors": check_vectors, "csv": check_csv}[what](source, [Path(name) for name in names])

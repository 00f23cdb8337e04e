"""The formats that this script measures, by id. Part of the script that Formatlab exports. COVERAGE states why other
formats are not measured."""

from __future__ import annotations

from native_columns import Arrow, Csv, Parquet
from native_containers import HashDbm, Hdf5, RNTuple, Root, TreeDbm
from native_molecules import RdkitBinary, Sdf, Smiles, SmilesCoordinates
from native_objects import Destination, Json, MessagePack, Npy, Npz, Pickle, Raw

FORMATS = {
    "raw": Raw,
    "pickle": Pickle,
    "npy": Npy,
    "npz": Npz,
    "json": Json,
    "messagepack": MessagePack,
    "destination": Destination,
    "parquet": Parquet,
    "arrow": Arrow,
    "csv": Csv,
    "hdf5": Hdf5,
    "root": Root,
    "rntuple": RNTuple,
    "hashdbm": HashDbm,
    "treedbm": TreeDbm,
    "smiles": Smiles,
    "smiles-coordinates": SmilesCoordinates,
    "sdf": Sdf,
    "rdkit-binary": RdkitBinary,
}

#: The Python package that writes and reads each format. Modules of the standard library are prefixed with CPython.
FORMAT_LIBRARIES = {
    "raw": "numpy",
    "pickle": "CPython pickle",
    "npy": "numpy",
    "npz": "numpy",
    "json": "CPython json",
    "messagepack": "msgpack",
    "destination": "Formatlab's Python",
    "parquet": "pyarrow",
    "arrow": "pyarrow",
    "csv": "pyarrow",
    "hdf5": "h5py",
    "root": "uproot",
    "rntuple": "uproot",
    "hashdbm": "tkrzw",
    "treedbm": "tkrzw",
    "smiles": "rdkit",
    "smiles-coordinates": "rdkit",
    "sdf": "rdkit",
    "rdkit-binary": "rdkit",
}

"""Which formats this script measures, by id. Part of the script that Formatlab exports; why others are left out is in its COVERAGE."""

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

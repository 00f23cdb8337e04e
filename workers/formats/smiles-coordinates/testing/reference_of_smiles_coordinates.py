"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_smiles import read_smiles_coordinates as read

__all__ = ["read"]

"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_containers import read_atom_container as read

__all__ = ["read"]

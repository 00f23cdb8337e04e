"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_molecules import read_java_objects as read

__all__ = ["read"]

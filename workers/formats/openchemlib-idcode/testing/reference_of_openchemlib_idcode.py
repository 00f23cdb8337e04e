"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_toolkits import read_idcodes as read

__all__ = ["read"]

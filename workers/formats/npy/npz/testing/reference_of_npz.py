"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_readers import read_npz as read

__all__ = ["read"]

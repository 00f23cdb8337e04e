"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from reference_sdf import read_sdf as read

__all__ = ["read"]

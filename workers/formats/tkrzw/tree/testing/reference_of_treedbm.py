"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

from tkrzw_reference import read_tkrzw as read

__all__ = ["read"]

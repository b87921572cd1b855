"""Records: hands on file, as text in the manner of PBN and as JSON Lines."""

from __future__ import annotations

from .files import read_records, write_records
from .record import Record

__all__ = ["Record", "read_records", "write_records"]

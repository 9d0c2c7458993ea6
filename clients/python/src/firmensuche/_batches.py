"""Rows collected for one request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from ._protocol import json_of
from .questions import ROW_FIELDS, known_fields

Row = TypeVar("Row", bound=Mapping[str, Any])

ROWS_MAX: Final = 100
"""Rows of one request, at most."""
BYTES_ENOUGH: Final = 512 * 1024
"""Size of the JSON of its rows from which a batch is sent: the service accepts 1 MiB."""


class Batch(Generic[Row]):
    """Rows of a caller, and what is sent of them."""

    def __init__(self, fields: Sequence[str] = ROW_FIELDS) -> None:
        self._fields = fields
        self.rows: list[Row] = []
        self.sent: list[dict[str, Any]] = []
        self._bytes = 0

    def add(self, row: Row) -> bool:
        """Adds a row; whether the batch is full with it."""
        sent = known_fields(row, self._fields)
        self.rows.append(row)
        self.sent.append(sent)
        self._bytes += len(json_of(sent))
        return len(self.rows) >= ROWS_MAX or self._bytes >= BYTES_ENOUGH

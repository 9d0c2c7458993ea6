"""Rows collected for one request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from ._protocol import json_of
from .questions import row_fields

Row = TypeVar("Row", bound=Mapping[str, Any])

ROWS_MAX: Final = 100
"""Rows of one request, at most."""
BYTES_ENOUGH: Final = 512 * 1024
"""Size of the JSON of its rows from which a batch is sent: the service accepts 1 MiB."""


class Batch(Generic[Row]):
    """Rows of a caller, and what is sent of them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.sent: list[dict[str, Any]] = []
        self._bytes = 0

    def add(self, row: Row) -> bool:
        """Adds a row; whether the batch is full with it."""
        sent = row_fields(row)
        self.rows.append(row)
        self.sent.append(sent)
        self._bytes += len(json_of(sent))
        return len(self.rows) >= ROWS_MAX or self._bytes >= BYTES_ENOUGH

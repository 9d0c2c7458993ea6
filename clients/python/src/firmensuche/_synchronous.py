"""What the synchronous client does in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from time import sleep
from typing import TypeVar

import httpx

Row = TypeVar("Row")
Rows = Iterable[Row]
Http = httpx.Client
PART_BYTES = 64 * 1024


def each(rows: Rows[Row]) -> Iterator[Row]:
    """The rows one after the other."""
    return iter(rows)


def parts(path: Path) -> Iterator[bytes]:
    """The parts of a file one after the other."""
    with path.open("rb") as file:
        while part := file.read(PART_BYTES):
            yield part


__all__ = ["Http", "Rows", "each", "parts", "sleep"]

"""What the synchronous client does in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import sleep
from typing import TypeVar

import httpx

Row = TypeVar("Row")
Rows = Iterable[Row]
Http = httpx.Client


def each(rows: Rows[Row]) -> Iterator[Row]:
    """The rows one after the other."""
    return iter(rows)


__all__ = ["Http", "Rows", "each", "sleep"]

"""What the asynchronous client does in its own way."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from pathlib import Path
from typing import TypeVar

import httpx

Row = TypeVar("Row")
AsyncRows = Iterable[Row] | AsyncIterable[Row]
AsyncHttp = httpx.AsyncClient
PART_BYTES = 64 * 1024


async def each_async(rows: AsyncRows[Row]) -> AsyncIterator[Row]:
    """The rows one after the other."""
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield row
    else:
        for row in rows:
            yield row


async def parts_async(path: Path) -> AsyncIterator[bytes]:
    """The parts of a file one after the other."""
    with path.open("rb") as file:
        while part := await to_thread(file.read, PART_BYTES):
            yield part


__all__ = ["AsyncHttp", "AsyncRows", "each_async", "parts_async", "sleep"]

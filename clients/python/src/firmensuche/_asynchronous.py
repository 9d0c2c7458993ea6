"""What the asynchronous client does in its own way."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import TypeVar

import httpx

Row = TypeVar("Row")
AsyncRows = Iterable[Row] | AsyncIterable[Row]
AsyncHttp = httpx.AsyncClient


async def each_async(rows: AsyncRows[Row]) -> AsyncIterator[Row]:
    """The rows one after the other."""
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield row
    else:
        for row in rows:
            yield row


__all__ = ["AsyncHttp", "AsyncRows", "each_async", "sleep"]

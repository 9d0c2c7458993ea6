"""Lists that the service matches in the background, as jobs.

`_matches.py` is made of this file by `tools/make_sync.py`: change this one.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

from ._async_sender import AsyncSender
from ._asynchronous import parts_async, sleep
from ._lists import RESULT_FORMATS, Lines, ListSource, format_of, job_call, result_call, start_call
from ._protocol import Call, changing, path_of
from ._unfinished import UnfinishedFile
from .match_jobs import ListFormat, MatchJob, ResultFormat


class AsyncMatches:
    """The jobs of the account. They need a key with `companies:search:deep`; each call costs 1."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def start(
        self,
        source: ListSource,
        *,
        format: ListFormat | None = None,
        name: str | None = None,
        city: str | None = None,
        number: str | None = None,
        header: bool = True,
        deep: bool = False,
        filename: str | None = None,
        request_id: str | None = None,
    ) -> MatchJob:
        """Sends a list of up to 100,000 rows and 50 MiB, and starts matching it.

        A start that may have succeeded is not repeated: after `no_answer`, `list` shows whether there is a
        job.

        Args:
            source: The path of a file (CSV, TSV, JSON Lines, XLSX), the contents of one as bytes, or rows
                with the fields of `CustomerRow` but `deep`; their other fields come back in the result.
            format: The format of a file; needed for bytes, and for a file whose name does not tell it.
            name: The column of a file with names: its header, or its number from 1. Columns that are not
                named are recognised.
            city: The column with cities.
            number: The column with register numbers.
            header: Whether the first row of a file contains the headers.
            deep: Whether to use a deep search for all rows.
            filename: Comes back; by default the name of the file.
            request_id: Names the request in the log of the service.

        Raises:
            OSError: There is no such file.
            TypeError: `source` is bytes without `format`, or has something else than rows.
            ValueError: The name of the file does not tell its format.
        """
        columns = {"name": name, "city": city, "number": number}
        flags = {"header": None if header else False, "deep": deep or None}
        query = {**columns, **flags, **({} if filename is None else {"filename": filename})}
        call = start_call(source, format, query, parts_async, request_id)
        return cast(MatchJob, (await self._sender.send(call)).body)

    async def list(self, *, request_id: str | None = None) -> Sequence[MatchJob]:
        """All jobs, the newest first."""
        call = Call("/matches", request_id=request_id)
        return cast("Sequence[MatchJob]", (await self._sender.send(call)).body)

    async def get(self, id: str, *, request_id: str | None = None) -> MatchJob:
        """A job and how far it is."""
        return cast(MatchJob, (await self._sender.send(job_call(id, request_id))).body)

    async def wait(
        self,
        id: str,
        *,
        progress: Callable[[MatchJob], object] | None = None,
        interval: float = 2.0,
        request_id: str | None = None,
    ) -> MatchJob:
        """Waits for the end of a job: its `state` is then `done`, or `failed` with the reason in `error`.

        Args:
            id: The job.
            progress: Called with the job after each question: `done` of `rows` rows are matched.
            interval: Seconds between two questions, each of which costs 1.
            request_id: Names the requests in the log of the service.
        """
        while True:
            job = await self.get(id, request_id=request_id)
            if progress is not None:
                progress(job)
            if job["state"] in ("done", "failed"):
                return job
            await sleep(interval)

    def result(
        self, id: str, format: ResultFormat = "csv", *, request_id: str | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The file with the result of a job that is `done`: its parts as they arrive."""
        return self._sender.stream(result_call(id, format, request_id))

    async def rows(self, id: str, *, request_id: str | None = None) -> AsyncGenerator[dict[str, Any], None]:
        """The rows of that result: their own fields, and `match_state`, `match_uuid` and so on."""
        lines = Lines()
        # An inner generator is not closed with this one, and its answer would keep a connection.
        async with aclosing(self.result(id, "ndjson", request_id=request_id)) as parts:
            async for part in parts:
                for row in lines.rows(part):
                    yield row

    async def save(
        self,
        id: str,
        path: str | os.PathLike[str],
        format: ResultFormat | None = None,
        *,
        request_id: str | None = None,
    ) -> None:
        """Writes that result to a file, which replaces an existing one when it is complete.

        Args:
            id: The job.
            path: The file.
            format: Its format; by default that of its name.
            request_id: Names the request in the log of the service.

        Raises:
            ValueError: The name of the file does not tell a format of results.
        """
        target = Path(path)
        chosen = format or cast(ResultFormat, format_of(target, RESULT_FORMATS))
        with UnfinishedFile(target) as file:
            async with aclosing(self.result(id, chosen, request_id=request_id)) as parts:
                async for part in parts:
                    file.write(part)

    async def delete(self, id: str, *, request_id: str | None = None) -> None:
        """Cancels a job that is queued or running; deletes it with its list and its result."""
        await self._sender.send(changing(path_of("matches", id), None, request_id, "DELETE"))

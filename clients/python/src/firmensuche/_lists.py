"""Lists that are matched as jobs: what is sent, and what their results are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from ._protocol import TRANSFER_S, Call, path_of
from .errors import FirmensucheError
from .match_jobs import ListFormat, ResultFormat
from .questions import given_fields

TYPES: Final[Mapping[str, str]] = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "ndjson": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The media types of the formats."""

ENDINGS: Final[Mapping[str, str]] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".xlsx": "xlsx",
}
"""The formats of files by the ends of their names."""

RESULT_FORMATS: Final = ("csv", "ndjson", "xlsx")
FILENAME_CHARS_MAX: Final = 200
"""Length of a file name that the service accepts."""

ListSource = str | os.PathLike[str] | bytes | Iterable[Mapping[str, Any]]
Parts = Callable[[Path], Any]


def start_call(
    source: ListSource,
    format: ListFormat | None,
    query: Mapping[str, Any],
    parts: Parts,
    request_id: str | None,
) -> Call:
    """The call that starts a job.

    Args:
        source: The path of a file, its contents, or rows.
        format: The format of the file; that of its name if absent.
        query: The parameters.
        parts: Returns the parts of a file.
        request_id: Names the request in the log of the service.

    Raises:
        OSError: There is no such file.
        TypeError: `source` is bytes without `format`, or has something else than rows.
        ValueError: The name of the file does not tell its format.
    """
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        kind = TYPES[format or format_of(path)]
        named = {"filename": path.name[-FILENAME_CHARS_MAX:], **query}
        call = Call("/matches", named, content=lambda: parts(path), content_type=kind)
        return replace(call, content_length=path.stat().st_size, **_of_start(request_id))
    if isinstance(source, bytes):
        if format is None:
            raise TypeError("start() needs the format of these bytes")
        call = Call("/matches", query, content=source, content_type=TYPES[format])
    else:
        call = Call("/matches", query, body={"rows": [_row(row) for row in source]})
    return replace(call, **_of_start(request_id))


def _of_start(request_id: str | None) -> dict[str, Any]:
    return {"is_change": True, "timeout": TRANSFER_S, "request_id": request_id}


def _row(row: Any) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise TypeError(f"a row must be a mapping of fields, not {type(row).__name__}")
    return given_fields(row)


def format_of(path: Path, allowed: Iterable[str] = tuple(TYPES)) -> ListFormat:
    """The format that the name of a file tells.

    Raises:
        ValueError: It tells none, or one that is not allowed.
    """
    format = ENDINGS.get(path.suffix.lower())
    if format is None or format not in allowed:
        raise ValueError(f"the name {path.name!r} does not tell a format: give it as `format`")
    return cast(ListFormat, format)


def job_call(id: str, request_id: str | None) -> Call:
    """The call of one job."""
    return Call(path_of("matches", id), request_id=request_id)


def result_call(id: str, format: ResultFormat, request_id: str | None) -> Call:
    """The call of a result."""
    path = path_of("matches", id, "result")
    return Call(path, accept=TYPES[format], timeout=TRANSFER_S, request_id=request_id)


class Lines:
    """Rows out of the parts of a JSON Lines file."""

    def __init__(self) -> None:
        self._rest = b""

    def rows(self, part: bytes) -> list[dict[str, Any]]:
        """The rows that are complete with a part.

        Raises:
            FirmensucheError: `strange_answer`: a line is no row.
        """
        *lines, self._rest = (self._rest + part).split(b"\n")
        try:
            return [cast("dict[str, Any]", json.loads(line)) for line in lines]
        except ValueError as error:
            raise FirmensucheError("This is no result of the service.", code="strange_answer") from error

"""Lists that are matched in the background, as the service answers them."""

from __future__ import annotations

from typing import Literal, TypedDict

ListFormat = Literal["csv", "tsv", "ndjson", "xlsx"]
"""The formats of a list that is sent as a file."""

ResultFormat = Literal["csv", "ndjson", "xlsx"]
"""The formats of a result."""


class MatchCounts(TypedDict):
    """Matched rows by state."""

    found: int
    ambiguous: int
    possible: int
    not_found: int
    invalid: int


class MatchColumns(TypedDict):
    """The columns that a list is searched by."""

    name: list[str]
    city: list[str]
    number: list[str]


class _MatchJobBase(TypedDict):
    id: str
    state: Literal["queued", "running", "done", "failed"]
    filename: str
    deep: bool
    rows: int
    done: int
    counts: MatchCounts
    columns: MatchColumns
    created_at: str
    ended_at: str | None
    expires_at: str


class MatchJob(_MatchJobBase, total=False):
    """A list that is matched in the background.

    `done` of `rows` rows have been matched, `counts` has them by state. At `expires_at` the job is deleted
    with list and result. Only a failed job has `error`.
    """

    error: str

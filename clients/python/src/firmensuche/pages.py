"""Pages of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from .records import Change, CompanyDetail, Hit, ListRow

Item = TypeVar("Item")


@dataclass(frozen=True)
class CursorPage(Generic[Item]):
    """One page.

    Attributes:
        items: The results; a page may be short or even empty and still have a next one.
        next: The `cursor` of the next page; `None` on the last page.
    """

    items: Sequence[Item]
    next: str | None


@dataclass(frozen=True)
class Page(CursorPage[Item]):
    """A page of companies.

    Attributes:
        data_as_of: The oldest date of the sources of this page, `YYYY-MM-DD`.
    """

    data_as_of: str | None


@dataclass(frozen=True)
class SearchPage(Page[Hit]):
    """A page of hits.

    Attributes:
        total: The number of hits on all pages, without related names.
        is_total_exact: Otherwise there are more hits than `total`.
        is_partial: A deep search reached its time limit: similar names may be missing.
        is_truncated: There are more than 10,000 hits; the best 10,000 can be read.
    """

    total: int
    is_total_exact: bool
    is_partial: bool
    is_truncated: bool


@dataclass(frozen=True)
class ListPage(Page[ListRow]):
    """A page of the list.

    Attributes:
        changes_cursor: On the first page, the `since` of all changes after this list.
    """

    changes_cursor: str | None


@dataclass(frozen=True)
class ChangesPage:
    """A page of changes.

    Attributes:
        items: The changes in their order; without any, all changes until now were read.
        next: The `since` of the next page; always there.
    """

    items: Sequence[Change]
    next: str


class TaggedCompany(NamedTuple):
    """A company, and the ETag of this state of it."""

    company: CompanyDetail
    etag: str

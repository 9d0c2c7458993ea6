"""Converts answers to the results of the methods."""

from __future__ import annotations

from typing import Any, cast

from ._protocol import Call, Reply, path_of
from .pages import ChangesPage, CursorPage, ListPage, SearchPage, TaggedCompany
from .records import Facets


def search_page(reply: Reply) -> SearchPage:
    """The page of a search."""
    total = reply.headers.get("X-Total-Count", "0")
    return SearchPage(
        items=reply.body,
        next=reply.headers.get("X-Next-Cursor"),
        data_as_of=reply.headers.get("X-Data-As-Of"),
        total=int(total.rstrip("+")),
        is_total_exact=not total.endswith("+"),
        is_partial="X-Search-Partial" in reply.headers,
        is_truncated="X-Search-Truncated" in reply.headers,
    )


def list_page(reply: Reply) -> ListPage:
    """The page of the list."""
    return ListPage(
        items=reply.body,
        next=reply.headers.get("X-Next-Cursor"),
        data_as_of=reply.headers.get("X-Data-As-Of"),
        changes_cursor=reply.headers.get("X-Changes-Cursor"),
    )


def cursor_page(reply: Reply) -> CursorPage[Any]:
    """A page by position."""
    return CursorPage(items=reply.body, next=reply.headers.get("X-Next-Cursor"))


def changes_page(reply: Reply) -> ChangesPage:
    """The page of changes."""
    return ChangesPage(items=reply.body, next=reply.headers.get("X-Next-Cursor", ""))


def facets_of(reply: Reply) -> Facets:
    """The counts of a search."""
    return cast(Facets, {**reply.body, "is_partial": "X-Search-Partial" in reply.headers})


def tagged_company(reply: Reply) -> TaggedCompany | None:
    """The company and its ETag; `None` if it has not changed."""
    return TaggedCompany(reply.body, reply.headers.get("ETag", "")) if reply.body is not None else None


def company_call(uuid: str, request_id: str | None, etag: str | None = None) -> Call:
    """The call of one company."""
    return Call(path_of("companies", uuid), etag=etag, request_id=request_id)

"""Lists of watched companies.

Made of `_async_watches.py` by `tools/make_sync.py`: change that one.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

from ._answers import cursor_page
from ._sender import Sender
from ._synchronous import Rows, each
from ._batches import Batch
from ._protocol import Call, changing, path_of
from .pages import CursorPage
from .questions import WATCH_FIELDS, given_fields
from .watching import AddedCompany, Watch, WatchedCompany, WatchEmail

Row = TypeVar("Row", bound=Mapping[str, Any])


class Watches:
    """The watch lists of the account. They need a key with `companies:watch`; each call costs 1."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        name: str,
        *,
        webhooks: Sequence[str] | None = None,
        email: WatchEmail | None = None,
        language: Literal["de", "en"] | None = None,
        request_id: str | None = None,
    ) -> Watch:
        """Makes a list, which is empty.

        Args:
            name: Its name.
            webhooks: Ids of the webhooks that changes are sent to.
            email: E-mails to the address of the account; none by default.
            language: Language of the e-mails; that of the account by default.
            request_id: Names the request in the log of the service.
        """
        body = {"name": name, "webhooks": webhooks, "email": email, "language": language}
        call = changing("/watches", given_fields(body), request_id)
        return cast(Watch, (self._sender.send(call)).body)

    def list(self, *, request_id: str | None = None) -> Sequence[Watch]:
        """All lists, the newest first."""
        call = Call("/watches", request_id=request_id)
        return cast("Sequence[Watch]", (self._sender.send(call)).body)

    def get(self, id: str, *, request_id: str | None = None) -> Watch:
        """A list, without its companies."""
        call = Call(path_of("watches", id), request_id=request_id)
        return cast(Watch, (self._sender.send(call)).body)

    def change(
        self,
        id: str,
        *,
        name: str | None = None,
        webhooks: Sequence[str] | None = None,
        email: WatchEmail | None = None,
        language: Literal["de", "en"] | None = None,
        request_id: str | None = None,
    ) -> Watch:
        """Changes what is given; `webhooks=[]` removes all, and `language` is that of the e-mails."""
        body = given_fields({"name": name, "webhooks": webhooks, "email": email, "language": language})
        call = changing(path_of("watches", id), body, request_id)
        return cast(Watch, (self._sender.send(call)).body)

    def delete(self, id: str, *, request_id: str | None = None) -> None:
        """Deletes a list with its companies. Events that were made before are still delivered."""
        self._sender.send(changing(path_of("watches", id), None, request_id, "DELETE"))

    def add(
        self, id: str, companies: Sequence[Mapping[str, Any]], *, request_id: str | None = None
    ) -> Sequence[AddedCompany]:
        """Adds up to 1,000 companies; says in the same order what became of each.

        A row has the fields of `CompanyToWatch`; one with a register number costs 1.
        """
        body = [given_fields(row) for row in companies]
        call = changing(path_of("watches", id, "companies"), body, request_id)
        return cast("Sequence[AddedCompany]", (self._sender.send(call)).body)

    def add_all(
        self, id: str, rows: Rows[Row], *, request_id: str | None = None
    ) -> Generator[tuple[Row, AddedCompany], None, None]:
        """Adds any number of companies, a hundred with each request: each row with its result.

        Rows may have more fields than those of `CompanyToWatch`; they are not sent.
        """
        batch: Batch[Row] = Batch(WATCH_FIELDS)
        for row in each(rows):
            if not batch.add(row):
                continue
            for pair in zip(batch.rows, self.add(id, batch.sent, request_id=request_id), strict=True):
                yield pair
            batch = Batch(WATCH_FIELDS)
        if batch.rows:
            for pair in zip(batch.rows, self.add(id, batch.sent, request_id=request_id), strict=True):
                yield pair

    def companies(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        request_id: str | None = None,
    ) -> CursorPage[WatchedCompany]:
        """The companies of a list: one page of `limit` rows (1 to 1000, default 100)."""
        query = {"limit": limit, "cursor": cursor}
        call = Call(path_of("watches", id, "companies"), query, request_id=request_id)
        return cursor_page(self._sender.send(call))

    def companies_all(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        request_id: str | None = None,
    ) -> Generator[WatchedCompany, None, None]:
        """The companies of all pages."""
        while True:
            page = self.companies(id, limit=limit, cursor=cursor, request_id=request_id)
            for company in page.items:
                yield company
            if page.next is None:
                return
            cursor = page.next

    def remove(self, id: str, uuids: Sequence[str], *, request_id: str | None = None) -> int:
        """Removes up to 1,000 companies; returns the number of those that the list had."""
        call = changing(path_of("watches", id, "remove"), {"uuids": uuids}, request_id)
        return cast(int, (self._sender.send(call)).body["removed"])

    def remove_one(self, id: str, uuid: str, *, request_id: str | None = None) -> None:
        """Removes a company; the error is `not_found` if the list does not have it."""
        path = path_of("watches", id, "companies", uuid)
        self._sender.send(changing(path, None, request_id, "DELETE"))

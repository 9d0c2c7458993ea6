"""Lists of watched companies.

`_watches.py` is made of this file by `tools/make_sync.py`: change this one.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

from ._answers import cursor_page
from ._async_sender import AsyncSender
from ._asynchronous import AsyncRows, each_async
from ._batches import Batch
from ._protocol import Call, changing, path_of
from .pages import CursorPage
from .questions import WATCH_FIELDS, given_fields
from .watching import AddedCompany, Watch, WatchedCompany, WatchEmail

Row = TypeVar("Row", bound=Mapping[str, Any])


class AsyncWatches:
    """The watch lists of the account. They need a key with `companies:watch`; each call costs 1."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def create(
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
        return cast(Watch, (await self._sender.send(call)).body)

    async def list(self, *, request_id: str | None = None) -> Sequence[Watch]:
        """All lists, the newest first."""
        call = Call("/watches", request_id=request_id)
        return cast("Sequence[Watch]", (await self._sender.send(call)).body)

    async def get(self, id: str, *, request_id: str | None = None) -> Watch:
        """A list, without its companies."""
        call = Call(path_of("watches", id), request_id=request_id)
        return cast(Watch, (await self._sender.send(call)).body)

    async def change(
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
        return cast(Watch, (await self._sender.send(call)).body)

    async def delete(self, id: str, *, request_id: str | None = None) -> None:
        """Deletes a list with its companies. Events that were made before are still delivered."""
        await self._sender.send(changing(path_of("watches", id), None, request_id, "DELETE"))

    async def add(
        self, id: str, companies: Sequence[Mapping[str, Any]], *, request_id: str | None = None
    ) -> Sequence[AddedCompany]:
        """Adds up to 1,000 companies; says in the same order what became of each.

        A row has the fields of `CompanyToWatch`; one with a register number costs 1.
        """
        body = [given_fields(row) for row in companies]
        call = changing(path_of("watches", id, "companies"), body, request_id)
        return cast("Sequence[AddedCompany]", (await self._sender.send(call)).body)

    async def add_all(
        self, id: str, rows: AsyncRows[Row], *, request_id: str | None = None
    ) -> AsyncGenerator[tuple[Row, AddedCompany], None]:
        """Adds any number of companies, a hundred with each request: each row with its result.

        Rows may have more fields than those of `CompanyToWatch`; they are not sent.
        """
        batch: Batch[Row] = Batch(WATCH_FIELDS)
        async for row in each_async(rows):
            if not batch.add(row):
                continue
            for pair in zip(batch.rows, await self.add(id, batch.sent, request_id=request_id), strict=True):
                yield pair
            batch = Batch(WATCH_FIELDS)
        if batch.rows:
            for pair in zip(batch.rows, await self.add(id, batch.sent, request_id=request_id), strict=True):
                yield pair

    async def companies(
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
        return cursor_page(await self._sender.send(call))

    async def companies_all(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        request_id: str | None = None,
    ) -> AsyncGenerator[WatchedCompany, None]:
        """The companies of all pages."""
        while True:
            page = await self.companies(id, limit=limit, cursor=cursor, request_id=request_id)
            for company in page.items:
                yield company
            if page.next is None:
                return
            cursor = page.next

    async def remove(self, id: str, uuids: Sequence[str], *, request_id: str | None = None) -> int:
        """Removes up to 1,000 companies; returns the number of those that the list had."""
        call = changing(path_of("watches", id, "remove"), {"uuids": uuids}, request_id)
        return cast(int, (await self._sender.send(call)).body["removed"])

    async def remove_one(self, id: str, uuid: str, *, request_id: str | None = None) -> None:
        """Removes a company; the error is `not_found` if the list does not have it."""
        path = path_of("watches", id, "companies", uuid)
        await self._sender.send(changing(path, None, request_id, "DELETE"))

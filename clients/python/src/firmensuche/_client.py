"""The service as an object: a method for each endpoint, and iterators over all pages.

Made of `_async_client.py` by `tools/make_sync.py`: change that one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from ._answers import changes_page, company_call, facets_of, list_page, search_page, tagged_company
from ._matches import Matches
from ._sender import Sender
from ._watches import Watches
from ._webhooks import Webhooks
from ._synchronous import Http, Rows, each
from ._batches import Batch
from ._frames import FrameTable
from ._protocol import Call, KeyAuth, Protocol, Reply, base_of
from .pages import ChangesPage, ListPage, SearchPage, TaggedCompany
from .questions import FacetOptions, ListOptions, SearchOptions, day, fields_of, given_fields
from .records import Change, CompanyDetail, Facets, Hit, ListRow, MatchResult, Suggestion
from .service import EntryPoint, Reference, SourceSet, Usage

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

Frame = TypeVar("Frame")
Row = TypeVar("Row", bound=Mapping[str, Any])


class Firmensuche:
    """A client of the service. Every method raises `FirmensucheError` if its call fails.

    `request_id` (1 to 64 of `A-Z a-z 0-9 _ -`) names a request in the log of the service.

    Attributes:
        matches: Lists that the service matches in the background.
        watches: Lists of watched companies.
        webhooks: Addresses that get the events of those lists.
    """

    def __init__(
        self,
        base_url: str,
        key: str | Callable[[], str],
        *,
        language: Literal["de", "en"] = "de",
        timeout: float = 30.0,
        retries: int = 3,
        wait_max: float = 60.0,
        http_client: Http | None = None,
    ) -> None:
        """Opens a client; close it, or use it in a `with` statement.

        Args:
            base_url: URL of the service, such as `https://search.example.org`.
            key: An API key, or a function that returns it. The function is called for every attempt, so it
                can return the new key after a rotation.
            language: Language of error texts.
            timeout: Seconds without an answer, or without a further part of it, after which an attempt ends.
            retries: Number of further attempts after temporary errors.
            wait_max: Longest wait before another attempt, in seconds; if the service asks for more, the call
                fails.
            http_client: Used instead of a new one, for example with a proxy; it is not closed by this client.

        Raises:
            ValueError: `base_url` is no URL of a service, or `key` cannot be an API key.
        """
        auth = KeyAuth(key)
        protocol = Protocol(base_of(base_url), auth, language, timeout, retries, wait_max)
        http = http_client if http_client is not None else Http()
        self._sender = Sender(protocol, http)
        self.matches = Matches(self._sender)
        self.watches = Watches(self._sender)
        self.webhooks = Webhooks(self._sender)
        self._http = http
        self._is_own_http = http_client is None

    def __repr__(self) -> str:
        return f"Firmensuche({self._sender.protocol.base!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        if self._is_own_http:
            self._http.close()

    def _send(self, call: Call, wait_max: float | None = None) -> Reply:
        return self._sender.send(call, wait_max)

    def search(
        self, name: str, *, request_id: str | None = None, **options: Unpack[SearchOptions]
    ) -> SearchPage:
        """Finds the companies that a name or a register number means: one page, best hit first.

        Options: the filters, `deep`, `limit`, `cursor`, `former`, `min_score` and `include`, see
        `SearchOptions`.
        """
        body = {"name": name, **fields_of("search", options, SearchOptions)}
        return search_page(self._send(Call("/companies/search/", body=body, request_id=request_id)))

    def search_all(
        self, name: str, *, request_id: str | None = None, **options: Unpack[SearchOptions]
    ) -> Generator[Hit, None, None]:
        """The hits of all pages. A page is requested when its first hit is needed."""
        while True:
            page = self.search(name, request_id=request_id, **options)
            for hit in page.items:
                yield hit
            if page.next is None:
                return
            options["cursor"] = page.next

    def facets(
        self, name: str, *, request_id: str | None = None, **options: Unpack[FacetOptions]
    ) -> Facets:
        """Counts the hits of a search by status, legal form, register type, state, court and seat."""
        body = {"name": name, **fields_of("facets", options, FacetOptions)}
        return facets_of(self._send(Call("/companies/search/facets", body=body, request_id=request_id)))

    def suggest(
        self, q: str, *, limit: int | None = None, request_id: str | None = None
    ) -> Sequence[Suggestion]:
        """Up to ten companies for the beginning of a name."""
        call = Call("/companies/suggest", query={"q": q, "limit": limit}, request_id=request_id)
        return cast("Sequence[Suggestion]", (self._send(call)).body)

    def match(
        self, rows: Sequence[Mapping[str, Any]], *, request_id: str | None = None
    ) -> Sequence[MatchResult]:
        """Matches up to 100 rows to companies, in the same order. A row has the fields of `CustomerRow`."""
        return self._match([given_fields(row) for row in rows], request_id)

    def _match(
        self, rows: Sequence[Mapping[str, Any]], request_id: str | None, wait_max: float | None = None
    ) -> Sequence[MatchResult]:
        call = Call("/companies/search/batch", body=rows, request_id=request_id)
        return cast("Sequence[MatchResult]", (self._send(call, wait_max)).body)

    def match_all(
        self, rows: Rows[Row], *, request_id: str | None = None
    ) -> Generator[tuple[Row, MatchResult], None, None]:
        """Matches any number of rows, a hundred with each request: each row with its result.

        Rows may have more fields than those of `CustomerRow`; they are not sent.
        """
        batch: Batch[Row] = Batch()
        for row in each(rows):
            if not batch.add(row):
                continue
            for pair in zip(batch.rows, self._match(batch.sent, request_id), strict=True):
                yield pair
            batch = Batch()
        if batch.rows:
            for pair in zip(batch.rows, self._match(batch.sent, request_id), strict=True):
                yield pair

    def match_dataframe(
        self,
        df: Frame,
        *,
        name: Any = None,
        city: Any = None,
        number: Any = None,
        deep: bool = False,
        prefix: str = "match_",
        progress: Callable[[int, int], object] | None = None,
        wait_max: float = 300.0,
        request_id: str | None = None,
    ) -> Frame:
        """Matches the rows of a DataFrame of pandas or polars.

        Returns a new frame with the same rows, order and index, and with columns for the best company of each
        row: `match_state`, `match_score`, `match_uuid`, `match_name`, `match_matched_name`, `match_number`,
        `match_court`, `match_seat`, `match_country`, `match_legal_form`, `match_status`, `match_count`
        (companies that match, at most 5) and `match_error` (of an invalid row). Rows with the same values are
        sent once, rows without name and number not at all.

        Args:
            df: The frame. It is not changed.
            name: The column with names.
            city: The column with cities.
            number: The column with register numbers. A name or a number is needed.
            deep: Whether to use a deep search, which costs 5 instead of 1 for each row.
            prefix: The beginning of the names of the new columns.
            progress: Called with the number of rows done and of all rows to send, after each request.
            wait_max: Instead of that of the client: the window of the default limit.
            request_id: Names the requests in the log of the service.

        Raises:
            TypeError: `df` is no DataFrame of pandas or polars, or neither `name` nor `number` is given.
            ValueError: A column does not exist, exists twice, or has the name of a new one.
        """
        table = FrameTable(df, {"name": name, "city": city, "registration_number": number}, deep, prefix)
        results: list[MatchResult] = []
        for batch in table.batches():
            results += self._match(batch.sent, request_id, wait_max)
            if progress is not None:
                progress(len(results), len(table.rows))
        return cast("Frame", table.with_results(results))

    def list(self, *, request_id: str | None = None, **options: Unpack[ListOptions]) -> ListPage:
        """The register as a list: one page. Options: the filters, dates, `sort`, `limit` and `cursor`."""
        query = fields_of("list", options, ListOptions)
        return list_page(self._send(Call("/companies", query=query, request_id=request_id)))

    def list_all(
        self, *, request_id: str | None = None, **options: Unpack[ListOptions]
    ) -> Generator[ListRow, None, None]:
        """The rows of all pages of the list."""
        while True:
            page = self.list(request_id=request_id, **options)
            for row in page.items:
                yield row
            if page.next is None:
                return
            options["cursor"] = page.next

    def get(self, uuid: str, *, request_id: str | None = None) -> CompanyDetail:
        """Everything known of a company. A former id gives the present company, with its own `uuid`."""
        return cast(CompanyDetail, (self._send(company_call(uuid, request_id))).body)

    def get_if_changed(
        self, uuid: str, etag: str | None = None, *, request_id: str | None = None
    ) -> TaggedCompany | None:
        """The company and its ETag; `None` if it is as it was with the given ETag."""
        return tagged_company(self._send(company_call(uuid, request_id, etag)))

    def changes(
        self, *, since: str | None = None, limit: int | None = None, request_id: str | None = None
    ) -> ChangesPage:
        """The changes in their order: one page.

        `since` is a cursor of a change or a list, or `now`; without it the changes begin at the start.
        `limit`: 1 to 1000 rows, default 100.
        """
        call = Call("/changes", query={"since": since, "limit": limit}, request_id=request_id)
        return changes_page(self._send(call))

    def changes_all(
        self, *, since: str | None = None, limit: int | None = None, request_id: str | None = None
    ) -> Generator[Change, None, None]:
        """All changes until now. Store the `cursor` of the last one: it is the `since` of the next run."""
        while True:
            page = self.changes(since=since, limit=limit, request_id=request_id)
            for change in page.items:
                yield change
            if not page.items:
                return
            since = page.next

    def entry_point(self, *, request_id: str | None = None) -> EntryPoint:
        """What the key may do, and the state of its limits."""
        return cast(EntryPoint, (self._send(Call("", request_id=request_id))).body)

    def usage(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        request_id: str | None = None,
    ) -> Usage:
        """What this key and its account were used for, by days in UTC."""
        query = {"from": day(from_), "to": day(to)}
        return cast(Usage, (self._send(Call("/usage", query=query, request_id=request_id))).body)

    def reference(self, *, request_id: str | None = None) -> Reference:
        """Every code that the service uses, and what it means."""
        return cast(Reference, (self._send(Call("/reference", request_id=request_id))).body)

    def sources(self, *, request_id: str | None = None) -> Sequence[SourceSet]:
        """The data sets that were imported, with date, licence and attribution."""
        return cast("Sequence[SourceSet]", (self._send(Call("/sources", request_id=request_id))).body)

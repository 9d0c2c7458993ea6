"""The service that the tests call, and clients of both kinds with the same interface.

`npm test -- test/client/python.test.ts` starts the tests and passes the service in `TEST_SERVICE` as JSON.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from firmensuche import AsyncFirmensuche, Firmensuche

Spoiled = Callable[[httpx.Request], "httpx.Response | Exception | None"]


@dataclass(frozen=True)
class Service:
    url: str
    key: str
    """With all scopes."""
    read_key: str
    """Without `companies:search`."""
    small_key: str
    """Three units a second."""
    revoked_key: str
    companies: int

    def document(self) -> dict[str, Any]:
        return httpx.get(f"{self.url}/openapi.json").json()


class Counting(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Notes requests and statuses; `spoil` may answer in the service's place."""

    def __init__(self, is_async: bool, spoil: Spoiled | None) -> None:
        self.requests: list[httpx.Request] = []
        self.results: list[int | str] = []
        self._spoil = spoil or (lambda request: None)
        # Loading certificates takes longer than most tests, and the service of the tests has none.
        transport: Any = httpx.AsyncHTTPTransport if is_async else httpx.HTTPTransport
        self._real = transport(verify=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        spoiled = self._spoiled(request)
        return spoiled if spoiled is not None else self._noted(self._real.handle_request(request))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        spoiled = self._spoiled(request)
        return spoiled if spoiled is not None else self._noted(await self._real.handle_async_request(request))

    def _spoiled(self, request: httpx.Request) -> httpx.Response | None:
        self.requests.append(request)
        spoiled = self._spoil(request)
        if isinstance(spoiled, Exception):
            self.results.append(type(spoiled).__name__)
            raise spoiled
        return None if spoiled is None else self._noted(spoiled)

    def _noted(self, response: httpx.Response) -> httpx.Response:
        self.results.append(response.status_code)
        return response

    def close(self) -> None:
        self._real.close()

    async def aclose(self) -> None:
        await self._real.aclose()


class Awaited:
    """An asynchronous client, or a part of it, whose calls are awaited at once."""

    def __init__(self, client: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if not callable(method):
            return Awaited(method, self._loop)

        def call(*args: Any, **options: Any) -> Any:
            result = method(*args, **options)
            if inspect.isasyncgen(result):
                return self._iterate(result)
            return self._loop.run_until_complete(result)

        return call

    def _iterate(self, items: AsyncGenerator[Any, None]) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._loop.run_until_complete(items.__anext__())
                except StopAsyncIteration:
                    return
        finally:
            self._loop.run_until_complete(items.aclose())


@pytest.fixture(scope="session")
def service() -> Service:
    facts = os.environ.get("TEST_SERVICE")
    assert facts is not None, "start the tests by: npm test -- test/client/python.test.ts"
    return Service(**json.loads(facts))


@pytest.fixture(params=["sync", "async"])
def make(request: pytest.FixtureRequest, service: Service) -> Iterator[Callable[..., Any]]:
    """Makes a client of either kind; returns it with what it has sent."""
    is_async = request.param == "async"
    loop = asyncio.new_event_loop()
    opened: list[Any] = []

    def make(spoil: Spoiled | None = None, **options: Any) -> tuple[Any, Counting]:
        transport = Counting(is_async, spoil)
        url = options.pop("base_url", service.url)
        key = options.pop("key", service.key)
        kinds: Any = (httpx.AsyncClient, AsyncFirmensuche) if is_async else (httpx.Client, Firmensuche)
        http = kinds[0](transport=transport)
        client = kinds[1](url, key, http_client=http, **options)
        opened.append(http)
        return (Awaited(client, loop) if is_async else client), transport

    yield make
    for http in opened:
        if is_async:
            loop.run_until_complete(http.aclose())
        else:
            http.close()
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@pytest.fixture
def client(make: Callable[..., Any]) -> Any:
    return make()[0]


@pytest.fixture
def first(client: Any) -> Any:
    """The first company that is found."""
    return client.search("GmbH").items[0]

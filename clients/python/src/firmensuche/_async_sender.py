"""Sends calls, and repeats them where that may help.

`_sender.py` is made of this file by `tools/make_sync.py`: change this one.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import cast

import httpx

from ._asynchronous import AsyncHttp, sleep
from ._protocol import Call, Protocol, Reply, no_answer, read_answer
from .errors import FirmensucheError


class AsyncSender:
    """Sends the calls of a client."""

    def __init__(self, protocol: Protocol, http: AsyncHttp) -> None:
        self.protocol = protocol
        self._http = http

    async def send(self, call: Call, wait_max: float | None = None) -> Reply:
        """The answer to a call.

        Args:
            call: The call.
            wait_max: Instead of that of the client.

        Raises:
            FirmensucheError: The call failed, after the attempts that may help.
        """
        attempt = 0
        while True:
            answer = await self._attempt(call)
            if isinstance(answer, Reply):
                return answer
            wait = self.protocol.wait_before_retry(answer, attempt, wait_max, call.is_change)
            if wait is None:
                raise answer
            await sleep(wait)
            attempt += 1

    async def stream(self, call: Call) -> AsyncGenerator[bytes, None]:
        """The answer to a call with `accept`, part by part, as it arrives."""
        response = cast(httpx.Response, (await self.send(call)).body)
        try:
            async for part in response.aiter_bytes():
                yield part
        except httpx.HTTPError as error:
            raise no_answer(error, "The answer broke off.") from error
        finally:
            await response.aclose()

    async def _attempt(self, call: Call) -> Reply | FirmensucheError:
        try:
            request = self._http.build_request(**self.protocol.request(call))
            # A former id of a company is answered with a redirect to the present one.
            response = await self._http.send(
                request, stream=True, auth=self.protocol.auth, follow_redirects=True
            )
            if _is_streamed(call, response):
                return Reply(response.status_code, response.headers, response)
            try:
                await response.aread()
            finally:
                await response.aclose()
        except httpx.HTTPError as error:
            return no_answer(error)
        return read_answer(response)


def _is_streamed(call: Call, response: httpx.Response) -> bool:
    """Whether an answer is of the type that was asked for: a proxy may answer with a page."""
    if call.accept is None or not response.is_success:
        return False
    kind: str = response.headers.get("Content-Type", "")
    return kind.startswith(call.accept)

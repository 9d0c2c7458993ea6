"""Addresses that get the events of watch lists.

`_webhooks.py` is made of this file by `tools/make_sync.py`: change this one.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import cast

from ._answers import cursor_page
from ._async_sender import AsyncSender
from ._protocol import Call, changing, path_of
from .pages import CursorPage
from .questions import given_fields
from .watching import QueuedEvent, Webhook, WebhookEvent, WebhookWithSecret


class AsyncWebhooks:
    """The webhooks of the account. They need a key with `companies:watch`; each call costs 1."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def create(
        self, url: str, *, note: str | None = None, request_id: str | None = None
    ) -> WebhookWithSecret:
        """Makes a webhook. Store its `secret`: no later answer has it.

        Args:
            url: `https`, or `http` in a network that the operator allows.
            note: What it is for.
            request_id: Names the request in the log of the service.
        """
        call = changing("/webhooks", given_fields({"url": url, "note": note}), request_id)
        return cast(WebhookWithSecret, (await self._sender.send(call)).body)

    async def list(self, *, request_id: str | None = None) -> Sequence[Webhook]:
        """All webhooks, the newest first."""
        call = Call("/webhooks", request_id=request_id)
        return cast("Sequence[Webhook]", (await self._sender.send(call)).body)

    async def get(self, id: str, *, request_id: str | None = None) -> Webhook:
        """A webhook, how many events wait, and whether deliveries fail."""
        call = Call(path_of("webhooks", id), request_id=request_id)
        return cast(Webhook, (await self._sender.send(call)).body)

    async def delete(self, id: str, *, request_id: str | None = None) -> None:
        """Deletes a webhook with its events."""
        await self._sender.send(changing(path_of("webhooks", id), None, request_id, "DELETE"))

    async def rotate(self, id: str, *, overlap_s: int, request_id: str | None = None) -> WebhookWithSecret:
        """Makes a new secret. For `overlap_s` seconds, up to 30 days, the old one signs, too."""
        call = changing(path_of("webhooks", id, "rotate"), {"overlap_s": overlap_s}, request_id)
        return cast(WebhookWithSecret, (await self._sender.send(call)).body)

    async def ping(self, id: str, *, request_id: str | None = None) -> QueuedEvent:
        """Queues an event of type `ping`, which is delivered after those that wait."""
        call = changing(path_of("webhooks", id, "ping"), None, request_id)
        return cast(QueuedEvent, (await self._sender.send(call)).body)

    async def pause(self, id: str, *, request_id: str | None = None) -> Webhook:
        """Stops deliveries. Events are still made, and wait for 30 days at most."""
        call = changing(path_of("webhooks", id, "pause"), None, request_id)
        return cast(Webhook, (await self._sender.send(call)).body)

    async def resume(self, id: str, *, from_: str | None = None, request_id: str | None = None) -> Webhook:
        """Delivers waiting events at once; with `from_`, the `cursor` of an event, all after it again."""
        call = changing(path_of("webhooks", id, "resume"), given_fields({"from": from_}), request_id)
        return cast(Webhook, (await self._sender.send(call)).body)

    async def events(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        request_id: str | None = None,
    ) -> CursorPage[WebhookEvent]:
        """The events of the last 30 days in their order: one page of `limit` (1 to 1000, default 100)."""
        query = {"limit": limit, "cursor": cursor}
        call = Call(path_of("webhooks", id, "events"), query, request_id=request_id)
        return cursor_page(await self._sender.send(call))

    async def events_all(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        request_id: str | None = None,
    ) -> AsyncGenerator[WebhookEvent, None]:
        """The events of all pages; `cursor` may be that of an event: then the later ones."""
        while True:
            page = await self.events(id, limit=limit, cursor=cursor, request_id=request_id)
            for event in page.items:
                yield event
            if page.next is None:
                return
            cursor = page.next

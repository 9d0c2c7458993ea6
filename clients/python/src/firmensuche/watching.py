"""Watch lists and webhooks, as they go over the wire."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from .records import Company, RefusedField

WatchEmail = Literal["none", "instant", "daily"]
"""E-mails to the address of the account: none, at most every ten minutes, or one a day."""

DeliveryFault = Literal[
    "status",
    "redirect",
    "dns",
    "address_refused",
    "connection",
    "tls",
    "timeout",
    "response",
]
"""Why events cannot be delivered."""

WebhookEventType = Literal[
    "company.created",
    "company.changed",
    "company.removed",
    "company.merged",
    "company.suppressed",
    "ping",
]


class Watch(TypedDict):
    """A watch list; `companies` is their number."""

    id: str
    name: str
    webhooks: list[str]
    email: WatchEmail
    language: Literal["de", "en"]
    companies: int
    created_at: str


class CompanyToWatch(TypedDict, total=False):
    """A company to watch: with an id, or with a register number.

    `register_court` is the court of a number that does not contain it. `ref` (up to 200 characters) comes
    back in every event of the company. `None` is the same as absent.
    """

    uuid: str | None
    registration_number: str | None
    register_court: str | None
    ref: str | None


class _AddedCompanyBase(TypedDict):
    ref: str | None
    state: Literal["added", "present", "not_found", "ambiguous", "invalid"]
    uuid: str | None


class AddedCompany(_AddedCompanyBase, total=False):
    """What became of a company to watch.

    `present`: was in the list, a `ref` that was sent replaces the old one. `ambiguous`: the number belongs to
    several companies, give the court. `invalid`: see `details`, which other rows do not have. `uuid` is the
    id of today.
    """

    details: list[RefusedField]


class WatchedCompany(TypedDict):
    """A company of a list."""

    uuid: str
    ref: str | None
    added_at: str


class Failing(TypedDict):
    """The failed attempts to deliver an event; `next_attempt_at` is `None` for a paused webhook."""

    since: str
    attempts: int
    next_attempt_at: str | None
    fault: DeliveryFault
    status: int | None


class Webhook(TypedDict):
    """An address that gets events.

    `paused`: events are not sent, and wait. Until `old_secret_ends_at` the secret before signs, too.
    `waiting` of `events` events are not delivered yet; `delivered_cursor` is that of the last one that was.
    `failing` is `None` if the last attempt succeeded.
    """

    id: str
    url: str
    note: str
    state: Literal["active", "paused"]
    created_at: str
    old_secret_ends_at: str | None
    events: int
    waiting: int
    delivered_cursor: str
    failing: Failing | None


class WebhookWithSecret(Webhook):
    """A webhook with the secret of its signatures, which no other answer has."""

    secret: str


class QueuedEvent(TypedDict):
    """An event that was queued."""

    id: str
    cursor: str


class WebhookPayload(TypedDict):
    """The body of the request that delivers an event; `data` is a `WatchedChange` but for `ping`."""

    type: WebhookEventType
    timestamp: str
    data: dict[str, Any]


class WebhookEvent(TypedDict):
    """An event of a webhook; `id` is the header `webhook-id`, the same in every attempt."""

    cursor: str
    id: str
    type: WebhookEventType
    at: str
    delivered: bool
    payload: WebhookPayload


class _WatchedChangeBase(TypedDict):
    watch: str
    ref: str | None
    uuid: str
    kind: Literal["created", "changed", "removed", "merged", "suppressed"]
    fields: list[str]
    company: Company | None


class WatchedChange(_WatchedChangeBase, total=False):
    """What happened to a company of the list `watch`.

    `company` is as it is stored when the event is made; `None` if it must no longer be shown. `merged`: it is
    `into` now.
    """

    into: str

"""What the service answers about itself: limits, usage, code lists and sources."""

from __future__ import annotations

from typing import Literal, TypedDict

Scope = Literal["companies:search", "companies:search:deep", "companies:read", "companies:watch"]


class LimitLevel(TypedDict):
    """A limit: `quota` units in `window_s` seconds, of which `used` are used."""

    quota: float
    window_s: float
    used: float


class Limits(TypedDict):
    """The limits of a key; `account` is `None` for a key with a limit of its own."""

    default: LimitLevel
    burst: LimitLevel
    account: LimitLevel | None


class KeyFacts(TypedDict):
    """What a key may do; a `test` key opens the sandbox, not the register."""

    kind: Literal["live", "test"]
    scopes: list[Scope]
    ends_at: str | None


class EntryPoint(TypedDict):
    """The first answer to an integrator: paths, scopes and limits."""

    version: str
    links: dict[str, str]
    key: KeyFacts
    limits: Limits


class Counts(TypedDict):
    """Numbers of requests: all, failed (without 429), limited (429), deep searches."""

    requests: int
    errors: int
    limited: int
    deep: int


class DayCounts(Counts):
    """The counts of a day."""

    date: str


class Use(TypedDict):
    """The counts of a period, and of each of its days."""

    total: Counts
    days: list[DayCounts]


# A field is named `from`, which no class body can have.
Usage = TypedDict(
    "Usage",
    {"from": str, "to": str, "key": Use, "account": Use, "limits": Limits},
)
"""What this key and its account were used for; days are in UTC."""


class Texts(TypedDict):
    """A text in both languages."""

    de: str
    en: str


class Term(TypedDict):
    """A code and what it means."""

    code: str
    name: Texts


class Court(TypedDict):
    """A court that keeps a register today."""

    code: str
    name: str
    aliases: list[str]


class Reference(TypedDict):
    """Every code that the service uses; `states` are ISO 3166-2, `countries` ISO 3166-1."""

    statuses: list[Term]
    legal_forms: list[Term]
    register_types: list[Term]
    states: list[Term]
    countries: list[Term]
    courts: list[Court]
    match_kinds: list[Term]
    match_reasons: list[Term]


class SourceSet(TypedDict):
    """A data set that was imported; `as_of` is the oldest date of its entries."""

    source: str
    title: str
    rows: int
    as_of: str | None
    licence: str
    attribution: str

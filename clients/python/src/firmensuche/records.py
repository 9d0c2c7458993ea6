"""What the service answers: each record is a dict with the fields as they come.

Within version 1 of the API fields are added, never removed: a field that is not listed here is in the dict
all the same. Dates are `YYYY-MM-DD`, moments RFC 3339; both are strings.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from .errors import FaultReason

Status = Literal["active", "liquidation", "insolvency", "removed", "unknown"]
RegisterType = Literal["HRA", "HRB", "GnR", "PR", "VR", "GsR"]
MatchState = Literal["found", "ambiguous", "possible", "not_found", "invalid"]


class Company(TypedDict):
    """A company, in short.

    `registration_number` is type, number and suffix without court (`HRB 12345 B`), the number of another
    country's register, or ''. `register_court`, `seat` and `country` (ISO 3166-1) are '' where unknown.
    """

    uuid: str
    name: str
    registration_number: str
    status: Status
    legal_form: str
    register_court: str
    seat: str
    country: str


class Highlights(TypedDict):
    """The parts of both names that match the query: `[start, end]` in code points, `end` exclusive."""

    matched_name: list[list[int]]
    name: list[list[int]]


class Match(TypedDict):
    """Why a company was found. `score` is 50 to 100, of a related name 20 to 49."""

    score: int
    kind: str
    matched_name: str
    matched_on: Literal["name", "former_name", "other_name", "number"]
    reasons: list[str]
    highlights: Highlights


class Address(TypedDict):
    """An address, as text and in parts."""

    text: str
    postcode: str | None
    city: str | None


class FormerName(TypedDict):
    """A name that ended on the day `until`; `None` where the source does not tell the day."""

    name: str
    until: str | None


class FormerNumber(TypedDict):
    """A registration that ended on the day `until`."""

    registration_number: str
    register_court: str
    court_code: str
    until: str | None


class OtherName(TypedDict):
    """A name of today beside the registered one."""

    name: str
    source: str


class History(TypedDict):
    """Former names and numbers, and other names of today."""

    former_names: list[FormerName]
    former_numbers: list[FormerNumber]
    other_names: list[OtherName]


class Source(TypedDict):
    """The source of an entry, with the date of the entry there."""

    source: str
    source_id: str
    as_of: str
    licence: str
    attribution: str


class Hit(Company, total=False):
    """A hit of a search; the further fields are there if `include` names them."""

    match: Match
    address: Address | None
    history: History | None
    source: Source | None


class Suggestion(Company):
    """A company with the reason why it was found."""

    match: Match


class ListRow(Company):
    """A row of the list."""

    updated_at: str


class LegalFormCodes(TypedDict):
    """The legal form in the code lists XUnternehmen and ISO 20275."""

    xunternehmen: str | None
    iso20275: str | None


class Parents(TypedDict):
    """The LEIs of the parent companies."""

    direct: str | None
    ultimate: str | None


class CompanyEvent(TypedDict):
    """An announcement of a register court.

    `removal_announced`: the court intends to remove the company, which may still object.
    """

    kind: Literal["removal_announced", "transformation", "documents_filed", "announcement"]
    date: str
    source: str


class ProminencePart(TypedDict):
    """A stored fact and its points."""

    fact: str
    value: str
    points: int


class Prominence(TypedDict):
    """Among otherwise equal hits, higher prominence comes first; `value` is the sum of the points."""

    value: int
    parts: list[ProminencePart]


class CompanyDetail(Company, History):
    """Everything known of a company.

    `euid`, `court_code` and `register_type` are '' outside Germany, `register_number` is 0 there.
    """

    euid: str
    court_code: str
    register_type: RegisterType | Literal[""]
    register_number: int
    register_suffix: str
    registered_on: str | None
    status_raw: str
    legal_form_codes: LegalFormCodes
    lei: str | None
    lei_status: str | None
    parents: Parents
    subsidiaries: int
    events: list[CompanyEvent]
    prominence: Prominence
    address: Address | None
    sources: list[Source]
    updated_at: str


class FacetValue(TypedDict):
    """A value and the number of hits that have it."""

    value: str
    count: int


class FacetCounts(TypedDict):
    """The number of hits by value: up to 20 values each, the most frequent first.

    Without `exact` all counts are lower bounds. `state` has ISO 3166-2 codes, `seat` values of the filter
    `city`.
    """

    total: int
    exact: bool
    status: list[FacetValue]
    legal_form: list[FacetValue]
    register_type: list[FacetValue]
    state: list[FacetValue]
    register_court: list[FacetValue]
    seat: list[FacetValue]


class Facets(FacetCounts):
    """The counts. `is_partial`: a deep search reached its time limit, so similar names may be missing."""

    is_partial: bool


class _RefusedFieldBase(TypedDict):
    field: str
    reason: FaultReason


class RefusedField(_RefusedFieldBase, total=False):
    """A refused field of a row; `field` is a JSON pointer into the whole request (`/2/name`)."""

    allowed: list[str]


class _MatchResultBase(TypedDict):
    ref: str | None
    state: MatchState
    companies: list[Suggestion]


class MatchResult(_MatchResultBase, total=False):
    """The result of a row.

    `found`: take the first company. `ambiguous`, `possible`: a person has to look. `invalid`: see `details`,
    which other rows do not have. `companies` has the best five at most.
    """

    details: list[RefusedField]


class _ChangeBase(TypedDict):
    cursor: str
    uuid: str
    kind: Literal["created", "changed", "removed", "merged", "suppressed"]
    at: str
    fields: list[str]


class Change(_ChangeBase, total=False):
    """A change of a company. `merged`: it is `into` now. `suppressed`: it must no longer be shown."""

    into: str

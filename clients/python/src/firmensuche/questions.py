"""What a caller can ask for, beside the name itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypedDict

from .records import RegisterType, Status
from .watching import CompanyToWatch

Include = Literal["match", "address", "history", "source"]


class Filters(TypedDict, total=False):
    """Which companies count; an absent filter does not restrict. One value may be given without a list.

    `legal_form` compares codes: `KG` is not `GmbH & Co. KG`. `register_court` is a name, code or other name
    of a court, `city` the registered office, `state` an ISO 3166-2 code (`DE-BY`), `postcode` the beginning
    of a postcode, `country` an ISO 3166-1 code (`GB`).
    """

    status: Status | Sequence[Status]
    legal_form: str | Sequence[str]
    register_type: RegisterType | Sequence[RegisterType]
    register_court: str | Sequence[str]
    city: str | Sequence[str]
    state: str | Sequence[str]
    postcode: str | Sequence[str]
    country: str | Sequence[str]


class FacetOptions(Filters, total=False):
    """What decides which companies are hits.

    `deep` also finds former names, removed companies and similar names; it costs more. `former`: `only` hits
    by a former name (deep), or `exclude` them. `min_score` (0 to 100) leaves out hits with a lower score.
    """

    deep: bool
    former: Literal["only", "exclude"]
    min_score: int


class SearchOptions(FacetOptions, total=False):
    """The options of a search: `limit` hits a page (1 to 100, default 25), `cursor` from the page before."""

    limit: int
    cursor: str | None
    include: Include | Sequence[Include]


class ListOptions(Filters, total=False):
    """The options of the list.

    `updated_since` is a moment with time zone, `registered_from` and `registered_to` are days (inclusive);
    all may be strings, too. `limit` rows a page: 1 to 100, default 25.
    """

    updated_since: datetime | str
    registered_from: date | str
    registered_to: date | str
    sort: Literal["uuid", "name", "-updated_at"]
    limit: int
    cursor: str | None


class CustomerRow(TypedDict, total=False):
    """A row to match: with a name, a register number, or both.

    `city` narrows down to this seat. `deep` costs 5 instead of 1. `ref` (up to 200 characters) comes back
    unchanged. `None` is the same as absent.
    """

    name: str | None
    registration_number: str | None
    city: str | None
    deep: bool | None
    ref: str | None


ROW_FIELDS = tuple(CustomerRow.__annotations__)
WATCH_FIELDS = tuple(CompanyToWatch.__annotations__)
_LISTS = frozenset(Filters.__annotations__) | {"include"}


def fields_of(method: str, options: Mapping[str, Any], known: type[Any]) -> dict[str, Any]:
    """The options of a call as the service expects them; those that are `None` are left out.

    Raises:
        TypeError: An option is not one of the method.
        ValueError: A moment has no time zone.
    """
    names = known.__annotations__
    for name in options:
        if name not in names:
            raise TypeError(f"{method}() got an unexpected keyword argument {name!r}")
    return {name: _sent(name, value) for name, value in options.items() if value is not None}


def day(value: date | str | None) -> str | None:
    """The day as `YYYY-MM-DD`."""
    return value.isoformat() if isinstance(value, date) else value


def _sent(name: str, value: Any) -> Any:
    if name in _LISTS:
        return [value] if isinstance(value, str) else list(value)
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{name} needs a time zone")
        return value.isoformat()
    return day(value) if isinstance(value, date) else value


def given_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a row that are not `None`."""
    return {name: value for name, value in row.items() if value is not None}


def known_fields(row: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """The fields of a row that the service knows; it refuses others."""
    return {name: row[name] for name in fields if row.get(name) is not None}

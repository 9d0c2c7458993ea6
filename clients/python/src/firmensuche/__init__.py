"""Client of the firmensuche company search."""

from ._async_client import AsyncFirmensuche
from ._async_matches import AsyncMatches
from ._client import Firmensuche
from ._matches import Matches
from ._version import __version__
from .errors import ClientCode, ErrorCode, FaultDetail, FaultReason, FirmensucheError
from .match_jobs import ListFormat, MatchColumns, MatchCounts, MatchJob, ResultFormat
from .pages import ChangesPage, ListPage, Page, SearchPage, TaggedCompany
from .questions import CustomerRow, FacetOptions, Filters, Include, ListOptions, SearchOptions
from .records import (
    Address,
    Change,
    Company,
    CompanyDetail,
    CompanyEvent,
    Facets,
    FacetValue,
    History,
    Hit,
    ListRow,
    Match,
    MatchResult,
    MatchState,
    Prominence,
    RefusedField,
    RegisterType,
    Source,
    Status,
    Suggestion,
)
from .service import EntryPoint, Limits, Reference, Scope, SourceSet, Term, Usage

__all__ = [
    "Address",
    "AsyncFirmensuche",
    "AsyncMatches",
    "Change",
    "ChangesPage",
    "ClientCode",
    "Company",
    "CompanyDetail",
    "CompanyEvent",
    "CustomerRow",
    "EntryPoint",
    "ErrorCode",
    "FacetOptions",
    "FacetValue",
    "Facets",
    "FaultDetail",
    "FaultReason",
    "Filters",
    "Firmensuche",
    "FirmensucheError",
    "History",
    "Hit",
    "Include",
    "Limits",
    "ListFormat",
    "ListOptions",
    "ListPage",
    "ListRow",
    "Match",
    "MatchColumns",
    "MatchCounts",
    "MatchJob",
    "MatchResult",
    "MatchState",
    "Matches",
    "Page",
    "Prominence",
    "Reference",
    "RefusedField",
    "RegisterType",
    "ResultFormat",
    "Scope",
    "SearchOptions",
    "SearchPage",
    "Source",
    "SourceSet",
    "Status",
    "Suggestion",
    "TaggedCompany",
    "Term",
    "Usage",
    "__version__",
]

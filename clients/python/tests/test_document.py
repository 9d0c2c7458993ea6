"""The client against the OpenAPI document of the service: operations, parameters, fields and types."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from firmensuche import (
    AsyncFirmensuche,
    AsyncMatches,
    AsyncWatches,
    AsyncWebhooks,
    Firmensuche,
    Matches,
    Watches,
    Webhooks,
)
from firmensuche.errors import ErrorCode, FaultReason
from firmensuche.match_jobs import MatchJob
from firmensuche.questions import CustomerRow, FacetOptions, ListOptions, SearchOptions
from firmensuche.records import (
    Change,
    CompanyDetail,
    FacetCounts,
    Hit,
    ListRow,
    MatchResult,
    RefusedField,
    Suggestion,
)
from firmensuche.service import EntryPoint, Reference, SourceSet, Usage
from firmensuche.watching import (
    AddedCompany,
    CompanyToWatch,
    QueuedEvent,
    Watch,
    WatchedCompany,
    Webhook,
    WebhookEvent,
    WebhookWithSecret,
)


class Removed(TypedDict):
    """The answer of which `remove` returns the number."""

    removed: int


OPERATIONS = {
    "getEntryPoint": ("entry_point", EntryPoint),
    "searchCompanies": ("search", list[Hit]),
    "countCompanies": ("facets", FacetCounts),
    "matchCompanies": ("match", list[MatchResult]),
    "suggestCompanies": ("suggest", list[Suggestion]),
    "listCompanies": ("list", list[ListRow]),
    "getCompany": ("get", CompanyDetail),
    "listChanges": ("changes", list[Change]),
    "getUsage": ("usage", Usage),
    "getReference": ("reference", Reference),
    "listSources": ("sources", list[SourceSet]),
    "startMatch": ("matches.start", MatchJob),
    "listMatches": ("matches.list", list[MatchJob]),
    "getMatch": ("matches.get", MatchJob),
    "getMatchResult": ("matches.result", None),
    "deleteMatch": ("matches.delete", None),
    "createWatch": ("watches.create", Watch),
    "listWatches": ("watches.list", list[Watch]),
    "getWatch": ("watches.get", Watch),
    "changeWatch": ("watches.change", Watch),
    "deleteWatch": ("watches.delete", None),
    "addWatchedCompanies": ("watches.add", list[AddedCompany]),
    "listWatchedCompanies": ("watches.companies", list[WatchedCompany]),
    "removeWatchedCompanies": ("watches.remove", Removed),
    "removeWatchedCompany": ("watches.remove_one", None),
    "createWebhook": ("webhooks.create", WebhookWithSecret),
    "listWebhooks": ("webhooks.list", list[Webhook]),
    "getWebhook": ("webhooks.get", Webhook),
    "deleteWebhook": ("webhooks.delete", None),
    "rotateWebhook": ("webhooks.rotate", WebhookWithSecret),
    "pingWebhook": ("webhooks.ping", QueuedEvent),
    "pauseWebhook": ("webhooks.pause", Webhook),
    "resumeWebhook": ("webhooks.resume", Webhook),
    "listWebhookEvents": ("webhooks.events", list[WebhookEvent]),
}
"""The method of each operation, and the type of its JSON response."""

BODIES = {
    "searchCompanies": (SearchOptions, {"name": str}),
    "countCompanies": (FacetOptions, {"name": str}),
}
"""The types of bodies, and the fields that are arguments of their own."""

WITHOUT_METHOD = (
    "/health/",
    "/api/v1/reconcile",
    "/api/v1/mcp",
)
"""Beginnings of paths that this client does not have."""

SOURCE = {"startMatch": {"source", "format"}, "addWatchedCompanies": {"companies"}}
"""Arguments that are sent as the body."""

FIELDS = (
    "createWatch",
    "changeWatch",
    "removeWatchedCompanies",
    "createWebhook",
    "rotateWebhook",
    "resumeWebhook",
)
"""Operations whose arguments are the parameters of the path and the fields of the body."""

CLASSES = {
    "matches": (Matches, AsyncMatches),
    "watches": (Watches, AsyncWatches),
    "webhooks": (Webhooks, AsyncWebhooks),
}
"""The classes of the attributes of a client."""


def methods_of(name: str) -> tuple[Any, ...]:
    """The methods of both clients for an operation."""
    *attribute, method = OPERATIONS[name][0].split(".")
    kinds = CLASSES[attribute[0]] if attribute else (Firmensuche, AsyncFirmensuche)
    return tuple(getattr(kind, method) for kind in kinds)


def hints_of(name: str) -> dict[str, Any]:
    """The arguments of the method of an operation, by the names of the parameters."""
    method = methods_of(name)[0]
    return {
        argument.removesuffix("_"): eval(text, method.__globals__)
        for argument, text in method.__annotations__.items()
        if argument not in ("request_id", "return", *SOURCE.get(name, ()))
    }


HEADERS = {
    "searchCompanies": {
        "X-Next-Cursor",
        "X-Total-Count",
        "X-Data-As-Of",
        "X-Search-Partial",
        "X-Search-Truncated",
    },
    "countCompanies": {"X-Search-Partial"},
    "listCompanies": {"X-Next-Cursor", "X-Data-As-Of", "X-Changes-Cursor"},
    "getCompany": {"ETag"},
    "listChanges": {"X-Next-Cursor"},
    "listWatchedCompanies": {"X-Next-Cursor"},
    "listWebhookEvents": {"X-Next-Cursor"},
}
"""The headers that the client reads."""


def _with_schemas(part: Any, text: dict[str, Any]) -> Any:
    """The part of the document with schemas in the place of references to them."""
    if isinstance(part, list):
        return [_with_schemas(each, text) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {name: _with_schemas(each, text) for name, each in part.items() if name != "$ref"}
    if "$ref" not in part:
        return inner
    schema: Any = text
    for name in part["$ref"].removeprefix("#/").split("/"):
        schema = schema[name]
    return {**_with_schemas(schema, text), **inner}


class Document:
    """The OpenAPI document."""

    def __init__(self, text: dict[str, Any]) -> None:
        self._text = _with_schemas(text, text)

    def operations(self) -> dict[str, dict[str, Any]]:
        return {
            operation["operationId"]: {**operation, "path": path}
            for path, methods in self._text["paths"].items()
            for operation in methods.values()
        }

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            part: Any = self._text
            for name in schema["$ref"].removeprefix("#/").split("/"):
                part = part[name]
            schema = part
        return schema

    def answer(self, operation: dict[str, Any]) -> dict[str, Any] | None:
        (status,) = (each for each in operation["responses"] if each in ("200", "201", "202", "204"))
        content = operation["responses"][status].get("content", {})
        return content["application/json"]["schema"] if "application/json" in content else None

    def body(self, operation: dict[str, Any]) -> dict[str, Any]:
        return self.resolved(operation["requestBody"]["content"]["application/json"]["schema"])

    def differences(self, schema: dict[str, Any], kind: Any, place: str) -> list[str]:
        """Where a type of the client differs from a schema."""
        schema = self.resolved(schema)
        is_nullable, schema = _without_null(schema)
        allows_none, kind = _without_none(kind)
        if is_nullable != allows_none:
            return [f"{place}: null {is_nullable} in the document"]
        if is_typeddict(kind):
            return self._fields(schema, kind, place)
        if get_origin(kind) is list:
            if schema.get("type") != "array":
                return [f"{place}: no array in the document"]
            return self.differences(schema["items"], get_args(kind)[0], f"{place}[]")
        if get_origin(kind) is dict:
            each = schema["properties"].items()
            return [
                d for name, part in each for d in self.differences(part, get_args(kind)[1], f"{place}.{name}")
            ]
        return [] if _is_same(schema, kind) else [f"{place}: {schema} and {kind}"]

    def _fields(self, schema: dict[str, Any], kind: Any, place: str) -> list[str]:
        hints = get_type_hints(kind)
        properties = schema.get("properties", {})
        if set(hints) != set(properties):
            return [f"{place}: {sorted(set(hints) ^ set(properties))}"]
        if set(schema.get("required", [])) != set(kind.__required_keys__):
            return [f"{place}: required {schema.get('required', [])}"]
        return [
            difference
            for name, hint in hints.items()
            for difference in self.differences(properties[name], hint, f"{place}.{name}")
        ]


def _without_null(schema: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        (rest,) = (kind for kind in kinds if kind != "null")
        return True, {**schema, "type": rest}
    parts = [part for part in schema.get("anyOf", []) if part.get("type") != "null"]
    if len(parts) < len(schema.get("anyOf", [])):
        return True, parts[0] if len(parts) == 1 else {"anyOf": parts}
    return False, schema


def _without_none(kind: Any) -> tuple[bool, Any]:
    if get_origin(kind) not in (Union, types.UnionType):
        return False, kind
    kinds = [each for each in get_args(kind) if each is not type(None)]
    return len(kinds) < len(get_args(kind)), Union[tuple(kinds)]  # noqa: UP007


def _values(kind: Any) -> set[Any]:
    """The values of a literal type, or of a union of some."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return {value for each in get_args(kind) for value in _values(each)}


def _is_same(schema: dict[str, Any], kind: Any) -> bool:
    names = {str: "string", int: "integer", float: "number", bool: "boolean"}
    parts = schema.get("anyOf", [schema])
    if kind is bool and all(part.get("enum") == ["true", "false"] for part in parts):
        return True
    if kind in names:
        return all(part.get("type") == names[kind] for part in parts)
    allowed = [part["enum"] if "enum" in part else [part.get("const")] for part in parts]
    return {value for values in allowed for value in values} == _values(kind)


def _of_argument(kind: Any) -> list[Any]:
    """What may be given: each type of a union; the items of a sequence as `list`, dates as `str`."""
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    result: list[Any] = []
    for each in kinds:
        if get_origin(each) is Sequence:
            result.append(list[get_args(each)[0]])
        elif each is not type(None) and each.__module__ != "datetime":
            result.append(each)
    return result


def _parameter_differences(document: Document, schema: dict[str, Any], kind: Any, place: str) -> list[str]:
    """Where an argument differs: one of its types must be that of the document, others are shorter forms."""
    tries = [document.differences(schema, each, place) for each in _of_argument(kind)]
    return [] if [] in tries else [difference for each in tries for difference in each]


@pytest.fixture(scope="module")
def document(service) -> Document:
    return Document(service.document())


def test_every_operation_of_the_document_has_a_method(document):
    operations = document.operations()
    covered = {name for name, each in operations.items() if not each["path"].startswith(WITHOUT_METHOD)}
    assert covered == set(OPERATIONS)
    for name in OPERATIONS:
        assert all(callable(method) for method in methods_of(name))


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_field_of_a_response_has_the_type_of_the_document(document, name):
    answer, kind = document.answer(document.operations()[name]), OPERATIONS[name][1]
    assert (answer is None) == (kind is None)
    assert answer is None or document.differences(answer, kind, name) == []


@pytest.mark.parametrize("name", BODIES)
def test_every_field_of_a_body_is_an_argument_of_its_type(document, name):
    body = document.body(document.operations()[name])
    options, own = BODIES[name]
    arguments = {**get_type_hints(options), **own}
    assert set(arguments) == set(body["properties"])
    assert set(body["required"]) == set(own)
    for field, kind in arguments.items():
        assert _parameter_differences(document, body["properties"][field], kind, field) == []


def test_every_field_of_a_row_of_a_job_is_one_of_a_row(document):
    rows = document.body(document.operations()["startMatch"])["properties"]["rows"]
    assert set(document.resolved(rows["items"])["properties"]) == set(get_type_hints(CustomerRow)) - {"deep"}


@pytest.mark.parametrize(
    ("name", "kind"), [("matchCompanies", CustomerRow), ("addWatchedCompanies", CompanyToWatch)]
)
def test_every_field_of_a_row_is_one_of_the_document(document, name, kind):
    row = document.resolved(document.body(document.operations()[name])["items"])
    arguments = get_type_hints(kind)
    assert set(arguments) == set(row["properties"])
    for field, kind in arguments.items():
        assert _parameter_differences(document, row["properties"][field], kind, field) == []


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in (*BODIES, "matchCompanies")])
def test_every_parameter_is_an_argument_of_its_type(document, name):
    operation = document.operations()[name]
    parameters = {each["name"]: each for each in map(document.resolved, operation.get("parameters", []))}
    # It is the argument of `get_if_changed`; for code lists and sources the client does not need it.
    parameters.pop("If-None-Match", None)
    if name in FIELDS:
        fields = document.body(operation)["properties"].items()
        parameters |= {field: {"schema": schema} for field, schema in fields}
    # The media type of an answer is an argument of its own.
    if name == "getMatchResult":
        assert _values(hints_of(name)["format"]) == {"csv", "ndjson", "xlsx"}
        assert len(operation["responses"]["200"]["content"]) == 3
    hints = get_type_hints(ListOptions) if name == "listCompanies" else hints_of(name)
    hints = {argument: kind for argument, kind in hints.items() if argument != "format"}
    assert set(hints) == set(parameters)
    for argument, kind in hints.items():
        assert _parameter_differences(document, parameters[argument]["schema"], kind, argument) == []


@pytest.mark.parametrize("name", HEADERS)
def test_every_header_that_is_read_is_in_the_document(document, name):
    assert HEADERS[name] <= set(document.operations()[name]["responses"]["200"]["headers"])


def test_errors_have_the_codes_and_reasons_of_the_document(document):
    schema = document.resolved({"$ref": "#/components/schemas/Error"})
    assert set(schema["properties"]) == {"error", "code", "request_id", "details"}
    assert set(schema["properties"]["code"]["enum"]) == set(get_args(ErrorCode))
    assert set(schema["properties"]["details"]["items"]["properties"]["reason"]["enum"]) == set(
        get_args(FaultReason)
    )
    details = schema["properties"]["details"]
    assert document.differences(details, list[RefusedField], "details") == []


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, int),
        ({"type": "integer"}, float),
        ({"type": ["string", "null"]}, str),
        ({"type": "string"}, Union[str, None]),  # noqa: UP007
        ({"type": "string", "enum": ["a", "b"]}, Literal["a"]),
        ({"type": "string", "enum": ["a"]}, Literal["a", "b"]),
        ({"type": "array", "items": {"type": "string"}}, list[int]),
        ({"type": "object", "properties": {"source": {"type": "string"}}, "required": []}, SourceSet),
    ],
)
def test_the_comparison_reports_a_difference(document, schema, kind):
    assert document.differences(schema, kind, "") != []

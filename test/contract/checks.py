"""What every answer must keep to, beside the checks that Schemathesis brings."""

import re

import schemathesis
from schemathesis.specs.openapi.checks import ensure_resource_availability

# A watch list names webhooks of its owner, at most five.
UNKNOWN_WEBHOOKS = {(f"/webhooks/{place}", "not_allowed") for place in range(5)}

# Refusals of sound data, by operation: rules that JSON Schema has no words for.
RULES = {
    "searchCompanies": {("/cursor", "format"), ("/cursor", "mismatch")},
    "listCompanies": {("cursor", "format"), ("cursor", "mismatch"), ("limit", "too_large")},
    "listChanges": {("since", "format")},
    "getUsage": {("from", "too_small"), ("to", "too_small")},
    "createWatch": {*UNKNOWN_WEBHOOKS, ("/email", "not_allowed")},
    "changeWatch": {*UNKNOWN_WEBHOOKS, ("/email", "not_allowed")},
    "createWebhook": {("/url", "format")},
    "resumeWebhook": {("/from", "format")},
    "listWatchedCompanies": {("cursor", "format")},
    "listWebhookEvents": {("cursor", "format")},
}

ADDRESS_BYTES_MAX = 8192

INSIDES = re.compile(r"node_modules|\n\s+at |\.ts:\d+|SQLITE_|\bTypeError\b|\bZodError\b")


def name_of(case):
    return case.operation.definition.raw.get("operationId")


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.check
def refusal_of_sound_data_names_its_rule(ctx, response, case):
    """Sound data is refused only by a rule that stands in RULES, and the answer says by which."""
    rules = RULES.get(name_of(case))
    if rules is None or not is_positive(case):
        return
    if response.status_code == 414:
        assert len(response.request.url) > ADDRESS_BYTES_MAX, "the address is not too long"
    if response.status_code != 400:
        return
    broken = {(detail["field"], detail["reason"]) for detail in response.json()["details"]}
    assert broken and broken <= rules, f"refused for {broken - rules or 'no reason'}"


@schemathesis.check
def bad_row_is_told(ctx, response, case):
    """Of a batch that does not keep to the schema and was answered all the same, at least one row is invalid."""
    if name_of(case) not in ("matchCompanies", "addWatchedCompanies") or response.status_code != 200 or is_positive(case):
        return
    if case.meta is None or not any(
        where.value == "body" and info.mode.is_negative for where, info in case.meta.components.items()
    ):
        return
    assert any(row["state"] == "invalid" for row in response.json()), "every row was accepted"


@schemathesis.check
def created_resource_is_available(ctx, response, case):
    """What was created can be read. Of companies that are added to a watch list, some may be none: each row says so."""
    if name_of(case) == "removeWatchedCompany":
        return None
    return ensure_resource_availability(ctx, response, case)


@schemathesis.check
def error_has_the_shape_of_all_errors(ctx, response, case):
    """`error`, `code` and the request id of the header; `details` with 400 only."""
    if response.status_code < 400 or case.method == "HEAD":
        return
    error = response.json()
    request_id = response.headers["x-request-id"][0]
    assert isinstance(error["error"], str) and error["error"], "no text"
    assert error["request_id"] == request_id, "another request id than in the header"
    assert ("details" in error) == (response.status_code == 400), "details with the wrong status"


@schemathesis.check
def nothing_from_inside(ctx, response, case):
    """No stack, no path of a source file, no error of a library."""
    inside = INSIDES.search(response.text) if response.status_code >= 400 else None
    assert inside is None, f"tells {inside.group()}"


@schemathesis.check
class enough_is_reached:
    """Every operation was answered well at least once: what is only refused is not tested."""

    def __init__(self):
        self.asked = set()
        self.answered = set()

    def after_response(self, ctx, response, case):
        self.asked.add(name_of(case))
        if 200 <= response.status_code < 300:
            self.answered.add(name_of(case))

    def after_run(self, ctx):
        assert self.asked == self.answered, f"never answered well: {self.asked - self.answered}"

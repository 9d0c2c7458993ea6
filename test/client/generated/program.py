"""A program with the client that openapi-python-client makes of the OpenAPI document."""

import json
import os
from uuid import UUID

from made import AuthenticatedClient
from made.api.companies import (
    create_watch,
    delete_watch,
    get_company,
    list_companies,
    match_companies,
    search_companies,
)
from made.api.service import get_usage
from made.models import (
    BatchRow,
    Company,
    CompanyStatus,
    CreateWatchBody,
    Error,
    LegalForm,
    ListedCompany,
    SearchCompaniesBody,
    SearchInclude,
)


def client_with(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["BASE_URL"], token=key)


def error_of(answer) -> Error:
    assert isinstance(answer.parsed, Error), answer
    return answer.parsed


client = client_with(os.environ["API_KEY"])
said = {}

body = SearchCompaniesBody(name="Adler", deep=True, include=[SearchInclude.MATCH])
found = search_companies.sync_detailed(client=client, body=body)
hit = found.parsed[0]
said["search"] = [found.headers["X-Search-Mode"], hit.match.score > 0, hit.status is CompanyStatus.ACTIVE]

forms = [LegalForm.AKTIESELSKAB, LegalForm.AS]
other = search_companies.sync(client=client, body=SearchCompaniesBody(name="Adler", legal_form=forms))
said["forms"] = [forms, len(other)]

statuses = [CompanyStatus.ACTIVE, CompanyStatus.REMOVED]
page = list_companies.sync_detailed(client=client, limit=2, status=statuses)
said["list"] = [len(page.parsed), "X-Next-Cursor" in page.headers]

# Other formats than JSON are read with the HTTP client that the generated one uses.
http = client.get_httpx_client()
query = {"limit": 2, "status": [each.value for each in statuses]}
table = http.get("/api/v1/companies", params=query, headers={"Accept": "text/csv"}).text
stream = http.get("/api/v1/companies", params=query, headers={"Accept": "application/x-ndjson"})
lines = [ListedCompany.from_dict(json.loads(line)) for line in stream.iter_lines()]
said["formats"] = [table.split(",")[0], len(lines), lines[1].uuid == page.parsed[1].uuid]

company = get_company.sync_detailed(hit.uuid, client=client)
assert isinstance(company.parsed, Company)
same = get_company.sync_detailed(hit.uuid, client=client, if_none_match=company.headers["ETag"])
said["company"] = [company.parsed.name == hit.name, int(same.status_code), same.parsed is None]

number = f"{company.parsed.register_court} {company.parsed.registration_number}"
rows = match_companies.sync(client=client, body=[BatchRow(ref="a", registration_number=number), BatchRow(ref="b")])
said["batch"] = [rows[0].state, rows[1].state, rows[1].details[0].field]

watch = create_watch.sync(client=client, body=CreateWatchBody(name="Kunden"))
gone = delete_watch.sync_detailed(watch.id, client=client)
said["deleted"] = [int(gone.status_code), len(gone.content)]

wrong = error_of(search_companies.sync_detailed(client=client, body=SearchCompaniesBody(name="")))
unknown = error_of(get_company.sync_detailed(UUID(int=1), client=client))
stranger = error_of(get_usage.sync_detailed(client=client_with("none")))
reader = search_companies.sync_detailed(client=client_with(os.environ["READ_KEY"]), body=SearchCompaniesBody(name="Adler"))
small = client_with(os.environ["SMALL_KEY"])
get_usage.sync_detailed(client=small)
limited = get_usage.sync_detailed(client=small)
said["errors"] = [
    wrong.code,
    wrong.details[0].field,
    wrong.details[0].reason,
    unknown.code,
    stranger.code,
    error_of(reader).code,
    error_of(limited).code,
    "Retry-After" in limited.headers,
]
print(json.dumps(said))

"""Both clients against the real service."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timezone

import httpx
import pytest

from firmensuche import AsyncFirmensuche, Firmensuche


def test_every_method_returns_what_its_endpoint_answers(client, first):
    include = ["match", "address", "history", "source"]
    page = client.search(first["name"], deep=True, include=include)
    assert page.items[0]["uuid"] == first["uuid"]
    assert set(include) <= set(page.items[0])
    assert page.total >= 1 and page.is_total_exact and not page.is_truncated and not page.is_partial
    assert date.fromisoformat(page.data_as_of) < date.today()
    facets = client.facets(first["name"], deep=True)
    assert (facets["total"], facets["is_partial"]) == (page.total, False)
    assert first["status"] in [each["value"] for each in facets["status"]]
    assert client.suggest(first["name"], limit=1)[0]["uuid"] == first["uuid"]
    assert client.match([{"name": first["name"], "ref": "a", "city": None}])[0]["ref"] == "a"
    rows = client.list(limit=3, sort="-updated_at", status=["active", "removed"])
    assert len(rows.items) == 3 and rows.next and rows.changes_cursor
    assert client.get(first["uuid"])["uuid"] == first["uuid"]
    changes = client.changes(limit=2)
    assert len(changes.items) == 2 and changes.next == changes.items[1]["cursor"]
    assert client.changes(since="now").items == []
    assert client.entry_point()["key"]["kind"] == "live"
    usage = client.usage(from_=date(2026, 1, 1), to="2026-01-31")
    assert (usage["from"], usage["to"], len(usage["key"]["days"])) == ("2026-01-01", "2026-01-31", 31)
    assert "active" in [term["code"] for term in client.reference()["statuses"]]
    assert client.sources()[0]["rows"] > 0


def test_iterators_give_every_item_once_and_in_order_for_any_page_size(client, service):
    hits = list(client.search_all("Adler", limit=13))
    page = client.search("Adler", limit=100)
    assert hits[:100] == page.items
    assert len(hits) == page.total > 26
    rows = [row["uuid"] for row in client.list_all(limit=90)]
    assert rows == sorted(set(rows))
    changes = list(client.changes_all(limit=90))
    assert len(changes) == len(rows) == service.companies
    assert list(client.changes_all(since=changes[99]["cursor"])) == changes[100:]


def test_an_iterator_that_is_left_requests_no_further_page(make):
    client, sent = make()
    for _ in client.list_all(limit=10):
        break
    assert sent.results == [200]


def test_filters_take_one_value_or_several_and_dates(client):
    for status in ("removed", ["removed"], ("removed",)):
        page = client.list(status=status)
        assert {row["status"] for row in page.items} == {"removed"}
        hits = client.search("GmbH", status=status, limit=5).items
        assert {hit["status"] for hit in hits} == {"removed"}
    assert client.list(updated_since=datetime(2000, 1, 1, tzinfo=timezone.utc)).items
    assert client.list(updated_since=datetime(2999, 1, 1, tzinfo=timezone.utc)).items == []
    assert client.list(registered_from=date(1800, 1, 1), registered_to=date(1801, 1, 1)).items == []


def test_an_unknown_option_and_a_moment_without_time_zone_are_refused_before_anything_is_sent(make):
    client, sent = make()
    with pytest.raises(TypeError, match=r"search\(\) got an unexpected keyword argument 'staus'"):
        client.search("a", staus="active")
    with pytest.raises(TypeError, match="'include'"):
        client.facets("a", include="match")
    with pytest.raises(ValueError, match="updated_since needs a time zone"):
        client.list(updated_since=datetime(2026, 1, 1))
    assert sent.results == []


def test_any_number_of_rows_is_matched_in_batches_of_a_hundred_each_result_with_its_row(make, first):
    client, sent = make()
    customers = [{"id": i, "name": first["name"] if i % 2 else ""} for i in range(201)]
    pairs = list(client.match_all(iter(customers)))
    assert sent.results == [200, 200, 200]
    assert all(row is customer for (row, _), customer in zip(pairs, customers, strict=True))
    assert pairs[200][1]["state"] == "invalid"
    assert pairs[200][1]["details"][0]["reason"] == "too_short"
    assert pairs[199][1]["companies"][0]["uuid"] == first["uuid"]
    assert list(client.match_all([])) == []


def test_rows_that_are_too_large_together_are_sent_in_several_requests(make):
    client, sent = make()
    pairs = list(client.match_all({"name": "ä" * 10_000} for _ in range(100)))
    assert [result["details"][0]["reason"] for _, result in pairs] == ["too_long"] * 100
    assert len(sent.results) > 1 and set(sent.results) == {200}


def test_a_lone_surrogate_makes_its_row_invalid_and_no_other(client, first):
    results = [result for _, result in client.match_all([{"name": "a\ud800"}, {"name": first["name"]}])]
    assert results[0]["state"] == "invalid"
    assert results[1]["companies"][0]["uuid"] == first["uuid"]


def test_a_company_is_sent_again_only_if_it_has_changed(client, first):
    company, etag = client.get_if_changed(first["uuid"])
    assert company["uuid"] == first["uuid"]
    assert client.get_if_changed(first["uuid"], etag) is None
    assert client.get_if_changed(first["uuid"], '"other"').company == company


def test_the_redirect_of_a_former_id_is_followed_with_the_key_and_one_to_another_host_without(
    make, first, service
):
    def redirect(location):
        def spoil(request):
            return (
                httpx.Response(308, headers={"Location": location}) if "former" in request.url.path else None
            )

        return spoil

    client, sent = make(redirect(f"/api/v1/companies/{first['uuid']}"))
    assert client.get("former")["uuid"] == first["uuid"]
    assert sent.results == [308, 200]
    elsewhere = service.url.replace("127.0.0.1", "localhost")
    assert elsewhere != service.url
    client, sent = make(redirect(f"{elsewhere}/api/v1/companies/{first['uuid']}"))
    with pytest.raises(Exception, match="Token"):
        client.get("former")
    assert sent.results == [308, 401]
    assert "Authorization" not in sent.requests[1].headers


def test_fields_that_the_client_does_not_know_are_passed_on(make):
    answer = [{"uuid": "u", "name": "n", "colour": "green"}]
    client, _ = make(lambda request: httpx.Response(200, json=answer, headers={"X-Total-Count": "1"}))
    assert client.search("a").items == answer


def test_a_client_closes_its_own_connections_and_not_those_of_its_caller(service):
    with Firmensuche(service.url, service.key) as own:
        own.entry_point()
    with pytest.raises(RuntimeError, match="closed"):
        own.entry_point()
    with httpx.Client() as http:
        Firmensuche(service.url, service.key, http_client=http).close()
        assert not http.is_closed


def test_an_asynchronous_client_runs_calls_side_by_side_and_reads_rows_of_an_asynchronous_source(service):
    async def rows():
        for _ in range(150):
            yield {"name": "Adler"}

    async def run():
        async with AsyncFirmensuche(service.url, service.key) as own:
            pages = await asyncio.gather(*(own.search(name) for name in ("Adler", "GmbH", "Verein")))
            states = [result["state"] async for _, result in own.match_all(rows())]
        with pytest.raises(RuntimeError, match="closed"):
            await own.entry_point()
        return pages, states

    pages, states = asyncio.run(run())
    assert all(page.items for page in pages)
    assert len(states) == 150 and len(set(states)) == 1


def test_a_client_may_be_used_by_several_threads(service):
    with Firmensuche(service.url, service.key) as own, ThreadPoolExecutor(8) as pool:
        totals = list(pool.map(lambda _: own.search("Adler").total, range(100)))
    assert len(totals) == 100 and len(set(totals)) == 1


@pytest.mark.parametrize(
    "base_url", ["nowhere", "", "ftp://a.example", "http://", "http://me:word@a.example", "http://a/?x=1"]
)
def test_a_base_url_that_is_none_is_refused(base_url):
    with pytest.raises(ValueError, match="base_url must be the URL of a service"):
        Firmensuche(base_url, "k")

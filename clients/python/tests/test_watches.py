"""Watch lists and webhooks."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

import httpx
import pytest

from firmensuche import FirmensucheError

URL = "https://crm.invalid/hook"
"""An address that no receiver has."""
WAIT_S = 60


@pytest.fixture(autouse=True)
def nothing_there(client):
    """No list and no webhook is there, not even of a program of the README."""
    for watch in client.watches.list():
        client.watches.delete(watch["id"])
    for webhook in client.webhooks.list():
        client.webhooks.delete(webhook["id"])


@contextmanager
def receiver():
    """The address of a receiver, and a queue of the ids and bodies that it gets."""
    received: Queue = Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(204)
            self.end_headers()
            received.put((self.headers["webhook-id"], json.loads(body)))

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/hook", received
        finally:
            server.shutdown()
            thread.join()


def code_of(call, *args, **options) -> str:
    with pytest.raises(FirmensucheError) as caught:
        call(*args, **options)
    return caught.value.code


def test_a_watch_list_is_created_changed_filled_emptied_and_deleted(client):
    webhook = client.webhooks.create(URL)
    made = client.watches.create("Kunden", webhooks=[webhook["id"]], language="en")
    assert (made["name"], made["webhooks"], made["email"], made["language"], made["companies"]) == (
        "Kunden",
        [webhook["id"]],
        "none",
        "en",
        0,
    )
    id = made["id"]
    assert client.watches.get(id) == made
    assert client.watches.list() == [made]
    changed = client.watches.change(id, name="Lieferanten")
    assert changed == {**made, "name": "Lieferanten"}
    assert client.watches.change(id, language="de") == {**changed, "language": "de"}
    assert client.watches.change(id, webhooks=[])["webhooks"] == []
    companies = client.list(limit=4).items
    first, second, third, other = (company["uuid"] for company in companies)
    added = client.watches.add(
        id,
        [
            {"uuid": first, "ref": "a", "register_court": None},
            {"registration_number": "HRB 999999", "register_court": "München", "ref": "b"},
            {"ref": "c"},
        ],
    )
    assert [(each["ref"], each["state"]) for each in added] == [
        ("a", "added"),
        ("b", "not_found"),
        ("c", "invalid"),
    ]
    assert added[2]["details"][0]["field"] == "/2/uuid"
    client.watches.add(id, [{"uuid": second}, {"uuid": third}])
    assert client.watches.get(id)["companies"] == 3
    assert client.watches.remove(id, [first, second, other]) == 2
    assert [each["uuid"] for each in client.watches.companies(id).items] == [third]
    assert client.watches.remove_one(id, third) is None
    assert code_of(client.watches.remove_one, id, third) == "not_found"
    client.watches.delete(id)
    assert code_of(client.watches.get, id) == "not_found"


def test_any_number_of_companies_is_added_each_result_with_its_row_and_read_by_pages(make):
    client, sent = make()
    uuids = [row["uuid"] for row in client.list_all(limit=100)][:250]
    id = client.watches.create("Kunden")["id"]
    customers = [{"customer": i, "uuid": uuid, "ref": f"K-{i}"} for i, uuid in enumerate(uuids)]
    before = len(sent.results)
    pairs = list(client.watches.add_all(id, iter(customers)))
    assert len(sent.results) - before == 3
    assert all(row is customer for (row, _), customer in zip(pairs, customers, strict=True))
    assert {(result["state"], result["ref"] == row["ref"]) for row, result in pairs} == {("added", True)}
    assert list(client.watches.add_all(id, [])) == []
    page = client.watches.companies(id, limit=100)
    assert len(page.items) == 100
    everything = list(client.watches.companies_all(id, limit=100))
    assert [each["uuid"] for each in everything] == sorted(uuids)
    assert list(client.watches.companies_all(id, cursor=page.next)) == everything[100:]


def test_a_webhook_is_created_with_its_secret_rotated_paused_resumed_from_an_event_and_deleted(client):
    made = client.webhooks.create(URL, note="CRM")
    secret = made.pop("secret")
    id = made["id"]
    assert secret.startswith("whsec_")
    assert (made["note"], made["state"], made["failing"]) == ("CRM", "active", None)
    assert client.webhooks.pause(id)["state"] == "paused"
    assert client.webhooks.list() == [client.webhooks.get(id)]
    assert "secret" not in client.webhooks.get(id)
    rotated = client.webhooks.rotate(id, overlap_s=60)
    assert rotated["secret"] != secret and rotated["old_secret_ends_at"]
    pings = [client.webhooks.ping(id) for _ in range(3)]
    page = client.webhooks.events(id, limit=2)
    assert page.next == pings[1]["cursor"]
    events = list(client.webhooks.events_all(id, limit=2))
    assert [(each["id"], each["cursor"], each["type"], each["delivered"]) for each in events] == [
        (ping["id"], ping["cursor"], "ping", False) for ping in pings
    ]
    assert list(client.webhooks.events_all(id, cursor=pings[1]["cursor"])) == [events[2]]
    assert client.webhooks.get(id)["waiting"] == 3
    resumed = client.webhooks.resume(id, from_=pings[1]["cursor"])
    assert (resumed["state"], resumed["delivered_cursor"]) == ("active", pings[1]["cursor"])
    client.webhooks.delete(id)
    assert code_of(client.webhooks.get, id) == "not_found"


def test_an_event_is_delivered_and_is_sent_again_when_the_webhook_is_resumed_from_before_it(client):
    with receiver() as (url, received):
        id = client.webhooks.create(url)["id"]
        pings = [client.webhooks.ping(id) for _ in range(2)]
        got = [received.get(timeout=WAIT_S) for _ in pings]
        assert [event for event, _ in got] == [ping["id"] for ping in pings]
        assert got[0][1] == client.webhooks.events(id).items[0]["payload"]
        client.webhooks.resume(id, from_=pings[0]["cursor"])
        again, body = received.get(timeout=WAIT_S)
        assert (again, body["type"]) == (pings[1]["id"], "ping")
        client.webhooks.delete(id)


def test_a_change_is_repeated_if_it_was_refused_and_not_if_it_may_have_succeeded(make):
    def once(answer):
        left = [answer]
        return lambda request: left.pop() if left else None

    busy = httpx.Response(503, json={}, headers={"Retry-After": "0"})
    client, sent = make(once(busy))
    client.watches.create("Kunden")
    assert sent.results == [503, 201]
    for call in (
        lambda client: client.watches.create("Kunden"),
        lambda client: client.watches.change("wat_1", name="Kunden"),
        lambda client: client.watches.add("wat_1", [{"uuid": "u"}]),
        lambda client: client.watches.remove_one("wat_1", "u"),
        lambda client: client.webhooks.create(URL),
        lambda client: client.webhooks.ping("whk_1"),
        lambda client: client.webhooks.rotate("whk_1", overlap_s=0),
    ):
        client, sent = make(once(httpx.Response(502, json={})))
        assert code_of(call, client) == "strange_answer"
        assert sent.results == [502]

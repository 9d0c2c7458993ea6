"""Errors and retries."""

from __future__ import annotations

import pickle
import socket
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import httpx
import pytest

from firmensuche import FirmensucheError
from firmensuche._protocol import KeyAuth, Protocol


def error_of(call, *args, **options) -> FirmensucheError:
    with pytest.raises(FirmensucheError) as caught:
        call(*args, **options)
    return caught.value


def in_turn(*answers):
    """Each answer once; afterwards the service answers."""
    left = list(answers)
    return lambda request: left.pop(0) if left else None


def busy(retry_after="0", status=503):
    return httpx.Response(status, json={}, headers=[(b"Retry-After", retry_after.encode("latin-1"))])


def always(**options):
    return lambda request: busy(**options)


def test_over_the_limit_the_client_waits_as_retry_after_says_and_continues(make, service):
    client, sent = make(key=service.small_key)
    for _ in range(4):
        client.sources()
    assert sent.results.count(200) == 4
    assert 429 in sent.results


def test_each_temporary_error_is_retried(make):
    for status in (408, 429, 500, 502, 503, 504):
        client, sent = make(in_turn(busy(status=status)))
        client.sources()
        assert sent.results == [status, 200]
    client, sent = make(in_turn(httpx.ConnectError("lost"), busy()))
    client.search("a")
    assert sent.results == ["ConnectError", 503, 200]


def test_other_errors_are_not_retried(make):
    client, sent = make()
    assert error_of(client.search, "").code == "invalid_request"
    assert error_of(client.get, "nobody/../else").code == "not_found"
    assert sent.results == [400, 404]


def test_a_call_has_three_retries_or_as_many_as_told(make):
    client, sent = make(always())
    assert error_of(client.sources).status == 503
    assert sent.results == [503] * 4
    client, sent = make(always(), retries=0)
    assert error_of(client.sources).status == 503
    assert sent.results == [503]


def test_the_client_waits_for_the_longest_allowed_retry_after_and_no_longer(make):
    client, sent = make(in_turn(busy("0")), wait_max=0)
    client.sources()
    assert sent.results == [503, 200]
    client, sent = make(in_turn(busy("61", 429)))
    error = error_of(client.sources)
    assert (error.status, error.retry_after, sent.results) == (429, 61.0, [429])
    client, sent = make(in_turn(busy("1", 429)), wait_max=0.99)
    assert error_of(client.sources).retry_after == 1.0


def test_retry_after_may_be_a_date_and_is_ignored_if_it_is_neither(make):
    later = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
    client, _ = make(in_turn(busy(later)))
    assert 3500 < error_of(client.sources).retry_after <= 3600
    client, _ = make(in_turn(busy("Mon, 01 Jan 2001 00:00:00 GMT")), wait_max=0)
    client.sources()
    for text in ("soon", "-1", "1e3", "²"):
        client, _ = make(in_turn(busy(text)), retries=0)
        assert error_of(client.sources).retry_after is None


def test_the_wait_doubles_and_has_a_random_part_of_at_most_its_own_length():
    protocol = Protocol("", KeyAuth("k"), "de", timeout=1, retries=3, wait_max=60)
    for attempt, least in enumerate([0.5, 1.0, 2.0]):
        waits = {
            protocol.wait_before_retry(FirmensucheError("", code="no_answer"), attempt) for _ in range(100)
        }
        assert len(waits) > 90
        assert all(least <= wait <= 2 * least for wait in waits)
    assert protocol.wait_before_retry(FirmensucheError("", code="no_answer"), 3) is None


def test_an_error_has_code_status_details_and_request_id_in_the_language_of_the_client(make, service):
    client, _ = make(base_url=f"{service.url}/", language="en")
    error = error_of(client.search, "a", status=["gone"], limit=0, request_id="my-request")
    assert (error.code, error.status, error.request_id) == ("invalid_request", 400, "my-request")
    assert error.message == "The request is invalid."
    assert [(each.field, each.reason) for each in error.details] == [
        ("/limit", "too_small"),
        ("/status/0", "not_allowed"),
    ]
    assert "removed" in error.details[1].allowed
    assert str(error) == "The request is invalid. (/limit: too_small, /status/0: not_allowed)"
    client, _ = make(key=service.read_key)
    error = error_of(client.suggest, "a")
    assert (error.code, error.status, error.details) == ("forbidden", 403, ())
    assert "Berechtigung" in str(error)


def test_an_error_can_be_sent_to_another_process(make):
    client, _ = make()
    error = error_of(client.search, "")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.details, copy.status) == (
        FirmensucheError,
        str(error),
        error.details,
        400,
    )


def test_the_answer_of_another_program_is_distinguished_from_one_of_the_service(make):
    page = "<h1>Bad gateway</h1>"
    for status in (200, 404, 502):
        client, sent = make(lambda request, status=status: httpx.Response(status, text=page), retries=0)
        error = error_of(client.sources)
        assert (error.code, error.status, sent.results) == ("strange_answer", status, [status])
    for body in ([], "text", {"error": {"code": 1}}, {"error": "e"}, {"code": "c"}):
        client, _ = make(lambda request, body=body: httpx.Response(404, json=body))
        assert error_of(client.sources).code == "strange_answer"


def test_a_service_that_does_not_answer_in_time_or_is_not_there_gives_no_answer(make):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        client, _ = make(base_url=url, timeout=0.05, retries=0)
        error = error_of(client.sources)
    assert (error.code, error.status) == ("no_answer", 0)
    assert isinstance(error.__cause__, httpx.ReadTimeout)
    client, _ = make(base_url=url, retries=0)
    error = error_of(client.sources)
    assert error.code == "no_answer" and isinstance(error.__cause__, httpx.ConnectError)

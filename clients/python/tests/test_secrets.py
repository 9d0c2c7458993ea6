"""The key is shown nowhere."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import socket
import traceback

import pytest

from firmensuche import AsyncFirmensuche, Firmensuche, FirmensucheError


def shown(error: BaseException) -> str:
    """The error with its causes, their frames and all variables of those, as some tools show them."""
    return "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())


def test_no_traceback_shows_the_key_with_all_variables_of_all_frames(make, service):
    # The frames of the test have no variable with the key.
    class Hidden:
        url, key, revoked_key = service.url, service.key, service.revoked_key

    key, revoked_key = Hidden.key, Hidden.revoked_key
    del service
    secrets = [key[8:], revoked_key[8:]]
    texts = [_refused(make), _not_reached(make)]
    for text in texts:
        assert "_send" in text and "client.sources()" in text
        assert not any(secret in text for secret in secrets)


def _refused(make) -> str:
    client, _ = make(key=_revoked(make))
    try:
        client.sources()
    except FirmensucheError as error:
        assert error.code == "unauthorized"
        return shown(error)
    raise AssertionError


def _not_reached(make) -> str:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client, _ = make(base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.05, retries=0)
        try:
            client.sources()
        except FirmensucheError as error:
            assert "ReadTimeout" in shown(error)
            return shown(error)
    raise AssertionError


def test_the_traceback_of_a_cancelled_call_does_not_show_the_key_either():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"

        async def call():
            client = AsyncFirmensuche(address, _own_key)
            try:
                await asyncio.wait_for(client.sources(), 0.2)
            finally:
                await client.close()

        try:
            asyncio.run(call())
        except asyncio.TimeoutError as error:
            text = shown(error)
    assert "_send" in text and "httpcore" in text
    assert _own_key()[8:] not in text


def _own_key():
    return json.loads(os.environ["TEST_SERVICE"])["key"]


def _revoked(make):
    return lambda: json.loads(os.environ["TEST_SERVICE"])["revoked_key"]


def test_neither_representations_nor_logs_show_the_key(service, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("httpcore").setLevel(logging.DEBUG)
    with Firmensuche(service.url, service.key) as client:
        client.search("Adler")
        asynchronous = AsyncFirmensuche(service.url, service.key)
        texts = [
            repr(client),
            repr(vars(client)),
            repr(asynchronous),
            repr(vars(client._sender)),
            caplog.text,
        ]
    assert "httpcore" in caplog.text
    assert repr(client) == f"Firmensuche('{service.url}/api/v1')"
    assert repr(asynchronous) == f"AsyncFirmensuche('{service.url}/api/v1')"
    assert not any(service.key[8:] in text for text in texts)


def test_a_client_cannot_be_stored_with_its_key(service):
    with Firmensuche(service.url, service.key) as client, pytest.raises(TypeError, match="pickled"):
        pickle.dumps(client)


def test_a_key_function_is_called_for_every_attempt_so_that_a_rotation_needs_no_new_client(make, service):
    keys = [service.key, service.revoked_key]
    client, _ = make(key=lambda: keys[0])
    client.entry_point()
    keys.pop(0)
    with pytest.raises(FirmensucheError) as caught:
        client.entry_point()
    assert caught.value.code == "unauthorized"


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "schlüssel", None, 7])
def test_what_cannot_be_a_key_is_refused_without_being_shown(key):
    with pytest.raises(ValueError) as caught:
        Firmensuche("http://a.example", key)
    assert str(caught.value) == "key must be an API key"

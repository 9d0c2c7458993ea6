"""A call without the network: what is sent, what the answer means, and whether another attempt is made."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Final, Literal, NoReturn, cast
from urllib.parse import quote

import httpx

from ._version import __version__
from .errors import ErrorCode, FaultDetail, FirmensucheError

WAIT_S_FIRST: Final = 0.5
WAIT_GROWTH: Final = 2
TEMPORARY: Final = frozenset({0, 408, 429, 500, 502, 503, 504})
"""Statuses after which another attempt may succeed (0: no answer)."""
REFUSED: Final = frozenset({429, 503})
"""Those of them after which nothing was changed: only then a call that changes something is repeated."""
NO_CONTENT: Final = 204
NOT_MODIFIED: Final = 304
TRANSFER_S: Final = 300.0
"""Time without an answer, or without a further part of it, of a call that sends or returns a whole list."""


@dataclass(frozen=True)
class Call:
    """A call of the API: by default a POST if it has a body, otherwise a GET.

    Attributes:
        path: Below `/api/v1`.
        query: Parameters; a list is a parameter that is repeated, `None` is left out.
        body: Sent as JSON.
        content: Sent as it is: bytes, or a function that returns the parts of a file for an attempt.
        content_type: Media type of `content`.
        content_length: Number of bytes of `content`.
        method: Instead of POST or GET.
        accept: Media type of an answer that is not read at once: the body of the reply is the response.
        is_change: It changes something, so it is repeated only if it was refused.
        etag: Of the known state of a company.
        timeout: Instead of that of the client.
        request_id: Names the request in the log of the service.
    """

    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content: bytes | Callable[[], Any] | None = None
    content_type: str = "application/json"
    content_length: int | None = None
    method: Literal["POST", "DELETE"] | None = None
    accept: str | None = None
    is_change: bool = False
    etag: str | None = None
    timeout: float | None = None
    request_id: str | None = None


def path_of(*parts: str) -> str:
    """The path of some parts, each of which may have any characters."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def changing(
    path: str, body: Any, request_id: str | None, method: Literal["POST", "DELETE"] = "POST"
) -> Call:
    """A call that changes something."""
    return Call(path, body=body, method=method, is_change=True, request_id=request_id)


@dataclass(frozen=True)
class Reply:
    """A successful answer; `body` is `None` with the statuses 204 and 304."""

    status: int
    headers: httpx.Headers
    body: Any


class KeyAuth(httpx.Auth):
    """Adds the key to each attempt.

    The key is in no variable of a frame, so that tools which show them in tracebacks cannot show it.
    """

    def __init__(self, key: str | Callable[[], str]) -> None:
        self._key = key
        del key
        if not callable(self._key):
            self._header()

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Called by httpx for each attempt."""
        request.headers["Authorization"] = self._header()
        yield request

    def _header(self) -> str:
        key = self._key() if callable(self._key) else self._key
        if isinstance(key, str) and key != "" and all("!" <= sign <= "~" for sign in key):
            return f"Bearer {key}"
        # Some tools show the variables of the frames of an error.
        del key
        raise ValueError("key must be an API key")

    def __repr__(self) -> str:
        return "KeyAuth()"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client cannot be pickled: it has a key")


@dataclass(frozen=True)
class Protocol:
    """The rules of all calls of a client."""

    base: str
    auth: KeyAuth
    language: Literal["de", "en"]
    timeout: float
    retries: int
    wait_max: float

    def request(self, call: Call) -> dict[str, Any]:
        """The arguments of `httpx.Client.build_request`."""
        headers = {
            "Accept": call.accept or "application/json",
            "Accept-Language": self.language,
            "User-Agent": f"firmensuche-python/{__version__}",
        }
        if call.request_id is not None:
            headers["X-Request-Id"] = call.request_id
        if call.etag is not None:
            headers["If-None-Match"] = call.etag
        content = json_of(call.body) if call.body is not None else call.content
        if content is not None:
            headers["Content-Type"] = call.content_type
        if call.content_length is not None:
            headers["Content-Length"] = str(call.content_length)
        return {
            "method": call.method or ("GET" if content is None else "POST"),
            "url": f"{self.base}{call.path}",
            "params": list(_parameters(call.query)),
            "content": content() if callable(content) else content,
            "headers": headers,
            "timeout": self.timeout if call.timeout is None else max(call.timeout, self.timeout),
        }

    def wait_before_retry(
        self,
        error: FirmensucheError,
        attempt: int,
        wait_max: float | None = None,
        is_change: bool = False,
    ) -> float | None:
        """Seconds to wait before the next attempt; `None`: there is none. The first attempt is 0."""
        if attempt >= self.retries or error.status not in (REFUSED if is_change else TEMPORARY):
            return None
        own: float = WAIT_S_FIRST * WAIT_GROWTH**attempt
        wait = own if error.retry_after is None else error.retry_after
        if wait > (self.wait_max if wait_max is None else wait_max):
            return None
        # A random part, so that many clients do not come back at the same moment.
        return wait + random.random() * own


def base_of(base_url: str) -> str:
    """The address of the API.

    Raises:
        ValueError: It is no URL of a service.
    """
    try:
        url = httpx.URL(base_url)
    except (httpx.InvalidURL, TypeError):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
        raise ValueError("base_url must be the URL of a service, such as https://search.example.org")
    return f"{str(url).rstrip('/')}/api/v1"


def _parameters(query: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in query.items():
        for each in value if isinstance(value, list) else [value]:
            if each is not None:
                yield name, str(each).lower() if isinstance(each, bool) else str(each)


def json_of(body: Any) -> bytes:
    """The body in UTF-8.

    A lone surrogate is sent as an escape: the service then refuses the field, not the request.
    """
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(body, allow_nan=False, separators=(",", ":")).encode()


def read_answer(response: httpx.Response) -> Reply | FirmensucheError:
    """What an answer means."""
    body = _parsed(response.content)
    has_no_body = response.status_code in (NO_CONTENT, NOT_MODIFIED)
    if has_no_body or (response.is_success and body is not None):
        return Reply(response.status_code, response.headers, body)
    return _error_of(response, body if isinstance(body, dict) else {})


def no_answer(cause: httpx.HTTPError, message: str = "The service did not answer.") -> FirmensucheError:
    """The error of an attempt without an answer; its cause is the reason."""
    error = FirmensucheError(message, code="no_answer")
    error.__cause__ = _without_frames(cause)
    return error


def _without_frames(cause: BaseException) -> BaseException:
    # Frames of the HTTP library hold the headers of the request, and with them the key.
    link: BaseException | None = cause
    while link is not None:
        link.__traceback__ = None
        link = link.__cause__ or link.__context__
    return cause


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _error_of(response: httpx.Response, body: dict[str, Any]) -> FirmensucheError:
    message, code = body.get("error"), body.get("code")
    is_ours = isinstance(message, str) and isinstance(code, str)
    return FirmensucheError(
        message
        if isinstance(message, str)
        else f"This is no answer of the service ({response.status_code}).",
        code=cast("ErrorCode", code) if is_ours else "strange_answer",
        status=response.status_code,
        details=[_detail_of(detail) for detail in body.get("details") or ()] if is_ours else (),
        request_id=response.headers.get("X-Request-Id"),
        retry_after=_seconds(response.headers.get("Retry-After")),
    )


def _detail_of(detail: Mapping[str, Any]) -> FaultDetail:
    return FaultDetail(detail["field"], detail["reason"], tuple(detail.get("allowed") or ()))


def _seconds(retry_after: str | None) -> float | None:
    """Of a number or a date (RFC 9110): a proxy may answer with either."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        moment = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (moment.astimezone(timezone.utc) - datetime.now(timezone.utc)).total_seconds())

"""The error that a failed call raises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

ErrorCode = Literal[
    "invalid_request",
    "unauthorized",
    "forbidden",
    "not_found",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "conflict",
    "payload_too_large",
    "uri_too_long",
    "unsupported_media_type",
    "expectation_failed",
    "rate_limited",
    "headers_too_large",
    "internal_error",
    "service_unavailable",
]
"""Codes of the service; `docs/errors.md` says what to do about each."""

ClientCode = Literal["no_answer", "strange_answer"]
"""Codes of the client: the service did not answer, or another program did."""

FaultReason = Literal[
    "required",
    "type",
    "unknown_field",
    "unknown_parameter",
    "repeated",
    "too_short",
    "too_long",
    "too_small",
    "too_large",
    "too_many",
    "control_character",
    "encoding",
    "syntax",
    "format",
    "not_allowed",
    "mismatch",
    "key_in_query",
    "body_not_allowed",
]
"""Why a field was refused."""


@dataclass(frozen=True)
class FaultDetail:
    """A field that was refused.

    `field` is a JSON pointer into the body (`/name`) or the name of a parameter; `allowed` has the accepted
    values of a closed list, and is empty otherwise.
    """

    field: str
    reason: FaultReason
    allowed: tuple[str, ...] = ()


class FirmensucheError(Exception):
    """The error of a failed call.

    Attributes:
        code: What went wrong, for programs. `no_answer`: the service could not be reached, or not in time.
            `strange_answer`: another program answered, for example a proxy.
        status: HTTP status; 0 without an answer.
        message: What went wrong, for people, in the language of the client.
        details: The refused fields; empty unless the code is `invalid_request`.
        request_id: Names the request in the log of the service.
        retry_after: Seconds after which the service suggests another attempt.
    """

    code: ErrorCode | ClientCode
    status: int
    message: str
    details: tuple[FaultDetail, ...]
    request_id: str | None
    retry_after: float | None

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode | ClientCode,
        status: int = 0,
        details: Sequence[FaultDetail] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.details = tuple(details)
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        """The message, and the refused fields."""
        fields = ", ".join(f"{detail.field}: {detail.reason}" for detail in self.details)
        return f"{self.message} ({fields})" if fields else self.message

    def __repr__(self) -> str:
        return f"FirmensucheError({self.message!r}, code={self.code!r}, status={self.status})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Pools of processes send errors to each other, and the arguments are given by name.
        return FirmensucheError.__new__, (FirmensucheError, self.message), self.__dict__

"""JSON as it goes over the wire, and refusals in the form that Discord gives them."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from aiohttp import web

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

INVALID_FORM = 50035
"""The code for a body that breaks Discord's limits; its ``errors`` say where."""


class ApiError(Exception):
    """A request of the bot is refused, with Discord's HTTP status and error code."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> Json:
        """Return the error as the JSON object that Discord sends."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def encode(value: object) -> str:
    """Return ``value`` as compact JSON text, in ASCII: half a surrogate pair has no other encoding."""
    return json.dumps(value, separators=(",", ":"))


def json_response(value: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Answer with JSON, under a content type without a charset: discord.py compares the whole string."""
    return web.Response(
        body=encode(value).encode(), status=status, headers=headers, content_type="application/json"
    )


def decode_object(raw: str | bytes) -> Json:
    """Read a JSON object. Raises ValueError for anything else."""
    value = json.loads(raw or "{}")
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004  # callers treat all bad JSON alike
    return value

"""JSON of positions, actions, views, records and snapshots: the public formats, and the one of storage.

What comes in goes through strict models and raises InvalidInput with one line that names the member;
what goes out is built by plain functions.
"""

from __future__ import annotations

from engine.codec.encode import (
    Json,
    encode_action,
    encode_event,
    encode_position,
    encode_rules,
    encode_score,
    encode_view,
)
from engine.codec.match import decode_match, decode_own_position, encode_match
from engine.codec.position import decode_action, decode_position
from engine.codec.text import read_json

__all__ = [
    "Json",
    "decode_action",
    "decode_match",
    "decode_own_position",
    "decode_position",
    "encode_action",
    "encode_event",
    "encode_match",
    "encode_position",
    "encode_rules",
    "encode_score",
    "encode_view",
    "read_json",
]

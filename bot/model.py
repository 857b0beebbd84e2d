"""What the bot knows of a table apart from its cards, which is what is kept of it."""

from __future__ import annotations

from storage.model import Pace, SeatInfo, SeatKind, Status, TableId, TableInfo

__all__ = ["Pace", "SeatInfo", "SeatKind", "Status", "TableId", "TableInfo"]

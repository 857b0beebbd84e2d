"""What the bot knows of a table apart from its cards: where it is, who sits, and how far it got."""

from __future__ import annotations

from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo

__all__ = ["SeatInfo", "SeatKind", "Status", "TableId", "TableInfo"]

"""Deals that the dealing program did not choose: sealed before, cut by a player, opened after.

The deck is shuffled and *sealed*: the commitment, SHA-256 of a nonce and the deck, is published. Then a
player cuts, which turns the deck by a number that the sealer could not foresee, and the deal is played.
Afterwards nonce, deck and cut are revealed, and everybody can compute the commitment again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from engine.state import Seat

NONCE_BYTES = 32
"""Random bytes of a nonce: without it, a guess at the deck could be tried on the commitment."""


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """A shuffled deck before the cut, and the nonce (64 hex digits) that hides it behind its commitment."""

    nonce: str
    deck: tuple[Card, ...]

    @property
    def commitment(self) -> str:
        """What is published before the cut, 64 hex digits."""
        return commitment(self.nonce, self.deck)


@dataclass(frozen=True, slots=True)
class Pledge:
    """What everybody may know of a sealed deal until it is over; ``cut`` is None before the cut."""

    commitment: str
    cut: int | None = None
    cut_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What is revealed of a deal when it is over; ``cut_by`` is None where no player cut."""

    sealed: SealedDeck
    cut: int
    cut_by: Seat | None = None

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The deck in the order of dealing."""
        return cut_deck(self.sealed.deck, self.cut)

    @property
    def pledge(self) -> Pledge:
        """What of it is no secret while it is played."""
        return Pledge(self.sealed.commitment, self.cut, self.cut_by)


def seal(deck: Sequence[Card], nonce: bytes) -> SealedDeck:
    """Return ``deck`` sealed with ``nonce``, which has `NONCE_BYTES` random bytes, in play the system's."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
    return SealedDeck(nonce.hex(), tuple(deck))


def commitment(nonce: str, deck: Iterable[Card]) -> str:
    """Return SHA-256, in hex, of the ASCII text ``NONCE:CARD CARD …``, the cards by their codes."""
    return hashlib.sha256(f"{nonce}:{' '.join(codes(deck))}".encode("ascii")).hexdigest()


def cut_deck(deck: Sequence[Card], cut: int) -> tuple[Card, ...]:
    """Return the deck with its first ``cut`` cards put behind the others.

    Raises ValueError unless the cut is at least 0 and less than the number of cards.
    """
    if not 0 <= cut < len(deck):
        raise ValueError(f"a cut is from 0 to {len(deck) - 1}, not {cut}")
    return (*deck[cut:], *deck[:cut])

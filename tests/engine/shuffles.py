"""Is every card as likely in every place? ``python -m tests.engine.shuffles 100000`` asks of so many decks.

Decks are shuffled by the system's random numbers and cut, as in play.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter

from engine.deal import shuffled_deck
from engine.rulebook import load_rules
from engine.seal import cut_deck

LIMIT = 6.0
"""Standard deviations from what is expected that an honest shuffle exceeds once in 500 million times."""


def places(decks: int) -> float:
    """Return by how many standard deviations the counts of cards in places are off."""
    rules, rng = load_rules("italian"), random.SystemRandom()
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(decks):
        deck = shuffled_deck(rules, rng)
        counts.update(enumerate(cut_deck(deck, rng.randrange(len(deck)))))
    copies = Counter(deck)
    square = sum(
        (counts[place, card] - expected) ** 2 / expected
        for place in range(len(deck))
        for card, expected in ((card, decks * count / len(deck)) for card, count in copies.items())
    )
    return _deviations(square, (len(deck) - 1) * (len(copies) - 1))


def neighbors(decks: int) -> float:
    """Return by how many standard deviations the counts of what follows on what rank are off."""
    rules, rng = load_rules("italian"), random.SystemRandom()
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(decks):
        deck = [card // 4 for card in shuffled_deck(rules, rng)]
        counts.update(zip(deck[::2], deck[1::2], strict=True))
    ranks, cards = Counter(deck), len(deck)
    pairs = decks * cards / 2
    square = 0.0
    for first, count in ranks.items():
        for second, others in ranks.items():
            expected = pairs * count * (others - (first == second)) / (cards * (cards - 1))
            square += (counts[first, second] - expected) ** 2 / expected
    return _deviations(square, len(ranks) ** 2 - 1)


def _deviations(square: float, freedom: int) -> float:
    """Return how far a chi square is from its mean."""
    return (square - freedom) / math.sqrt(2 * freedom)


if __name__ == "__main__":
    number = int(sys.argv[1])
    found = places(number), neighbors(number)
    print(f"{number} decks: places {found[0]:+.2f}, neighbors {found[1]:+.2f} standard deviations")  # noqa: T201
    sys.exit(max(map(abs, found)) > LIMIT)

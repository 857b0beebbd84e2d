"""Rules as data: a rule set is a frozen value of nested groups, read from TOML and checked when read.

The schema below names every field and says what it means; the TOML file of a rule set gives each field its
value, the clause it comes from and, for house rules, the values a table may choose. Where an algorithm
differs between rule sets, a closed set of words names one of a few functions.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from engine.cards import ACE, BLACK_THREES, EIGHT, FACES, JOKER, RANK, RED_THREES, TWO, Card
from engine.errors import Reason  # noqa: TC001  # pydantic reads the annotation

if TYPE_CHECKING:
    from collections.abc import Mapping

TWO_PLAYERS = 2

OptionValue = bool | int | str


_CHECKED = ConfigDict(extra="forbid", strict=True)
"""Rules are checked when they are made: strict about types, closed to unknown members."""


@dataclass(frozen=True, slots=True, config=_CHECKED)
class MatchRules:
    """When a match is over."""

    target: int = Field(description="total that ends the match, in points")


@dataclass(frozen=True, slots=True, config=_CHECKED)
class DealRules:
    """Seats and the dealing of cards."""

    players: tuple[Literal[2, 4], ...] = Field(description="possible numbers of players")
    hand_size: int = Field(description="cards dealt to each player", gt=0)
    lead: Literal["random", "draw"] = Field(
        description="who plays first in a match: at random, or whoever draws the highest card"
    )
    upcard: Literal["one", "natural", "none"] = Field(
        description="how the pile starts: one card is turned up, or cards are turned up until a natural "
        "other than a three lies on top, or empty"
    )


@dataclass(frozen=True, slots=True, config=_CHECKED)
class TwoPlayerRules:
    """What differs when two play, each alone."""

    hand_size: int = Field(description="cards dealt to each of two players", gt=0)
    draw: int = Field(description="cards that each of two players draws", gt=0)
    canastas: int = Field(description="canastas that each of two players needs to go out", gt=0)


@dataclass(frozen=True, slots=True, config=_CHECKED)
class DeckRules:
    """What the deck is made of."""

    packs: int = Field(description="packs of 52 cards", gt=0)
    jokers: int = Field(description="jokers in all", ge=0)


@dataclass(frozen=True, slots=True, config=_CHECKED)
class MeldRules:
    """What makes a meld."""

    min_size: int = Field(description="fewest cards in a meld", gt=0)
    max_set: int = Field(description="most cards in a set; 0: no limit", ge=0)
    one_per_rank: bool = Field(description="a side may have one meld of a rank only")
    sequences: bool = Field(description="consecutive cards of one suit, four to ace, are melds too")


@dataclass(frozen=True, slots=True, config=_CHECKED)
class WildRules:
    """Wild cards in melds."""

    min_naturals: int = Field(description="fewest naturals in a meld", ge=0)
    max_per_meld: int = Field(description="most wilds in a meld, whatever its size", ge=0)


@dataclass(frozen=True, slots=True, config=_CHECKED)
class BlackThreeRules:
    """What black threes are good for."""

    meld: Literal["closing", "never"] = Field(
        description="when black threes may be melded: in the closing turn, or never"
    )
    wilds: bool = Field(description="wilds may stand in a meld of black threes")
    hand_penalty: int | None = Field(
        None, description="points lost for each black three left in a hand when somebody went out"
    )


@dataclass(frozen=True, slots=True, config=_CHECKED)
class RedThreeRules:
    """What red threes are worth."""

    value: int = Field(description="points for each red three")
    all_four: int = Field(description="points for all four red threes of one side")
    favor: Literal["always", "melded", "canasta"] = Field(
        description="when red threes count for their side, and not against it: always, or if it has melded, "
        "or if it has a canasta"
    )
    last_card: Literal["ends_deal", "not_replaced"] = Field(
        description="a red three drawn with nothing left to replace it ends the deal, or is not replaced"
    )


@dataclass(frozen=True, slots=True, config=_CHECKED)
class PileRules:
    """Taking the discard pile."""

    frozen_by: tuple[Literal["wild", "red_three", "black_three"], ...] = Field(
        description="cards that freeze the pile when they appear on it"
    )
    blocked_by: tuple[Literal["black_three"], ...] = Field(
        description="discards that block the pile for the next player"
    )
    frozen_before_opening: bool = Field(description="the pile is frozen for a side that has not melded")
    frozen_take: Literal["pair_or_own_meld", "pair", "any_valid_meld"] = Field(
        description="what takes a frozen pile: a natural pair from the hand, also the top card laid off "
        "on an own meld, or any meld that takes an open one"
    )
    wild_top: Literal["never", "as_wild"] = Field(
        description="whether a pile with a wild on top can be taken: never, or with the wild used as a wild"
    )
    max_wilds: int = Field(description="most wilds in the lay that takes the pile", ge=0)
    single_for_single: bool = Field(description="a player with one card may take a pile of one card")
    must_take: Literal["never", "stock_empty"] = Field(
        description="when a top card that fits an own meld must be taken: never, or once the stock is empty"
    )


@dataclass(frozen=True, slots=True, config=_CHECKED)
class CanastaRules:
    """What a canasta is and what it is worth."""

    min_size: int = Field(description="fewest cards in a canasta", gt=0)
    min_naturals: int = Field(description="fewest naturals in a canasta", ge=0)
    clean: int = Field(description="bonus for a canasta without wilds, in points")
    dirty: int = Field(description="bonus for a canasta with wilds, in points")


@dataclass(frozen=True, slots=True, config=_CHECKED)
class GoingOutRules:
    """What going out needs and earns."""

    canasta: Literal["any", "clean", "royal"] = Field(
        description="kind of canasta a side needs to go out; royal is a sequence from four to ace"
    )
    canastas: int = Field(description="canastas a side needs to go out", gt=0)
    bonus: int = Field(description="bonus for going out, in points")
    concealed: Literal["never", "nothing_laid_before", "own_canasta"] = Field(
        description="what makes going out concealed: the player laid nothing in an earlier turn of the deal, "
        "and for own_canasta nothing on melds of earlier turns either"
    )
    concealed_bonus: int = Field(description="further bonus for going out concealed, in points")
    ask: bool = Field(description='a player may ask the partner "may I go out?"')


@dataclass(frozen=True, slots=True, config=_CHECKED)
class FootRules:
    """The extra packet of each side."""

    size: int = Field(description="cards in each side's foot; 0: there are no feet", ge=0)
    penalty: int = Field(description="points lost by a side that has not taken its foot", ge=0)


@dataclass(frozen=True, slots=True, config=_CHECKED)
class OpeningRules:
    """What a side's first melds of a deal must be worth."""

    minimum: Literal["none", "brackets", "fifty"] = Field(
        description="fewest points in the cards of a side's first melds: none, by the side's score, or 50"
    )
    scores: tuple[int, ...] = Field(description="scores at which the next higher minimum begins")
    minimums: tuple[int, ...] = Field(description="the minimums by score, in points; one more than scores")


@dataclass(frozen=True, slots=True, config=_CHECKED)
class PointRules:
    """What each card is worth, in a meld or (negative) left in a hand."""

    joker: int = Field(description="points of a joker")
    two: int = Field(description="points of a two")
    ace: int = Field(description="points of an ace")
    eight_to_king: int = Field(description="points of an eight, nine, ten, jack, queen or king")
    four_to_seven: int = Field(description="points of a four, five, six or seven")
    black_three: int = Field(description="points of a black three")


@dataclass(frozen=True, config=_CHECKED)
class RuleSet:
    """One rule set with a table's options applied; shared by every state of the match.

    ``options`` holds the values that differ from the rule set's own. ``refusals`` gives the clause that each
    refusal cites, ``clauses`` the one that each dotted field comes from.
    """

    name: str
    version: int
    title: str
    options: dict[str, OptionValue]
    refusals: dict[Reason, str]
    clauses: dict[str, str]
    match: MatchRules
    deal: DealRules
    deck: DeckRules
    meld: MeldRules
    wild: WildRules
    black_three: BlackThreeRules
    red_three: RedThreeRules
    pile: PileRules
    canasta: CanastaRules
    going_out: GoingOutRules
    foot: FootRules
    opening: OpeningRules
    points: PointRules
    two_players: TwoPlayerRules | None = None

    def hand_size(self, players: int) -> int:
        """Return how many cards each of ``players`` is dealt."""
        return (
            self.two_players.hand_size if self.two_players and players == TWO_PLAYERS else self.deal.hand_size
        )

    def draw_count(self, players: int) -> int:
        """Return how many cards a player draws from the stock."""
        return self.two_players.draw if players == TWO_PLAYERS and self.two_players else 1

    def canastas_needed(self, players: int) -> int:
        """Return how many canastas a side needs to go out."""
        two = self.two_players
        return two.canastas if two and players == TWO_PLAYERS else self.going_out.canastas

    def opening_minimum(self, score: int) -> int:
        """Return what the first melds of a side with ``score`` must be worth, in points; 0 for no minimum."""
        match self.opening.minimum:
            case "none":
                return 0
            case "fifty":
                return 50
            case "brackets":
                return self.opening.minimums[bisect_right(self.opening.scores, score)]

    def changed(self, options: Mapping[str, OptionValue], groups: Mapping[str, Any]) -> RuleSet:
        """Return a checked copy with other ``options`` and, in their place, other ``groups``."""
        return replace(self, options=dict(options), **groups)

    def __getstate__(self) -> dict[str, Any]:
        """Hand on to another process the fields alone, without what was worked out from them in this one."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __hash__(self) -> int:
        """Rule sets are keys of what is remembered about hands: look at a few members, once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.version, *self.options.items()))

    @cached_property
    def memory(self) -> dict[object, object]:
        """What `engine.memory` keeps with these rules; equal rule sets share it."""
        return _memory_of(self)

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Points of each face; red threes count 0 here, they are scored apart."""
        return tuple(_points_of(self.points, card) for card in FACES)

    @cached_property
    def values(self) -> Mapping[str, object]:
        """Every value by its dotted name, as JSON would give it back; nobody may change it."""
        values = {}
        for field in self.clauses:
            group, _, name = field.partition(".")
            value = getattr(getattr(self, group), name)
            values[field] = list(value) if isinstance(value, tuple) else value
        return values


GROUPS: dict[str, type] = {
    "match": MatchRules,
    "deal": DealRules,
    "two_players": TwoPlayerRules,
    "deck": DeckRules,
    "meld": MeldRules,
    "wild": WildRules,
    "black_three": BlackThreeRules,
    "red_three": RedThreeRules,
    "pile": PileRules,
    "canasta": CanastaRules,
    "going_out": GoingOutRules,
    "foot": FootRules,
    "opening": OpeningRules,
    "points": PointRules,
}
"""The groups of a rule set, by the name of their member and of their table in a file."""


@lru_cache(maxsize=16)
def _memory_of(_rules: RuleSet) -> dict[object, object]:
    return {}


def _points_of(points: PointRules, card: Card) -> int:
    if card in RED_THREES:
        return 0
    if card in BLACK_THREES:
        return points.black_three
    if card == JOKER:
        return points.joker
    rank = RANK[card]
    if rank == TWO:
        return points.two
    if rank == ACE:
        return points.ace
    return points.eight_to_king if rank >= EIGHT else points.four_to_seven

"""Rules as data: a rule set is a frozen value of nested groups, read from TOML and checked when read.

The schema below names every field and says what it means; the TOML file of a rule set gives each field its
value, the clause it comes from and, for house rules, the values a table may choose. Where an algorithm
differs between rule sets, a closed set of words names one of a few functions.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.cards import ACE, BLACK_THREES, EIGHT, FACES, JOKER, RANK, RED_THREES, TWO, Card
from engine.errors import Reason  # noqa: TC001  # pydantic reads the annotation

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue = bool | int | str


class Group(BaseModel):
    """Base of the nested groups: frozen, strict about types, closed to unknown members."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class MatchRules(Group):
    """When a match is over."""

    target: int = Field(description="total that ends the match, in points")


class DealRules(Group):
    """Seats and the dealing of cards."""

    players: tuple[Literal[4], ...] = Field(description="possible numbers of players", strict=False)
    hand_size: int = Field(description="cards dealt to each player", gt=0)
    upcard: Literal["one"] = Field(description="how the pile starts: one card is turned up")


class DeckRules(Group):
    """What the deck is made of."""

    packs: int = Field(description="packs of 52 cards", gt=0)
    jokers: int = Field(description="jokers in all", ge=0)


class MeldRules(Group):
    """What makes a meld."""

    min_size: int = Field(description="fewest cards in a meld", gt=0)
    one_per_rank: bool = Field(description="a side may have one meld of a rank only")


class WildRules(Group):
    """Wild cards in melds."""

    min_naturals: int = Field(description="fewest naturals in a meld", ge=0)
    max_per_meld: int = Field(description="most wilds in a meld, whatever its size", ge=0)


class BlackThreeRules(Group):
    """What black threes are good for."""

    meld: Literal["closing"] = Field(description="when black threes may be melded: in the closing turn")
    wilds: bool = Field(description="wilds may stand in a meld of black threes")


class RedThreeRules(Group):
    """What red threes are worth."""

    value: int = Field(description="points for each red three")
    all_four: int = Field(description="points for all four red threes of one side")


class PileRules(Group):
    """Taking the discard pile."""

    frozen_by: tuple[Literal["wild", "red_three", "black_three"], ...] = Field(
        description="cards that freeze the pile when they appear on it", strict=False
    )
    frozen_take: Literal["pair_or_own_meld", "pair", "any_valid_meld"] = Field(
        description="what takes a frozen pile: a natural pair from the hand, also the top card laid off "
        "on an own meld, or any meld that takes an open one"
    )
    wild_top: Literal["never", "as_wild"] = Field(
        description="whether a pile with a wild on top can be taken: never, or with the wild used as a wild"
    )


class CanastaRules(Group):
    """What a canasta is and what it is worth."""

    min_size: int = Field(description="fewest cards in a canasta", gt=0)
    min_naturals: int = Field(description="fewest naturals in a canasta", ge=0)
    clean: int = Field(description="bonus for a canasta without wilds, in points")
    dirty: int = Field(description="bonus for a canasta with wilds, in points")


class GoingOutRules(Group):
    """What going out needs and earns."""

    canasta: Literal["any", "clean"] = Field(description="kind of canasta a side needs to go out")
    bonus: int = Field(description="bonus for going out, in points")
    concealed: Literal["nothing_laid_before"] = Field(
        description="what makes going out concealed: the player laid nothing in an earlier turn of the deal"
    )
    concealed_bonus: int = Field(description="further bonus for going out concealed, in points")


class PointRules(Group):
    """What each card is worth, in a meld or (negative) left in a hand."""

    joker: int = Field(description="points of a joker")
    two: int = Field(description="points of a two")
    ace: int = Field(description="points of an ace")
    eight_to_king: int = Field(description="points of an eight, nine, ten, jack, queen or king")
    four_to_seven: int = Field(description="points of a four, five, six or seven")
    black_three: int = Field(description="points of a black three")


class RuleSet(Group):
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
    points: PointRules

    def changed(self, options: Mapping[str, OptionValue], groups: Mapping[str, object]) -> RuleSet:
        """Return a checked copy with other ``options`` and, in their place, other ``groups``."""
        # not dict(self), which would hand on what was worked out from the values of this one
        own = {name: getattr(self, name) for name in RuleSet.model_fields}
        return RuleSet.model_validate(own | {"options": dict(options)} | dict(groups))

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Points of each face; red threes count 0 here, they are scored apart."""
        return tuple(_points_of(self.points, card) for card in FACES)


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

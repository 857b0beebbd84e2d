"""What the clauses tell a player is what the engine does: numbers and words are read from their texts.

The texts tell the usual values; where a house chose another, its words stand beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import ACE, EIGHT, FACES, JOKER, KING, RANK, RED_THREES, THREE, TWO, code
from engine.deal import deal, shuffled_deck
from engine.match import DealResult, Match
from engine.opening import minimum_to_open
from engine.rulebook import load_book, load_rules, rule_set_names
from engine.scoring import score_side
from engine.state import Ending
from engine.texts import VALUES
from tests.houses import HOUSES, house_name
from tests.numbers import number
from tests.positions import allowed, can, position

if TYPE_CHECKING:
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import State

each_house = pytest.mark.parametrize("rules", HOUSES, ids=house_name)
each_rule_set = pytest.mark.parametrize("rules", [*map(load_rules, rule_set_names())], ids=house_name)

KINGS = "KC KC KD KD KH KH KS KS".split()  # noqa: SIM905  # reads better
CLEAN, DIRTY = " ".join(KINGS[:7]), " ".join([*KINGS[:7], "2C"])
ROYAL = "4D 5D 6D 7D 8D 9D TD JD QD KD 2C"


def text_of(rules: RuleSet, *names: str) -> str:
    """The clauses that values, or clauses, of these names have."""
    book = load_book(rules.name)
    return " ".join(book.clauses[book.fields[name].clause if name in book.fields else name] for name in names)


def said(rules: RuleSet, name: str, pattern: str) -> list[int]:
    """The numbers that the clause of a value tells, one for each group of the pattern."""
    found = re.search(pattern, text_of(rules, name))
    assert found, f"the clause of {name} says nothing of the kind"
    return [number(word) for word in found.groups()]


def told(rules: RuleSet, option: str, pattern: str) -> int:
    """The number that the house chose, else the first that the clause tells."""
    chosen = rules.options.get(option)
    return said(rules, option, pattern)[0] if chosen is None else int(chosen)


def chosen(rules: RuleSet, option: str, usual: OptionValue) -> str:
    """The words for what the house chose, else for ``usual``, which the clause tells."""
    return VALUES[option][rules.options.get(option, usual)]


def at(rules: RuleSet, text: str) -> State:
    return position(text, rules.options, rules.name)


def points(rules: RuleSet, text: str, closed_by: int | None = None, *, concealed: bool = False) -> int:
    """What side 0 gets in a position in which only those hold cards that it names."""
    state = at(rules, f"partner: ; left: ; right: ; {text}")
    state.closed_by, state.concealed = closed_by, concealed
    return sum(item.points for item in score_side(state, 0))


def card_points(rules: RuleSet, card: int) -> int:
    if rules.name == "tranca":
        held, melded = said(rules, "points.ace", r"in hand cost (\d+) each, cards in melds earn (\d+) each")
        assert held == melded
        return held
    joker, two, high, low = said(
        rules,
        "points.ace",
        r"joker (\d+); two and ace (\d+); king to eight (\d+); seven to four and black three (\d+)",
    )
    rank = RANK[card]
    if card == JOKER or rank in (TWO, ACE):
        return joker if card == JOKER else two
    return high if EIGHT <= rank <= KING else low


@each_house
def test_cards_are_worth_what_their_clause_tells(rules: RuleSet) -> None:
    assert rules.card_points == tuple(card not in RED_THREES and card_points(rules, card) for card in FACES)
    for card in set(FACES) - RED_THREES:
        assert points(rules, f"over: {code(card)}") == -card_points(rules, card)
        if RANK[card] > THREE and card != JOKER:
            assert points(rules, f"over: ; table: {' '.join([code(card)] * 3)}") == 3 * card_points(
                rules, card
            )


@each_house
def test_a_canasta_has_the_size_and_the_bonus_that_its_clause_tells(rules: RuleSet) -> None:
    least = told(rules, "canasta.min_size", r"[Aa] canasta is (?:a meld of )?(\w+) or more cards")
    clean, dirty = said(
        rules,
        "canasta.clean",
        r"A clean canasta earns (\d+), a dirty one (\d+)"
        if rules.name == "tranca"
        else r"(\d+) points without wilds \(clean\), (\d+) with",
    )
    king, two = card_points(rules, 4 * KING), card_points(rules, 4 * TWO)
    for size in range(3, 9):
        bonus = size >= least
        cards, mixed = " ".join(KINGS[:size]), " ".join([*KINGS[: size - 1], "2C"])
        assert points(rules, f"over: ; table: {cards}") == size * king + bonus * clean
        assert points(rules, f"over: ; table: {mixed}") == (size - 1) * king + two + bonus * dirty


@each_house
def test_a_first_meld_needs_what_its_clause_tells(rules: RuleSet) -> None:
    text = text_of(rules, "opening.minimum")
    way = chosen(rules, "opening.minimum", "none" if "There is no minimum" in text else "brackets")
    below, *brackets = said(
        rules,
        "opening.minimum",
        r"(\d+)(?: points)? if (?:it|its score) is below 0" + r", (\d+) from (\d+)" * 3,
    )
    ways = {"none": {-10000: 0}, "50 points": {-10000: 50}}
    least = ways.get(way, {-10000: below, **dict(zip(brackets[1::2], brackets[::2], strict=True))})
    for score in sorted(
        {-2000, -5, 0, 20000, *(start + more for start in brackets[1::2] for more in (-5, 0))}
    ):
        needed = next(least[start] for start in sorted(least, reverse=True) if score >= start)
        assert minimum_to_open(at(rules, f"play: KC; score: {score} 0")) == needed
        assert minimum_to_open(at(rules, f"play: KC; score: {score} 0; table: KC KD KH")) == 0


@each_rule_set
def test_the_texts_tell_the_fifty_points_that_a_house_may_ask_for(rules: RuleSet) -> None:
    (fifty,) = re.findall(r"\d+", VALUES["opening.minimum"]["fifty"])
    fixed = load_rules(rules.name, options={"opening.minimum": "fifty"})
    assert minimum_to_open(at(fixed, "play: KC; score: 4000 0")) == int(fifty)
    if rules.opening.minimum == "none":
        assert f" {fifty} points, or by the side's score " in text_of(rules, "opening.minimum")


@each_house
def test_going_out_earns_what_its_clause_tells(rules: RuleSet) -> None:
    bonus = 0
    if rules.name != "italian" or rules.options.get("going_out.bonus"):
        bonus = told(rules, "going_out.bonus", r"[Gg]oing out (?:earns )?(\d+)")
    king = card_points(rules, 4 * KING)
    assert points(rules, "over: ; table: KC KD KH", closed_by=0) == bonus + 3 * king
    assert points(rules, "over: ; table: KC KD KH", closed_by=1) == 3 * king
    if rules.name != "tranca":
        pattern = r"concealed (\d+) more" if rules.name == "classic" else r"earns (\d+) points"
        (more,) = said(rules, "going_out.concealed_bonus", pattern)
        assert (
            points(rules, "over: ; table: KC KD KH", closed_by=0, concealed=True) == bonus + more + 3 * king
        )


@each_rule_set
def test_red_threes_are_worth_what_their_clauses_tell(rules: RuleSet) -> None:
    text = text_of(rules, "red_three.value", "red_three.favor")
    each = said(rules, "red_three.value", r"(\d+) points (?:each|to a side)")[0]
    four = [4 * each] if rules.name == "tranca" else said(rules, "red_three.value", r"(\d+) for all four")
    good = {"always in its favor": "", "melded nothing": "KC KD KH", "with at least one canasta": CLEAN}
    (needed,) = [table for words, table in good.items() if words in text]
    for table in ("", "KC KD KH", CLEAN):
        sign = 1 if len(table) >= len(needed) else -1
        without = points(rules, f"over: ; table: {table}")
        for count, worth in enumerate([each, 2 * each, 3 * each, *four], 1):
            cards = " ".join("3D 3H 3D 3H".split()[:count])  # noqa: SIM905  # reads better
            assert points(rules, f"over: ; table: {table}; red threes: {cards}") == without + sign * worth


@each_house
def test_black_threes_left_in_hand_cost_what_their_clause_tells(rules: RuleSet) -> None:
    if rules.name == "tranca":
        usual = said(
            rules, "black_three.hand_penalty", r"as \d+ lost instead of (\d+), when somebody went out"
        )
        cost = int(rules.options.get("black_three.hand_penalty", *usual))
        assert points(rules, "over: 3C 3S 9C", closed_by=1) == -2 * cost - card_points(rules, 4 * KING)
    assert points(rules, "over: 3C 3S 9C") == -2 * card_points(rules, 4 * THREE) - card_points(
        rules, 4 * KING
    )


@each_rule_set
def test_a_foot_costs_what_its_clause_tells(rules: RuleSet) -> None:
    if rules.foot.size:
        (loses,) = said(rules, "foot.penalty", r"has not taken its foot loses (\d+)")
        assert points(rules, "over: ; foot: 9C") == points(rules, "over: ; foot: stock") == -loses
        assert points(rules, "over: ; foot: taken") == 0


@each_house
def test_the_cards_are_dealt_and_drawn_as_the_clauses_tell(rules: RuleSet) -> None:
    hand = {4: said(rules, "deal.hand_size", r"(\w+) cards each")[0]}
    drawn = {4: 1, 2: 1}
    whole = 0 if rules.name == "tranca" else said(rules, "deck.packs", r"(\d+) cards[;.]")[0]
    jokers = 4
    if rules.name == "classic":
        hand[2], drawn[2] = said(
            rules, "two_players.draw", r"Two get (\w+) cards each, draw (\w+) cards a turn"
        )
    elif rules.name == "tranca":
        hand[2], jokers = hand[4], int(rules.options.get("deck.jokers", 0))
        packs, cards = said(rules, "deck.packs", r"(\w+) packs of (\d+) cards")
        whole = packs * cards + jokers
    assert rules.deal.players == tuple(sorted(hand, reverse=True))
    for players, size in hand.items():
        deck = shuffled_deck(rules, Random(1))
        assert (len(deck), Counter(deck)[JOKER]) == (whole, jokers)
        state, _ = deal(rules, players - 1, deck, (0, 0), players)
        assert [len(held) for held in state.hands] == [size] * players
        feet = said(rules, "foot.size", r"two packets of (\w+)") if rules.foot.size else []
        assert [len(side.foot) for side in state.sides if side.foot is not None] == 2 * feet
        allowed(state, "draw")
        assert len(state.hands[0]) == size + drawn[players]


@each_house
def test_a_meld_holds_the_wilds_and_the_naturals_that_its_clause_tells(rules: RuleSet) -> None:
    most = told(rules, "wild.max_per_meld", r"at most (\w+) wilds?\b")
    (least,) = said(rules, "wild.min_naturals", r"at least (\w+) naturals")
    state = at(rules, "play: KC KD KH 2C 2D 2H 2S 5D 6C; table: 9C 9D 9H")
    for naturals in (1, 2, 3):
        for wilds in range(5):
            cards = " ".join([*("KC", "KD", "KH")[:naturals], *("2C", "2D", "2H", "2S")[:wilds]])
            enough = naturals + wilds >= 3
            assert can(state, f"meld {cards}") == (naturals >= least and wilds <= most and enough), cards


@each_house
def test_black_threes_are_melded_with_wilds_where_the_texts_say_so(rules: RuleSet) -> None:
    state = at(rules, f"play: 3C 3S 2C 5D; table: {CLEAN}")
    if rules.name == "tranca":
        assert "they never meld" in text_of(rules, "black_three.meld")
        assert not can(state, "meld 3C 3S 2C")
    else:
        usual = "wilds may help" in text_of(rules, "black_three.wilds")
        assert usual or "without wilds" in text_of(rules, "black_three.wilds")
        assert can(state, "meld 3C 3S 2C") == (chosen(rules, "black_three.wilds", usual) == "allowed")


@each_house
def test_going_out_needs_the_canasta_that_the_texts_tell(rules: RuleSet) -> None:
    assert "at least one canasta" in text_of(rules, "going_out.canasta")
    needed = chosen(rules, "going_out.canasta", "any").partition(":")[0]
    tables = {"": (), CLEAN: ("any", "clean"), DIRTY: ("any",)}
    if rules.name == "tranca":
        tables |= {ROYAL: ("any", "royal"), ROYAL.replace("2C", "AD"): ("any", "clean", "royal")}
    for table, kinds in tables.items():
        assert can(at(rules, f"play: 5H; table: {table}"), "discard 5H") == (needed in kinds), table
    if rules.name == "classic":
        (two,) = said(rules, "two_players.canastas", r"need (\w+) canastas to go out")
        for count in (1, 2, 3):
            table = ", ".join([CLEAN, CLEAN.replace("K", "Q"), CLEAN.replace("K", "J")][:count])
            assert can(at(rules, f"seats: 2; play: 5H; table: {table}"), "discard 5H") == (count >= two)


@each_house
def test_the_pile_is_taken_as_the_texts_tell(rules: RuleSet) -> None:
    if rules.name == "tranca":
        return
    usual = "pair" if "only with a natural pair" in text_of(rules, "pile.frozen_take") else "pair_or_own_meld"
    way = chosen(rules, "pile.frozen_take", usual)
    frozen = at(rules, "draw: 9H 9D JK 5D 6D; frozen pile: 9S; table: KC KD KH")
    assert can(frozen, "take 9S 9H 9D")
    assert can(frozen, "take 9S 9H JK") == ("any meld" in way)
    frozen = at(rules, "draw: 9H JK 5D 6D; frozen pile: 9S; table: 9C 9D 9H")
    assert can(frozen, "take 9S on 0") == ("own meld" in way or "any meld" in way)
    top = chosen(rules, "pile.wild_top", "never")
    wild = at(rules, "draw: 9H 9D 5D 6D; pile: 2C; table: KC KD KH")
    assert can(wild, "take 2C 9H 9D") == ("the wild as a wild" in top)


@each_house
def test_a_match_goes_to_the_points_that_its_clause_tells(rules: RuleSet) -> None:
    target = told(rules, "match.target", r"goes to (\d+) points")
    for ahead in (target - 5, target, target + 5):
        match = Match(rules, 4, [DealResult(0, Ending.CLOSED, 0, False, ((), ()), (ahead, 0))])
        assert match.over == (ahead >= target)

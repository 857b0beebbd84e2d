# what people read has real minus and times signs
from __future__ import annotations

import re
from random import Random

import pytest

from bot.render.cards import Cards
from bot.render.events import event_text, lead_lines
from engine.apply import apply
from engine.cards import FACES, parse_card, parse_cards
from engine.deal import Lead, shuffled_deck
from engine.events import (
    Answered,
    Asked,
    DealEnded,
    Discarded,
    Drew,
    FootToStock,
    Laid,
    RedThreeLaid,
    TookFoot,
    TookPile,
)
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.rulebook import load_rules
from engine.state import Canasta, Ending
from engine.view import view_for
from tests.bot.ui.panels import CARDS, PSEUDO, RULES, T, visible
from tests.positions import action, position

NAMES = ("Ann", "B*b", "Cid", "Dee")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Drew(0, parse_card("KS")), "Ann drew a card."),
        (RedThreeLaid(1, parse_card("3H")), r"B\*b laid the red three 3♡."),
        (TookPile(0, 1), "Ann took the pile: 1 card."),
        (TookPile(0, 7), "Ann took the pile: 7 cards."),
        (Laid(2, 0, 0, tuple(parse_cards("9C 9D JK")), None), "Cid laid 9♧_9♢_joker: nines."),
        (Laid(2, 0, 5, (parse_card("JK"),), None), "Cid laid joker."),
        (Laid(2, 0, 0, (parse_card("KC"),), Canasta.CLEAN), "Cid laid K♧: a clean canasta of kings."),
        (Laid(2, 0, 0, (parse_card("KC"),), Canasta.DIRTY), "Cid laid K♧: a dirty canasta of kings."),
        (Laid(2, 0, 0, tuple(parse_cards("4H 5H 6H")), None), "Cid laid 4♡_5♡_6♡."),
        (TookFoot(0, 13), "Ann took the foot: 13 cards."),
        (FootToStock(1, 13), "The stock ran out: the foot of Side 2 takes its place, 13 cards."),
        (Asked(0), "Ann asked: may I go out?"),
        (Answered(2, yes=True), "Cid answered yes."),
        (Answered(2, yes=False), "Cid answered no."),
        (Discarded(3, parse_card("4S")), "Dee discarded 4♤."),
        (DealEnded(Ending.CLOSED, 0, concealed=False), "Ann went out."),
        (DealEnded(Ending.CLOSED, 0, concealed=True), "Ann went out concealed."),
        (DealEnded(Ending.STOCK, None, concealed=False), "The stock is used up: nobody went out."),
        (DealEnded(Ending.DEAD, None, concealed=False), "The turn could not end: nobody went out."),
    ],
)
def test_an_event_is_told_in_public_words(event: object, sentence: str) -> None:
    assert visible(event_text(event, NAMES, CARDS)) == sentence  # type: ignore[arg-type]


def test_the_foot_of_who_plays_alone_is_told_by_name() -> None:
    told = event_text(FootToStock(1, 13), NAMES[:2], CARDS)
    assert told == r"The stock ran out: the foot of B\*b takes its place, 13 cards."


def test_a_wild_is_told_with_the_meld_it_went_to() -> None:
    state = position("play: JK 5C 5D; table: 9S 9H 9C")
    (laid,) = apply(state, 0, action("meld JK on 0"))
    assert event_text(laid, NAMES, CARDS, view_for(state, None)) == "Ann laid joker: nines."
    assert (
        event_text(Laid(0, 0, 4, (parse_card("JK"),), None), NAMES, CARDS, view_for(state, None))
        == "Ann laid joker."
    )


def test_no_word_tells_which_card_was_drawn() -> None:
    told = {event_text(Drew(0, card), NAMES, CARDS) for card in FACES}
    assert told == {"Ann drew a card."}


def test_a_lay_is_told_with_its_meld_where_there_are_several() -> None:
    state = position("play: 7C 8H 5C 5D; table: 7H 7D 7S, 7D 7S 7H, 4H 5H 6H 7H", rules="tranca")
    on_set, on_sequence = (apply(state, 0, action(f"meld {lay}"))[0] for lay in ("7C on 1", "8H on 2"))
    seen = view_for(state, None)
    assert visible(event_text(on_set, NAMES, CARDS, seen)) == "Ann laid 7♧: sevens_(2)."
    assert event_text(on_sequence, NAMES, CARDS, seen) == "Ann laid 8♡: hearts."


def test_a_canasta_in_sequence_is_told_by_its_suit() -> None:
    state = position("play: TH 5C 5D; table: 4H 5H 6H 7H 8H 9H", rules="tranca")
    (laid,) = apply(state, 0, action("meld TH on 0"))
    assert event_text(laid, NAMES, CARDS, view_for(state, None)) == "Ann laid 10♡: a clean canasta of hearts."


def test_the_draw_for_the_lead_is_told_round_by_round() -> None:
    rounds = [tuple(parse_cards(cards)) for cards in ("KH 9C KS 4D", "7D AC")]
    assert lead_lines(Lead(1, tuple(rounds)), NAMES, T) == [
        "Everybody draws a card for the first turn:",
        r"Ann K♡, B\*b 9♧, Cid K♤, Dee 4♢",
        "Ann 7♢, Cid A♧",
        "**Cid** plays first.",
    ]


@pytest.mark.parametrize("name", RULES)
def test_every_event_of_a_deal_has_words_in_every_language(name: str) -> None:
    rng = Random(4)
    match = new_match(load_rules(name), 4)
    events = start_deal(match, shuffled_deck(match.rules, rng), 0)
    while events:
        assert match.state is not None
        seen = view_for(match.state, None)
        told = [event_text(event, ("", "", "", ""), Cards(PSEUDO), seen) for event in events]
        assert not [text for text in told if re.search("[A-Za-z]{2}", text)]
        seat = match.state.awaited
        events = (
            play(match, seat, PLAYERS["greedy"](view_for(match.state, seat), rng))
            if match.deal_running
            else []
        )

"""Worked cases with right answers, K-1 to K-18."""

from __future__ import annotations

from functools import partial

from engine.cards import codes, parse_cards
from engine.errors import Reason
from engine.events import Drew, RedThreeLaid, TookFoot
from engine.match import new_match, play
from engine.scoring import score_side, total
from engine.state import Canasta, Ending, MeldKind, Phase
from tests.positions import action, allowed, can, position, refused, tranca

at = partial(position, rules="tranca")


def test_k1_a_wild_within_a_sequence() -> None:
    state = at("play: QD 2S AD 5C 7D")
    allowed(state, "meld QD 2S AD")
    meld = state.sides[0].melds[0]
    assert (meld.kind, meld.naturals, meld.wilds) == (MeldKind.SEQUENCE, 2, 1)


def test_k1_a_canasta_of_it_is_dirty() -> None:
    state = at("play: QD 2S AD 5C 7D; table: 8D 9D TD JD")
    allowed(state.copy(), "meld QD 2S AD")
    allowed(state, "meld QD 2S AD on 0")
    assert state.sides[0].melds[0].canasta is Canasta.DIRTY


def test_k2_an_ace_is_high_only() -> None:
    refused(at("play: AH 4H 5H 5C 7D"), "meld AH 4H 5H", Reason.NOT_CONSECUTIVE, "T-3")


def test_k3_a_wild_at_the_end_of_a_sequence() -> None:
    assert can(at("play: 4C 5C 2H 5D 7D"), "meld 4C 5C 2H")


def test_k4_two_wilds_are_too_many() -> None:
    state = at("play: 7C 2D 2H 5D 8D")
    assert not can(state, "meld 7C 2D 2H")
    refused(state, "meld 7C 2D 2H", Reason.TOO_FEW_NATURALS, "T-4")


def test_k5_the_wild_slides_and_the_meld_stays_dirty() -> None:
    state = at("play: 8D 5C 7H; table: 6D 7D 2C 9D")
    allowed(state, "meld 8D on 0")
    meld = state.sides[0].melds[0]
    assert sorted(codes(meld.cards)) == ["2C", "6D", "7D", "8D", "9D"]
    assert (meld.naturals, meld.wilds) == (4, 1)
    assert codes(state.hands[0]) == ["5C", "7H"], "nothing comes back"


def test_k6_a_set_of_eight_is_full() -> None:
    state = at("play: 2H 5C 8D; table: 7C 7C 7D 7D 7H 7H 7S 7S")
    refused(state, "meld 2H on 0", Reason.MELD_TOO_LARGE, "T-3")


def test_k7_a_natural_and_a_wild_take_the_pile() -> None:
    assert can(at("draw: 6H 2D 9C KD; pile: 4C 6S; stock: 9H"), "take 6S 6H 2D")


def test_k8_two_cards_come_from_the_hand() -> None:
    state = at("draw: 6H 9C KD TH; left: 4C; partner: 4D; right: 4H; stock: 5S; pile: 6C 6S")
    refused(state, "take 6S 6C 6H", Reason.CARD_NOT_HELD, "X-1")
    assert not can(state, "take 6S 6H")


def test_k9_the_top_must_fit_by_itself() -> None:
    state = at("draw: JH 4C 9C KD; pile: 4D QH; table: 8H 9H TH")
    refused(state, "take QH JH on 0", Reason.TAKE_LAYS_OFF_MORE, "T-10")
    for play_ in ("take QH on 0", "take QH on 0, JH on 0"):
        refused(state, play_, Reason.NOT_CONSECUTIVE, "T-3")


def test_k10_the_same_top_takes_for_a_new_meld() -> None:
    state = at("draw: JH KH 4C 9C; pile: 4D QH; table: 8H 9H TH")
    allowed(state, "take QH JH KH")
    assert len(state.sides[0].melds) == 2


def test_k11_the_wild_slides_for_the_top() -> None:
    state = at("draw: 4C 9C KD; pile: 4D JH; table: 8H 9H 2C")
    allowed(state, "take JH on 0")
    assert len(state.sides[0].melds[0].cards) == 4
    state = at("draw: 4C 9C KD; pile: 4D QH; table: 8H 9H 2C")
    refused(state, "take QH on 0", Reason.NOT_CONSECUTIVE, "T-3")


def test_k12_a_black_three_blocks_only_while_it_is_on_top() -> None:
    state = at("draw: KH KC 9C; pile: KD 3S")
    refused(state, "take 3S KH KC", Reason.PILE_BLOCKED, "T-7")
    state = at("play: 3S 9C 5D; left: TD KD 4D; partner: KH KC 9D; pile: 7C; stock: 8S")
    allowed(state, "discard 3S")
    refused(state, "take 3S TD KD", Reason.PILE_BLOCKED, "T-7")
    allowed(state, "draw", "discard KD", "take KD KH KC")


def test_k13_the_foot_is_taken_without_a_canasta() -> None:
    state = at("play: 9C 9D 9H; foot: 4C KD 8S")
    events = allowed(state, "meld 9C 9D 9H")
    assert events[-1] == TookFoot(0, 3)
    assert (state.phase, state.seat, codes(state.hands[0])) == (Phase.PLAY, 0, ["4C", "8S", "KD"])
    allowed(state, "discard KD")
    assert state.seat == 1


def test_k14_the_last_card_could_not_be_discarded() -> None:
    for feet in ("foot: taken", "foot: stock"):
        refused(at(f"play: 9C 9D 9H 4C; {feet}"), "meld 9C 9D 9H", Reason.NO_WAY_TO_END, "X-3")


def test_k15_replacements_chain() -> None:
    state = at("draw: 4C KD; stock: 3H 3D 9C 8C")
    heart, diamond, nine = parse_cards("3H 3D 9C")
    assert allowed(state, "draw") == [
        Drew(0, heart),
        RedThreeLaid(0, heart),
        Drew(0, diamond),
        RedThreeLaid(0, diamond),
        Drew(0, nine),
    ]
    assert (codes(state.hands[0]), state.phase) == (["4C", "9C", "KD"], Phase.PLAY)


K16_TABLE = "4H 5H 6H 7H 8H 9H TH, 8C 8D 8S, KC KD KH KS 2C"


def test_k16_the_score_of_the_closing_side() -> None:
    state = at(f"play: 5C; left: ; right: ; partner: ; red threes: 3D 3H; table: {K16_TABLE}")
    allowed(state, "discard 5C")
    assert state.ended is Ending.CLOSED
    items = score_side(state, 0)
    assert [item.points for item in items] == [200 + 70, 30, 50, 200, 100]
    assert total(items) == 650


def test_k17_the_score_of_the_other_side() -> None:
    twenty = "4C 4D 5C 5D 5S 6C 6D 6S 7C 7D"
    state = at(
        f"play: 5C; left: {twenty}; right: 8C 8H 9C 9D 9S TC TD TS JC JD; partner: ; "
        "table: 4H 5H 6H 7H 8H 9H TH; theirs: QC QD QH, KC KD KH KS; their red threes: 3D; their foot: AC AD"
    )
    allowed(state, "discard 5C")
    items = score_side(state, 1)
    assert sorted(item.points for item in items) == [-200, -100, -100, 30, 40]
    assert total(items) == -330


def test_k18_the_higher_score_wins() -> None:
    match = new_match(tranca(), 4)
    # Y: a dirty canasta, 100 + 70, and eight further melded cards, its foot taken.
    match.state = at(
        f"play: 5C; left: ; right: ; partner: ; red threes: 3D 3H; score: 2480 2950; table: {K16_TABLE}; "
        "theirs: 9C 9C 9D 9D 9H 9S 2D, TC TD TS TS, JC JD JH JS"
    )
    play(match, 0, action("discard 5C"))
    assert [total(items) for items in match.deals[-1].scores] == [650, 250]
    assert match.totals == (3130, 3200)
    assert (match.winner, match.margin) == (1, 70)

"""Positions and actions in a line of text, and the two questions that tests of the rules ask about them.

A position is parts divided by ``;``, each ``name: cards``. The part ``draw``, ``play`` or ``over`` is the
hand of the seat to act and says the phase; every other part may be missing::

    play: 9C 9D 5H; table: 9S 9H 9H, KC KD KS; pile: JK 4S; stock: 8C 3H; partner: 5C

``table`` and ``theirs`` are the melds of the two sides, ``left``, ``partner`` and ``right`` the other hands,
``red threes`` and ``their red threes`` what they say, ``laid before`` the seats that laid in an earlier turn,
``score`` the totals before the deal (own, theirs), ``seat`` the seat to act (0), ``dealer`` (3). The stock is
written in drawing order, the pile with its top last. The pile is frozen when a wild or a three lies in it;
``frozen pile`` freezes one without.

An action is ``draw``, ``discard 5H``, ``meld LAY, LAY`` or ``take LAY, LAY``, where a lay is ``9C 9D JK`` or,
on meld number 0, ``9C on 0``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.apply import apply, check
from engine.cards import IS_WILD, RANK, THREE, parse_card, parse_cards
from engine.errors import IllegalAction
from engine.melds import make_meld
from engine.rulebook import load_rules
from engine.state import Phase, PileState, SideState, State, Turn

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.errors import Reason
    from engine.events import Event
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Meld

# Faces that few tests are about: what others hold, and what is drawn, when a position does not say.
ELSEWHERE = {"left": "6C 6C", "partner": "6D 6D", "right": "6H 6H", "stock": "6S 6S"}
NAMES = {
    *("draw", "play", "over", "table", "theirs", "pile", "frozen pile", "seat", "dealer", "score"),
    *("red threes", "their red threes", "laid before"),
    *ELSEWHERE,
}


def italian(options: dict[str, OptionValue] | None = None) -> RuleSet:
    return load_rules("italian", options=options)


def position(text: str, options: dict[str, OptionValue] | None = None) -> State:
    parts = _parts(text)
    rules = italian(options)
    phase = next(phase for phase in Phase if phase.value in parts)
    seat = int(parts.get("seat", "0"))
    pile = parse_cards(parts.get("frozen pile", parts.get("pile", "4S")))
    frozen = "frozen pile" in parts or any(IS_WILD[card] or RANK[card] == THREE for card in pile)
    around = [parts[phase.value], *(parts.get(who, ELSEWHERE[who]) for who in ("left", "partner", "right"))]
    laid_before = parts.get("laid before", "").split()
    sides = _sides(rules, parts)
    own = sides if seat % 2 == 0 else sides[::-1]
    return State(
        rules=rules,
        dealer=int(parts.get("dealer", "3")),
        seat=seat,
        phase=phase,
        hands=[sorted(parse_cards(around[(other - seat) % 4])) for other in range(4)],
        sides=own,
        stock=parse_cards(parts.get("stock", ELSEWHERE["stock"]))[::-1],
        pile=pile,
        pile_state=PileState.FROZEN if frozen else PileState.OPEN,
        laid_before=[str(other) in laid_before for other in range(4)],
        turn=Turn(melds_before=len(sides[0].melds)),
    )


def action(text: str) -> Action:
    verb, _, rest = text.partition(" ")
    match verb:
        case "draw":
            return Draw()
        case "ask":
            return Ask()
        case "answer":
            return Answer(rest == "yes")
        case "discard":
            return Discard(parse_card(rest))
        case "meld":
            return LayDown(_lays(rest))
        case "take":
            return TakePile(_lays(rest))
    raise ValueError(f"no such action: {text!r}")


def allowed(state: State, *texts: str) -> list[Event]:
    """Play the actions of the seats to act, each of which must be legal; return the events of the last."""
    events: list[Event] = []
    for text in texts:
        check(state, state.seat, action(text))
        events = apply(state, state.seat, action(text))
    return events


def refused(state: State, text: str, reason: Reason, clause: str) -> None:
    """Hold that the seat to act is refused, for this reason and clause, and that nothing changes."""
    before = state.copy()
    for judge in (check, apply):
        with pytest.raises(IllegalAction) as refusal:
            judge(state, state.seat, action(text))
        assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
        assert state == before, "X-7"


def can(state: State, text: str) -> bool:
    """Tell whether the seat to act may play the action."""
    try:
        check(state, state.seat, action(text))
    except IllegalAction:
        return False
    return True


def meld(rules: RuleSet, text: str) -> Meld:
    return make_meld(rules, parse_cards(text))


def _parts(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    parts = {name.strip(): value.strip() for name, _, value in pairs}
    if unknown := parts.keys() - NAMES:
        raise ValueError(f"a position has no {sorted(unknown)}")
    return parts


def _sides(rules: RuleSet, parts: dict[str, str]) -> list[SideState]:
    scores = [int(score) for score in parts.get("score", "0 0").split()]
    return [
        SideState(
            [meld(rules, cards) for cards in parts.get(table, "").split(",") if cards],
            parse_cards(parts.get(red_threes, "")),
            score,
        )
        for table, red_threes, score in zip(
            ("table", "theirs"), ("red threes", "their red threes"), scores, strict=True
        )
    ]


def _lays(text: str) -> tuple[Lay, ...]:
    return tuple(_lay(lay) for lay in text.split(",") if lay.strip())


def _lay(text: str) -> Lay:
    cards, on, number = text.partition(" on ")
    return Lay(tuple(parse_cards(cards)), int(number) if on else None)

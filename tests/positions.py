"""Positions and actions in a line of text, and the two questions that tests of the rules ask about them.

A position is parts divided by ``;``, each ``name: cards``. The part ``draw``, ``play`` or ``over`` is the
hand of the seat to act and says the phase; every other part may be missing::

    play: 9C 9D 5H; table: 9S 9H 9H, KC KD KS; pile: JK 4S; stock: 8C 3H; partner: 5C

``table`` and ``theirs`` are the melds of the two sides, ``left``, ``partner`` and ``right`` the other hands,
``red threes`` and ``their red threes`` what they say, ``laid before`` the seats that laid in an earlier turn,
``score`` the totals before the deal (own, theirs), ``seat`` the seat to act (0), ``dealer`` (the last seat).
The stock is written in drawing order, the pile with its top last. The pile is frozen or blocked by the cards
in it; ``frozen pile`` freezes one without. Where there are feet, ``foot`` and ``their foot`` are cards that
lie untaken, or ``taken`` (so both are, when nothing is said) or ``stock``. ``asked`` is ``waiting``, ``yes``
or ``no``; ``seats: 2`` makes it a game of two.

An action is ``draw``, ``discard 5H``, ``meld LAY, LAY``, ``take LAY, LAY``, ``ask``, ``answer yes`` or
``answer no``, where a lay is ``9C 9D JK`` or, on meld number 0, ``9C on 0``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import pytest

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.apply import apply, check
from engine.cards import IS_WILD, code, codes, parse_card, parse_cards
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.melds import make_meld
from engine.rulebook import load_rules
from engine.state import Phase, PileState, SideState, State, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.errors import Reason
    from engine.events import Event
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Meld, Seat

# Faces that few tests are about: what others hold, and what is drawn, when a position does not say.
ELSEWHERE = {"left": "6C 6C", "partner": "6D 6D", "right": "6H 6H", "stock": "6S 6S"}
AROUND = {2: ["left"], 4: ["left", "partner", "right"]}
NAMES = {
    *("draw", "play", "over", "table", "theirs", "pile", "frozen pile", "seat", "seats", "dealer", "score"),
    *("red threes", "their red threes", "laid before", "foot", "their foot", "asked"),
    *ELSEWHERE,
}
# What freezes and what blocks, by rule set: ranks, with the red and the black threes told apart.
FREEZING = {"italian": ("wild", "3D", "3H", "3C", "3S"), "classic": ("wild", "3D", "3H"), "tranca": ()}
BLOCKING = {"italian": (), "classic": ("3C", "3S"), "tranca": ("3C", "3S")}
ASKED: dict[str, Literal["waiting"] | bool | None] = {"waiting": "waiting", "yes": True, "no": False}

Options: TypeAlias = "Mapping[str, OptionValue] | None"


def italian(options: Options = None) -> RuleSet:
    return load_rules("italian", options=options)


def tranca(options: Options = None) -> RuleSet:
    return load_rules("tranca", options=options)


def classic(options: Options = None) -> RuleSet:
    return load_rules("classic", options=options)


def position(text: str, options: Options = None, rules: str = "italian") -> State:
    parts = _parts(text)
    rule_set = load_rules(rules, options=options)
    phase = next(phase for phase in Phase if phase.value in parts)
    seat, seats = int(parts.get("seat", "0")), int(parts.get("seats", "4"))
    pile = parse_cards(parts.get("frozen pile", parts.get("pile", "4S")))
    around = [parts[phase.value], *(parts.get(who, ELSEWHERE[who]) for who in AROUND[seats])]
    laid_before = parts.get("laid before", "").split()
    sides = _sides(rule_set, parts)
    return State(
        rules=rule_set,
        dealer=int(parts.get("dealer", str(seats - 1))),
        seat=seat,
        phase=phase,
        hands=[sorted(parse_cards(around[(other - seat) % seats])) for other in range(seats)],
        sides=sides if seat % 2 == 0 else sides[::-1],
        stock=parse_cards(parts.get("stock", ELSEWHERE["stock"]))[::-1],
        pile=pile,
        pile_state=PileState.FROZEN if "frozen pile" in parts else pile_state(rules, pile),
        laid_before=[str(other) in laid_before for other in range(seats)],
        turn=Turn(melds_before=len(sides[0].melds), asked=ASKED.get(parts.get("asked", ""))),
    )


def pile_state(rules: str, pile: Sequence[Card]) -> PileState:
    """What the cards of a pile make of it for the seat to act: I-7, T-7, C-3."""
    kinds = ["wild" if IS_WILD[card] else code(card) for card in pile]
    if any(kind in FREEZING[rules] for kind in kinds):
        return PileState.FROZEN
    return PileState.BLOCKED if kinds and kinds[-1] in BLOCKING[rules] else PileState.OPEN


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
        case _:
            raise ValueError(f"no such action: {text!r}")


def allowed(state: State, *texts: str) -> list[Event]:
    """Play the actions of the seats awaited, each of which must be legal; return the events of the last."""
    events: list[Event] = []
    for text in texts:
        check(state, state.awaited, action(text))
        events = apply(state, state.awaited, action(text))
    return events


def refused(state: State, text: str, reason: Reason, clause: str, seat: Seat | None = None) -> None:
    """Hold that a seat, or the one awaited, is refused so, and that nothing changes."""
    before = state.copy()
    player = state.awaited if seat is None else seat
    for judge in (check, apply):
        with pytest.raises(IllegalAction) as refusal:
            judge(state, player, action(text))
        assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
        assert state == before, "X-7"


def can(state: State, text: str) -> bool:
    """Tell whether the seat awaited may play the action."""
    try:
        check(state, state.awaited, action(text))
    except IllegalAction:
        return False
    return True


def listed_lays(state: State) -> set[str]:
    """The lays and takes that are listed as legal, each as its lays with the codes of their cards sorted."""
    return {
        ", ".join(map(_lay_text, play.lays))
        for play in legal_actions(state)
        if isinstance(play, LayDown | TakePile)
    }


def _lay_text(lay: Lay) -> str:
    return " ".join(sorted(codes(lay.cards))) + ("" if lay.meld is None else f" on {lay.meld}")


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
    sides = []
    for table, whose, score in zip(("table", "theirs"), ("", "their "), scores, strict=True):
        melds = [meld(rules, cards) for cards in parts.get(table, "").split(",") if cards]
        side = SideState(melds, parse_cards(parts.get(f"{whose}red threes", "")), score)
        if rules.foot.size:
            _lay_foot(side, parts.get(f"{whose}foot", "taken"))
        sides.append(side)
    return sides


def _lay_foot(side: SideState, text: str) -> None:
    if text == "taken":
        side.foot_taken = True
    elif text != "stock":
        side.foot = parse_cards(text)


def _lays(text: str) -> tuple[Lay, ...]:
    return tuple(_lay(lay) for lay in text.split(",") if lay.strip())


def _lay(text: str) -> Lay:
    cards, on, number = text.partition(" on ")
    return Lay(tuple(parse_cards(cards)), int(number) if on else None)

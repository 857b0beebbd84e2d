"""A whole deal in words: what was dealt, every turn on a line, and what it was worth."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, assert_never

from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.apply import apply
from engine.cards import codes
from engine.deal import deal, shuffled_deck
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
from engine.legal import legal_actions
from engine.pile import pile_cause
from engine.rulebook import load_rules
from engine.scoring import score_side, total
from engine.state import Phase, PileState
from engine.texts import RANKS, SUITS, score_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.events import Event
    from engine.state import Meld, State

SEEDS = {"italian": 16, "tranca": 20, "classic": 2}


def transcript(name: str, seed: int | None = None) -> str:
    """Return the transcript of the deal of a rule set that a seed deals and plays."""
    random, rules = Random(SEEDS[name] if seed is None else seed), load_rules(name)
    state, events = deal(rules, 3, shuffled_deck(rules, random), (0, 0), 4)
    lines = [f"Seat {seat} holds {' '.join(codes(hand))}" for seat, hand in enumerate(state.hands)]
    for number, side in enumerate(state.sides):
        lines += [f"The foot of side {number} is {' '.join(codes(side.foot))}"] if side.foot else []
    lines += [f"Laid and replaced: {_told(state, events)}", f"At first: {_pile(state)}", ""]
    while state.phase is not Phase.OVER:
        lines.append(_turn(random, state))
    return "\n".join([*lines, "", *_scores(state), ""])


def _turn(random: Random, state: State) -> str:
    seat = state.seat
    events: list[Event] = []
    while state.phase is not Phase.OVER and state.seat == seat:
        events += apply(state, state.awaited, _choice(random, legal_actions(state)))
    return f"Seat {seat} {_told(state, events)}. {_pile(state)}"


def _choice(random: Random, legal: Sequence[Action]) -> Action:
    """Return some action of a lively player: one that asks, takes piles and lays more often than not."""
    if Ask() in legal and random.random() < 0.8:
        return Ask()
    takes = [action for action in legal if isinstance(action, TakePile)]
    lays = [action for action in legal if isinstance(action, LayDown)]
    others = [action for action in legal if isinstance(action, Draw | Discard | Answer)]
    lively = takes or lays
    return random.choice(lively if lively and (not others or random.random() < 0.8) else others)


def _told(state: State, events: Sequence[Event]) -> str:
    return ", ".join(_words(state, event) for event in events) or "nothing"


def _words(state: State, event: Event) -> str:  # noqa: C901, PLR0911  # one case an event
    match event:
        case Drew(_, card):
            return f"draws {codes([card])[0]}"
        case RedThreeLaid(_, card):
            return f"shows {codes([card])[0]}"
        case TookPile(_, count):
            return f"takes the pile of {count}"
        case Laid(_, side, number, cards, canasta):
            becomes = "" if canasta is None else f", a {canasta.value} canasta"
            name = _name(state.sides[side].melds[number])
            return f"lays {' '.join(codes(cards))} as meld {number} ({name}{becomes})"
        case Discarded(_, card):
            return f"discards {codes([card])[0]}"
        case TookFoot(_, count):
            return f"takes the foot of {count}"
        case FootToStock(side, count):
            return f"the foot of side {side} becomes the stock of {count}"
        case Asked():
            return "asks the partner"
        case Answered(_, yes):
            return f"hears {'yes' if yes else 'no'}"
        case DealEnded(ended, closed_by, concealed):
            who = "nobody goes out" if closed_by is None else "goes out"
            return f"{who}{' concealed' if concealed else ''} ({ended.value})"
        case _:
            assert_never(event)


def _name(meld: Meld) -> str:
    return SUITS[meld.suit] if meld.rank is None and meld.suit is not None else RANKS[meld.rank or 0]


def _pile(state: State) -> str:
    top = codes(state.pile[-1:])[0] if state.pile else "none"
    cause = pile_cause(state)
    how = "frozen" if state.pile_state is PileState.FROZEN else "blocked"
    why = f", {how} by a {cause.replace('_', ' ')}" if cause else ""
    return f"[stock {len(state.stock)}, pile {len(state.pile)}, top {top}{why}]"


def _scores(state: State) -> Iterator[str]:
    for side in (0, 1):
        items = score_side(state, side)
        yield f"Side {side}: {total(items)}"
        for item in items:
            yield f"  {item.points:5}  {item.clause:4}  {score_text(item)}"

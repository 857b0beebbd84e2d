"""Actions and positions from JSON, checked against their rule set."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from pydantic import RootModel

from engine.cards import RED_THREES, code, pack
from engine.codec.models import ActionInput, PositionInput, validate
from engine.errors import IllegalAction, InvalidInput
from engine.match import SIDES
from engine.melds import make_meld
from engine.state import Ending, Phase, SideState, State, Turn, side_of
from engine.texts import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card, Rank
    from engine.codec.shape import PositionShape, SideShape
    from engine.ruleset import RuleSet
    from engine.state import Meld


class _AnyAction(RootModel[ActionInput]):
    """An action of any type."""


def decode_action(data: object, path: str = "action") -> Action:
    """Return the action in ``data``, legal or not.

    Raises InvalidInput naming the member, from ``path`` on.
    """
    return validate(_AnyAction, data, path).root.action()


def decode_position(data: object, path: str = "position") -> State:
    """Return the position in ``data``; it need not hold a whole deck, nor be one that play can lead to.

    Raises InvalidInput naming the member, from ``path`` on, for what its rule set cannot have on a table.
    """
    given = validate(PositionInput, data, path)
    return build_state(given.shape(path), given.rules.load(f"{path}.rules"), path)


def build_state(given: PositionShape, rules: RuleSet, path: str) -> State:
    """Return the position in ``given``, played by ``rules``. Raises InvalidInput like `decode_position`."""
    for member, fault in _faults(given, rules):
        raise InvalidInput(f"{path}.{member}: {fault}")
    sides = [
        SideState(
            melds=_melds(f"{path}.sides[{number}].melds", side, rules),
            red_threes=list(side.red_threes),
            score=side.score,
            foot=side.foot,
            foot_taken=side.foot_taken,
        )
        for number, side in enumerate(given.sides)
    ]
    start = Turn(melds_before=len(sides[side_of(given.seat)].melds))
    return State(
        rules=rules,
        dealer=given.dealer,
        seat=given.seat,
        phase=given.phase,
        hands=[sorted(hand) for hand in given.hands],
        sides=sides,
        stock=given.stock[::-1],
        pile=list(given.pile),
        pile_state=given.pile_state,
        laid_before=list(given.laid_before),
        turn=start if given.turn is None else given.turn,
        ended=given.ended,
        closed_by=given.closed_by,
        concealed=given.concealed,
    )


def _melds(place: str, side: SideShape, rules: RuleSet) -> list[Meld]:
    """Return the melds of a side, in their order. Raises InvalidInput for one that cannot lie there."""
    melds: list[Meld] = []
    ranks: set[Rank | None] = set()
    for index, cards in enumerate(side.melds):
        if not RED_THREES.isdisjoint(cards):
            raise InvalidInput(f"{place}[{index}]: a red three is never in a meld")
        try:
            meld = make_meld(rules, cards)
        except IllegalAction as error:
            raise InvalidInput(f"{place}[{index}]: {refusal_text(error)} ({error.clause})") from None
        if meld.rank in ranks and rules.meld.one_per_rank:
            raise InvalidInput(f"{place}[{index}]: a second meld of its rank")
        melds.append(meld)
        ranks.add(meld.rank)
    return melds


def _faults(given: PositionShape, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield each wrong member with what is wrong; later checks rely on earlier ones having found nothing."""
    return chain(
        _table_faults(given, rules),
        _card_faults(given, rules),
        _side_faults(given, rules),
        _turn_faults(given, rules),
        _ending_faults(given),
    )


def _table_faults(given: PositionShape, rules: RuleSet) -> Iterator[tuple[str, str]]:
    seats = len(given.hands)
    if seats not in rules.deal.players:
        allowed = " or ".join(map(str, rules.deal.players))
        yield "hands", f"{seats} hands, but {rules.title} is played by {allowed}"
    if len(given.sides) != SIDES:
        yield "sides", f"there are {SIDES} sides, not {len(given.sides)}"
    if len(given.laid_before) != seats:
        yield "laid_before", f"{len(given.laid_before)} values for {seats} seats"
    for member, seat in (("dealer", given.dealer), ("seat", given.seat)):
        if not 0 <= seat < seats:
            yield member, f"there is no seat {seat}"


def _card_faults(given: PositionShape, rules: RuleSet) -> Iterator[tuple[str, str]]:
    limits = _pack(rules.deck.packs, rules.deck.jokers)
    laid = chain.from_iterable((*side.melds, side.red_threes, side.foot or ()) for side in given.sides)
    held = Counter(chain(*given.hands, given.stock, given.pile, *laid))
    for card, count in held.items():
        if count > limits[card]:
            yield _last_place(given, card), f"there are not that many {code(card)} in the pack"
    for seat, hand in enumerate(given.hands):
        if not RED_THREES.isdisjoint(hand):
            index = next(index for index, card in enumerate(hand) if card in RED_THREES)
            yield f"hands[{seat}][{index}]", "a red three is never in a hand: it lies with its side"


@cache
def _pack(packs: int, jokers: int) -> Counter[Card]:
    return Counter(pack(packs, jokers))


def _last_place(given: PositionShape, wanted: Card) -> str:
    """Return where the last of the cards that are ``wanted`` lies."""
    return [
        f"{zone}[{index}]"
        for zone, cards in _zones(given)
        for index, card in enumerate(cards)
        if card == wanted
    ][-1]


def _zones(given: PositionShape) -> Iterator[tuple[str, Sequence[Card]]]:
    yield from ((f"hands[{seat}]", hand) for seat, hand in enumerate(given.hands))
    for number, side in enumerate(given.sides):
        yield from ((f"sides[{number}].melds[{meld}]", cards) for meld, cards in enumerate(side.melds))
        yield f"sides[{number}].red_threes", side.red_threes
        yield f"sides[{number}].foot", side.foot or ()
    yield "stock", given.stock
    yield "pile", given.pile


def _side_faults(given: PositionShape, rules: RuleSet) -> Iterator[tuple[str, str]]:
    for number, side in enumerate(given.sides):
        place = f"sides[{number}]"
        for index, card in enumerate(side.red_threes):
            if card not in RED_THREES:
                yield f"{place}.red_threes[{index}]", f"{code(card)} is not a red three"
        if side.foot is not None and not rules.foot.size:
            yield f"{place}.foot", f"must be null: there are no feet in {rules.title}"
        if side.foot_taken and not rules.foot.size:
            yield f"{place}.foot_taken", f"must be false: there are no feet in {rules.title}"
        if side.foot_taken and side.foot is not None:
            yield f"{place}.foot_taken", "must be false while the foot lies there"


def _turn_faults(given: PositionShape, rules: RuleSet) -> Iterator[tuple[str, str]]:
    if given.turn is None:
        return
    melds = len(given.sides[side_of(given.seat)].melds)
    if not 0 <= given.turn.melds_before <= melds:
        yield "turn.melds_before", f"must be 0 to {melds}, the number of the side's melds"
    if given.turn.asked is None:
        return
    if not rules.going_out.ask or len(given.hands) == SIDES:
        yield "turn.asked", "must be null: there is no asking the partner here"
    if given.phase is Phase.DRAW:
        yield "turn.asked", "must be null before the draw"


def _ending_faults(given: PositionShape) -> Iterator[tuple[str, str]]:
    if given.phase is not Phase.OVER:
        return
    closed = given.ended is Ending.CLOSED
    if closed != (given.closed_by is not None):
        yield "closed_by", "must be the seat that went out" if closed else "must be null: nobody went out"
    if given.closed_by is not None and not 0 <= given.closed_by < len(given.hands):
        yield "closed_by", f"there is no seat {given.closed_by}"
    if given.concealed and not closed:
        yield "concealed", "must be false: nobody went out"

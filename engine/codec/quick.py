"""The quick way back from JSON that this program wrote itself: plain reads instead of the strict models.

It accepts nothing that the models would refuse. Whatever looks unlike what the program writes raises one of
`UNLIKE`, with no word about where: the models, several times slower, name the fault or know better.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.cards import faces_of
from engine.codec.encode import encode_rules
from engine.codec.shape import PositionShape, SideShape
from engine.errors import EngineError
from engine.match import SIDES, DealResult
from engine.scoring import ScoreItem, ScoreKind
from engine.state import Ending, Phase, PileState, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.ruleset import RuleSet

UNLIKE = (AttributeError, EngineError, LookupError, TypeError, ValueError)
_POSITION = frozenset(
    (
        *("format", "rules", "dealer", "seat", "phase", "hands", "sides", "stock", "pile", "pile_state"),
        *("laid_before", "turn"),
    )
)
_OVER = _POSITION | {"ended", "closed_by", "concealed"}
_RESULT = frozenset(("dealer", "ended", "closed_by", "concealed", "scores", "totals"))


def read_position(data: Any, rules: RuleSet) -> PositionShape:
    """Return the position in ``data``, which says that it is played by ``rules``."""
    phase = Phase(data["phase"])
    over = phase is Phase.OVER
    _expect(data.keys() == (_OVER if over else _POSITION) and data["format"] == "canasta-position/1")
    _expect(data["rules"] == encode_rules(rules))
    _expect(_are(int, (data["dealer"], data["seat"])) and _are(bool, data["laid_before"]))
    return PositionShape(
        data["dealer"],
        data["seat"],
        phase,
        [_cards(hand) for hand in as_list(data["hands"])],
        [_side(**side) for side in as_list(data["sides"])],
        _cards(data["stock"]),
        _cards(data["pile"]),
        PileState(data["pile_state"]),
        as_list(data["laid_before"]),
        _turn(**data["turn"]),
        *(_ending(data) if over else (None, None, False)),
    )


def read_result(data: Any) -> DealResult:
    """Return the finished deal in ``data``."""
    _expect(data.keys() == _RESULT and len(as_list(data["scores"])) == len(as_list(data["totals"])) == SIDES)
    _expect(type(data["dealer"]) is int and _are(int, data["totals"]))
    scores = tuple(tuple([_item(*item.values()) for item in items]) for items in data["scores"])
    _expect(all(tuple(item) == ScoreItem.__slots__ for items in data["scores"] for item in as_list(items)))
    return DealResult(data["dealer"], *_ending(data), scores, tuple(data["totals"]))


def _ending(data: Any) -> tuple[Ending, int | None, bool]:
    closed_by, concealed = data["closed_by"], data["concealed"]
    _expect((closed_by is None or type(closed_by) is int) and type(concealed) is bool)
    return Ending(data["ended"]), closed_by, concealed


def _side(*, melds: Any, red_threes: Any, foot: Any, foot_taken: Any, score: Any) -> SideShape:
    _expect(type(foot_taken) is bool and type(score) is int)
    laid = [_cards(meld) for meld in as_list(melds)]
    return SideShape(laid, _cards(red_threes), None if foot is None else _cards(foot), foot_taken, score)


def _turn(*, laid: Any, melds_before: Any, on_earlier: Any, took_pile: Any, asked: Any) -> Turn:
    _expect(type(melds_before) is int and _are(bool, (laid, on_earlier, took_pile)))
    _expect(asked is None or type(asked) is bool or asked == "waiting")
    return Turn(melds_before, laid, on_earlier, took_pile, asked)


@lru_cache(maxsize=4096, typed=True)
def _item(kind: Any, clause: Any, *numbers: Any) -> ScoreItem:
    """Return a line of a score: one object for all that say the same, of which there are many."""
    count, points, rank, bonus, suit = numbers
    _expect(type(clause) is str and _are(int, (count, points, bonus)))
    _expect(_are(int, (value for value in (rank, suit) if value is not None)))
    return ScoreItem(ScoreKind(kind), clause, count, points, rank, bonus, suit)


def _cards(data: Any) -> list[Card]:
    return faces_of(as_list(data))


def as_list(data: Any) -> list[Any]:
    """Return ``data``, which is a list."""
    _expect(type(data) is list)
    return data  # type: ignore[no-any-return]  # as was just seen


def _are(wanted: type, values: Iterable[object]) -> bool:
    """Tell whether all values are of exactly one type: to JSON true is no number."""
    return set(map(type, values)) <= {wanted}


def _expect(fits: object) -> None:
    if not fits:
        raise TypeError

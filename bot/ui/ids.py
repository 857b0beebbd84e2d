"""What components carry back: the ``custom_id`` of a press, plays as short codes, cards as option values.

All of it comes from a client and may be forged: whatever is not exactly as written here reads as None.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.render.text import SUITS_SHOWN
from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import CODES, IS_WILD, JOKER_RANK, RANK, SUIT, TWO, code, parse_card, parse_cards
from storage.model import TableId

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.actions import Action
    from engine.cards import Card

NO_TABLE = TableId("-")
"""Stands for the table in a panel that belongs to none, such as the rules."""

CONFIRMED = "sure"
_ID_LIMIT = 100
_PRESS = re.compile(r"c1:([a-z0-9]{6,10}|-):([a-z]+):(0|[1-9][0-9]{0,8}):([!-~]*)")
_LAY = re.compile(r"(?:(0|[1-9][0-9]?)\+)?((?:[2-9TJQKA][CDHS]|JK)+)")
_CARD = re.compile(r"..")
_VALUE = re.compile(r"([2-9TJQKA][CDHS]|JK)\.([0-9])")
_SPAN = re.compile(r"(s?)([0-9]{1,2})-([0-9]{1,2})")


class Verb(StrEnum):
    """What a press asks for. The comment of each says what its ``arg`` (or its select's values) is."""

    # the lobby
    SIT = "sit"  # the side, from 0
    LEAVE = "leave"
    FILL = "fill"
    START = "start"
    CANCEL = "cancel"
    HOUSE = "house"
    PEOPLE = "people"
    REMOVE = "remove"  # whom, who then gives up their seat
    OPTION = "option"  # the option of the rules; a select; value: what was chosen for it
    # the table message
    HAND = "hand"  # in a note that mentions somebody, whom
    WORDS = "words"  # the page, from 0
    LOG = "log"  # the page, 0 the newest
    MORE = "more"
    CUT = "cut"
    CUT_AT = "cutat"  # a form; value: how many cards
    NEXT = "next"  # the number of the deal that is over
    REMATCH = "rematch"
    SHEET = "sheet"
    # "More", and what it leads to
    RULES = "rules"  # a rule set and a page, see bot.ui.rules_panel
    HELP = "help"
    AWAY = "away"
    BACK = "back"
    SEAT = "seat"  # the seat of a computer, to be taken over
    SIT_IN = "sitin"  # the seat of a person who keeps the others waiting
    END = "end"
    AGREE = "agree"
    DECLINE = "decline"
    # the hand panel
    SHOW = "show"
    PLAY = "play"  # the play's code, to be made at once
    CONFIRM = "confirm"  # the play's code, to be made after one more press
    PICK = "pick"  # a select; values: codes of plays
    CHOOSE = "choose"  # the span of places, ranks or suits; a select; values: cards
    TOGETHER = "together"  # lay the chosen cards as several melds; CONFIRMED if the question was asked
    CLEAR = "clear"
    IDEAS = "ideas"  # the page of suggestions, from 0
    UNDO = "undo"
    SORT = "sort"  # the order wanted: "rank" or "suit"
    # the settings
    SETTINGS = "settings"  # the page: "mine" or "server"
    SET = "set"  # page and setting, see bot.ui.settings_panel; a select; values: what is chosen

    # leaderboards and finished matches
    BOARD = "board"  # what is asked for, see bot.ui.boards
    BOARD_BY = "boardby"  # the same; a select; value: the measure
    BOARD_SINCE = "boardsince"  # the same; a select; value: the period
    HISTORY = "history"  # the page, 0 the newest
    REPLAY = "replay"  # the deal, from 1, and the step, from 0, with a dot between


_VERBS = {verb.value: verb for verb in Verb}


@dataclass(frozen=True, slots=True)
class Press:
    """A press as its component describes it; ``version`` is that of the table it was made for, or 0."""

    table: TableId
    verb: Verb
    version: int = 0
    arg: str = ""

    @property
    def custom_id(self) -> str:
        """The id of the component, at most 100 ASCII characters. Raises ValueError if it cannot be read."""
        if parse(self._text) != self:
            raise ValueError(f"no custom_id: {self._text!r}")
        return self._text

    @property
    def fits(self) -> bool:
        """Whether the id is short enough; one that names very many cards may not be."""
        return len(self._text) <= _ID_LIMIT

    @property
    def _text(self) -> str:
        return f"c1:{self.table}:{self.verb}:{self.version}:{self.arg}"


def parse(custom_id: str) -> Press | None:
    """Return the press that ``custom_id`` describes, or None for one that is malformed or not ours."""
    match = _PRESS.fullmatch(custom_id) if len(custom_id) <= _ID_LIMIT else None
    verb = _VERBS.get(match[2]) if match else None
    if match is None or verb is None:
        return None
    return Press(TableId(match[1]), verb, int(match[3]), match[4])


def pressed_action(press: Press, values: Sequence[str]) -> Action | None:
    """Return the play that a press of PLAY, CONFIRM or PICK names, or None."""
    if press.verb is Verb.PICK:
        return parse_action(values[0]) if len(values) == 1 else None
    return parse_action(press.arg)


def action_code(action: Action) -> str:
    """Return a play as a short word: ``L7H7D2S`` lays three sevens, ``L1+7C`` lays off on meld 1."""
    match action:
        case Draw():
            return "D"
        case TakePile(lays):
            return "T" + _lays_code(lays)
        case LayDown(lays):
            return "L" + _lays_code(lays)
        case Discard(card):
            return "X" + code(card)
        case Ask():
            return "A"
        case Answer(yes):
            return "Y" if yes else "N"


def parse_action(text: str) -> Action | None:
    """Return the play that `action_code` wrote as ``text``, or None."""
    kind, rest = text[:1], text[1:]
    bare: dict[str, Action] = {"D": Draw(), "A": Ask(), "Y": Answer(yes=True), "N": Answer(yes=False)}
    if kind in bare and not rest:
        return bare[kind]
    if kind == "X" and rest in CODES:
        return Discard(parse_card(rest))
    lays = _parse_lays(rest)
    if lays is None or kind not in {"T", "L"}:
        return None
    return TakePile(lays) if kind == "T" else LayDown(lays)


def _lays_code(lays: Iterable[Lay]) -> str:
    return "/".join(
        ("" if lay.meld is None else f"{lay.meld}+") + "".join(map(code, lay.cards)) for lay in lays
    )


def _parse_lays(text: str) -> tuple[Lay, ...] | None:
    matches = [_LAY.fullmatch(part) for part in text.split("/")]
    lays = tuple(
        Lay(
            tuple(parse_cards(" ".join(_CARD.findall(match[2])))), None if match[1] is None else int(match[1])
        )
        for match in matches
        if match
    )
    return lays if len(lays) == len(matches) else None


def place(card: Card, *, by_suit: bool = False) -> int:
    """Return where a card stands in every list shown to people.

    By rank: three to ace, then twos and jokers. By suit: spades, hearts, diamonds, clubs, then all wilds.
    """
    if by_suit:
        return len(SUITS_SHOWN) if IS_WILD[card] else SUITS_SHOWN.index(SUIT[card])
    rank = RANK[card]
    return JOKER_RANK - 1 if rank == TWO else rank if rank == JOKER_RANK else rank - 1


def option_values(hand: Iterable[Card], *, by_suit: bool = False) -> list[str]:
    """Return one option value for each physical card, in the order shown: ``7H.0``, and its twin ``7H.1``."""
    counts = sorted(Counter(hand).items(), key=lambda item: (place(item[0], by_suit=by_suit), item[0]))
    return [f"{code(card)}.{copy}" for card, count in counts for copy in range(count)]


def chosen_cards(values: Iterable[str], hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the cards that ``values`` name, in the order shown.

    None when one of them is not in ``hand`` or is named twice.
    """
    named = list(values)
    held = option_values(hand)
    if len(set(named)) < len(named) or not set(named) <= set(held):
        return None
    return tuple(card_of(value) for value in held if value in named)


def still_held(values: Iterable[str], hand: Sequence[Card]) -> list[str]:
    """Return those of ``values`` that name cards in ``hand``, in the order shown and none twice."""
    named = set(values)
    return [value for value in option_values(hand) if value in named]


def card_of(value: str) -> Card:
    """Return the face of an option value. Raises ValueError for anything else."""
    match = _VALUE.fullmatch(value)
    if match is None:
        raise ValueError(f"{value!r} is not an option value")
    return parse_card(match[1])


def span_arg(values: Sequence[str], *, by_suit: bool = False) -> str:
    """Return the ``arg`` of a CHOOSE select that offers ``values``: the first and last `place` in it."""
    first, last = (place(card_of(value), by_suit=by_suit) for value in (values[0], values[-1]))
    return f"{'s' if by_suit else ''}{first}-{last}"


def merge_selection(old: Iterable[str], arg: str, new: Iterable[str]) -> list[str]:
    """Return the selection after one CHOOSE select reported ``new``; the other selects keep ``old`` values.

    ``arg`` is the one of that select. Forged values and values outside its span are dropped.
    """
    match = _SPAN.fullmatch(arg)
    if match is None:
        return list(old)
    span = range(int(match[2]), int(match[3]) + 1)

    def offered(value: str) -> bool:
        return place(card_of(value), by_suit=bool(match[1])) in span

    kept = [value for value in old if _VALUE.fullmatch(value) and not offered(value)]
    return [*kept, *(value for value in new if _VALUE.fullmatch(value) and offered(value))]
